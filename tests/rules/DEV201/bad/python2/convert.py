import torch

print "converting on", "cuda"


def run(path):
    try:
        net = torch.load(path)
    except IOError, error:
        print "cuda:0 not used:", error
        raise
    return net.to("cuda")  # expect: DEV201
