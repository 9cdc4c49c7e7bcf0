"""Types of another library that are called like torch.cuda.FloatTensor."""
import mxtensor
from mxtensor.cuda import LongTensor


class FloatTensor:
    cuda = None


def make(data, cuda):
    print("torch.cuda.FloatTensor")
    return mxtensor.cuda.FloatTensor(data), LongTensor(data), FloatTensor().cuda, cuda.HalfTensor
