"""Sharded models, old way and new."""

import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel, fully_shard


def old(net):
    return FullyShardedDataParallel(net, device_id=torch.cuda.current_device())  # expect: DEV203, DST505


def new(net, mesh):
    for child in net.children():
        fully_shard(child, mesh=mesh)
    return fully_shard(net, mesh=mesh)


def replicated(net):
    return nn.DataParallel(net)  # expect: DST502


def replicated_on(net, rank):
    return nn.parallel.DistributedDataParallel(net, device_ids=[rank])  # expect: DST505


def replicated_well(net):
    return nn.parallel.DistributedDataParallel(net, device_ids=None)


def moved(net, rank):
    """One of the few places that knows its card."""
    with torch.cuda.device(rank):  # expect: DEV203
        return net.to(torch.device("cuda", rank))  # expect: DEV201


def landing(net):
    """Where the host keeps the parameters while others work."""
    return [torch.empty(p.shape, dtype=p.dtype, pin_memory=True) for p in net.parameters()]  # expect: DEV217


def optimizer(net):
    return torch.optim.Adam(net.parameters(), lr=1e-4, capturable=True)  # expect: DEV223


def plain_optimizer(net):
    return torch.optim.Adam(net.parameters(), lr=1e-4, fused=False, capturable=False)
