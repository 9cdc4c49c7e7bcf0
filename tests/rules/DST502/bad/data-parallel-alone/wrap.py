import torch.nn as nn


def wrap(net, count):
    if count > 1:
        net = nn.DataParallel(net)  # expect: DST502
    return net
