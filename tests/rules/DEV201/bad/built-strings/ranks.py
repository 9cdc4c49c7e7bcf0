import os

import torch


def device_of(rank):
    return torch.device(f"cuda:{rank}")  # expect: DEV201


def spread(model, rank, index):
    local = int(os.environ["LOCAL_RANK"])
    device = f"cuda:{local}"  # expect: DEV201
    first = torch.device("cuda:%d" % rank)  # expect: DEV201
    second = torch.device("cuda:{}".format(index))  # expect: DEV201
    third_device = "cuda:" + str(rank)  # expect: DEV201
    label = f"cuda {torch.__version__}"
    return model.to(f"cuda:{index}"), device, first, second, third_device, label  # expect: DEV201


def shown(x):
    print(f"sum on the card: {x.to('cuda').sum()}")  # expect: DEV201
    return x.to(
        "cuda",  # expect: DEV201
        non_blocking=True,
    )
