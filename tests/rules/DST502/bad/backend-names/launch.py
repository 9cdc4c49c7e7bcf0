"""Starts a process group on "nccl"."""
import argparse
import logging

import torch
import torch.distributed as dist

log = logging.getLogger(__name__)


def start(rank, world, backend="nccl"):  # expect: DST502
    # dist.init_process_group("nccl")
    dist.init_process_group("nccl", rank=rank, world_size=world)  # expect: DST502
    dist.init_process_group(backend="nccl")  # expect: DST502
    group = dist.new_group([0, 1], backend="nccl")  # expect: DST502
    log.info("nccl is started, backend=%s", backend)
    return group


def choose():
    backend = "nccl" if torch.cuda.is_available() else "gloo"  # expect: DST502
    torch.distributed.init_process_group(backend)


def both():
    dist.init_process_group("cpu:gloo,cuda:nccl")  # expect: DST502


def intel():
    dist.init_process_group("xccl")  # expect: DST502


def gaudi():
    dist.init_process_group(backend="hccl")  # expect: DST502


def parser():
    result = argparse.ArgumentParser()
    result.add_argument("--backend", default="nccl", help="nccl or gloo")  # expect: DST502
    return result
