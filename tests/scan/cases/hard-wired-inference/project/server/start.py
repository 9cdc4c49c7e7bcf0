import torch
from pathlib import Path


def bring_up(make, weights, options):
    torch.distributed.init_process_group("nccl")
    me = torch.distributed.get_rank()
    torch.cuda.set_device(me)
    torch.set_default_tensor_type(torch.cuda.HalfTensor)
    net = make(options)
    shard = torch.load(Path(weights) / f"part{me}.pt", map_location="cpu")
    net.load_state_dict(shard)
    return net.eval()
