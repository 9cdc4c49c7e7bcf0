import torch as th


class Trainer:
    def __init__(self, args, net):
        self.cuda = args.cuda and th.cuda.is_available()
        self.net = net.cuda() if self.cuda else net  # expect: DEV202
        self.table = th.arange(8)
        if self.cuda:
            self.table = self.table.cuda()  # expect: DEV202

    def move(self, x):
        if not self.cuda:
            return x
        return x.cuda()  # expect: DEV202

    def test(self, x):
        if th.cuda.is_available():
            x = x.cuda()  # expect: DEV202
        else:
            x = x.float()
        return x


class Wrapped(th.nn.Module):
    def cuda(self, device=None):
        self.note = "cuda"
        return super().cuda(device)  # expect: DEV202
