"""Makes torch.cuda.FloatTensor(n)."""
import torch
from torch import cuda as c
from torch.cuda import LongTensor


def mask(n, kind=torch.cuda.ByteTensor):  # expect: DEV213
    # torch.cuda.FloatTensor(n)
    first = torch.cuda.FloatTensor(n).fill_(1)  # expect: DEV213
    second = c.HalfTensor(n)  # expect: DEV213
    third = LongTensor([n])  # expect: DEV213
    print("torch.cuda.IntTensor")
    return first, second, third, kind


def on_gpu(x):
    return isinstance(x, (torch.cuda.FloatTensor, torch.cuda.HalfTensor))  # expect: DEV213


class Boxes:
    def __init__(self):
        self.cuda = torch.cuda
        self.tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.Tensor  # expect: DEV213

    def make(self, data):
        return self.tensor(data), self.cuda.BoolTensor(data), data.type(torch.cuda.IntTensor)  # expect: DEV213
