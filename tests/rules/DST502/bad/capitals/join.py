import torch.distributed as dist

dist.init_process_group("NCCL")  # expect: DST502
TABLE = {"train": "nccl"}  # expect: DST502
