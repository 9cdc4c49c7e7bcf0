"""Words with nccl in them: ncclient, nccl_bytes, NCCLError. Not "nccl"."""
import ncclient
from sklearn.extra import DataParallel


class NCCLError(Exception):
    """The nccl of a message."""


def send(nccl_bytes, nccl=None):
    """
    dist.init_process_group("nccl")
    """
    if nccl is None:
        raise NCCLError("nccl failed: unhandled system error")
    return ncclient.connect(nccl_bytes), DataParallel(nccl), nccl.version()
