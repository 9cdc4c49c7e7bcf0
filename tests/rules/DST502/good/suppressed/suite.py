import torch.distributed as dist


def start():
    dist.init_process_group("nccl")  # planner: ignore[DST502] reason="NCCL test suite" until=2027-03-01
