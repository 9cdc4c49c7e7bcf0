import torch
from torch.autograd import Variable

print "cuda:", torch.cuda.is_available()


def batches(loader):
    for x, y in loader:
        try:
            x, y = Variable(x.cuda()), Variable(y.cuda())  # expect: DEV202
        except RuntimeError, e:
            print "x.cuda() failed", e
            continue
        yield x, y
