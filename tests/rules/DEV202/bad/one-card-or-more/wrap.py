import torch
from torch.nn.parallel import DistributedDataParallel


def wrap(model, args):
    if torch.cuda.device_count() > 1:
        return DistributedDataParallel(model.cuda())  # expect: DEV202
    else:
        return model.cuda()  # expect: DEV202


def single(model):
    if torch.cuda.device_count() == 1:
        model.cuda()  # expect: DEV202
    return model


def halved(model, args):
    if torch.cuda.is_available() and args.half:
        return model.half().cuda()  # expect: DEV202
    # also reached with CUDA, where args.half is off
    return model.cuda()  # expect: DEV202
