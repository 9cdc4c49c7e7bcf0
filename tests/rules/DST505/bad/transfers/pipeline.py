import torch.distributed as dist
import torch.distributed._symmetric_memory as symmetric
from torch.distributed import ReduceOp, all_to_all_single
from torch.distributed import isend as send_later


class Stage:
    """A stage that calls dist.send(x, dst)."""

    def __init__(self, ranks):
        self.group = dist.new_group(ranks)  # expect: DST505

    def pass_on(self, x, rank):
        # dist.send(x, rank + 1)
        dist.send(x, rank + 1)  # expect: DST505
        dist.recv(x, rank - 1)  # expect: DST505
        return send_later(x, rank + 1)  # expect: DST505

    def exchange(self, output, x, sizes):
        all_to_all_single(output, x, output_split_sizes=sizes, input_split_sizes=sizes)  # expect: DST505
        dist.all_reduce(x, op=ReduceOp.PREMUL_SUM)  # expect: DST505
        dist.reduce(x, dst=0)  # expect: DST505
        with dist._coalescing_manager():  # expect: DST505
            dist.all_reduce(x)

    def report(self, found, item):
        dist.all_gather_object(found, item)  # expect: DST505
        return symmetric.empty(4)  # expect: DST505
