"""Collectives with the shapes our models need."""

import torch
import torch.distributed as dist


def version():
    return torch.cuda.nccl.version()  # expect: DST502


def mean(tensor):
    dist.all_reduce(tensor, op=dist.ReduceOp.SUM)
    return tensor.div_(dist.get_world_size())


def settled(tensor, rank):
    """The mean, once everyone has it."""
    work = dist.all_reduce(tensor, async_op=True)
    work.wait()
    dist.barrier(device_ids=[rank])  # expect: DST505
    return tensor / dist.get_world_size()


def gather_objects(thing):
    found = [None] * dist.get_world_size()
    dist.all_gather_object(found, thing)  # expect: DST505
    return found


def share(settings, source=0):
    box = [settings]
    dist.broadcast_object_list(box, src=source)  # expect: DST505
    return box[0]


def to_first(tensor):
    dist.reduce(tensor, dst=0)  # expect: DST505
    return tensor


def hand_on(tensor, rank):
    """From each rank to the next, by way of the host."""
    dist.send(tensor.cpu(), (rank + 1) % dist.get_world_size())  # expect: DST505


def dispatch(tokens, counts_out, counts_in):
    """Sends each expert its tokens; the counts differ from rank to rank."""
    out = tokens.new_empty(sum(counts_in), tokens.shape[1])
    dist.all_to_all_single(out, tokens, counts_in, counts_out)  # expect: DST505
    return out


def exchange(blocks):
    """Equal blocks for everyone."""
    out = torch.empty_like(blocks)
    dist.all_to_all_single(out, blocks)
    return out


def pull_first(tensor):
    """Waits for a neighbor and goes on with its values."""
    buffer = torch.empty(tensor.shape, device="cuda")  # expect: DEV201
    dist.broadcast(buffer, src=0)
    dist.barrier(device_ids=[torch.cuda.current_device()])  # expect: DST505, DEV203
    return buffer
