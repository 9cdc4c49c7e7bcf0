import os

os.environ.setdefault("PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:True")  # expect: DST503
os.environ["NCCL_DEBUG"] = "INFO"  # expect: DST503
os.environ["NCCL_IB_HCA"] = "mlx5"  # expect: DST503
os.environ["NCCL_NET_GDR_LEVEL"] = "5"  # expect: DST503
os.environ["TORCH_NCCL_ASYNC_ERROR_HANDLING"] = "1"  # expect: DST503
os.environ["CUDA_LAUNCH_BLOCKING"] = "1"  # expect: DST503

NAME = "NCCL_SOCKET_IFNAME"  # expect: DST503
os.environ[NAME] = "eth0"


def debug(on, level=os.environ.get("NCCL_DEBUG")):  # expect: DST503
    if not on:
        del os.environ["NCCL_DEBUG"]  # expect: DST503
    return level
