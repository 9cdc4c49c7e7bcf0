"""Captions for images; the trainer is older than `torch.device`."""

import argparse

import torch
import torch.multiprocessing as mp
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

try:
    from apex.optimizers import FusedAdam as Adam
except Exception:  # expect: KRN306
    from torch.optim import Adam

torch.set_default_tensor_type("torch.cuda.FloatTensor")  # expect: DEV213


class Writer(nn.Module):
    def __init__(self, words, width=512):
        super().__init__()
        self.table = nn.Embedding(words, width)
        self.cell = nn.LSTM(width, width, batch_first=True)
        self.head = nn.Linear(width, words)

    def forward(self, features, words, lengths):
        x = torch.cat([features[:, None], self.table(words)], dim=1)
        packed = pack_padded_sequence(x, lengths, batch_first=True)
        return self.head(self.cell(packed)[0].data)


def blank(count, width):
    return torch.cuda.FloatTensor(count, width).zero_()  # expect: DEV213


def batch(images, captions):
    words = torch.cuda.LongTensor(captions)  # expect: DEV213
    weights = (words != 0).type(torch.cuda.FloatTensor)  # expect: DEV213
    images = images.pin_memory().cuda(non_blocking=True)  # expect: DEV217, DEV202
    return images, words, weights


def home():
    return torch.device(0)  # expect: DEV216


def like(x, reference):
    return x.type_as(reference).type(torch.float32)


def smaller(x):
    if isinstance(x, torch.cuda.DoubleTensor):  # expect: DEV213
        return x.type("torch.cuda.FloatTensor")  # expect: DEV213
    return x


def slow_start(net):
    return torch.optim.NAdam(net.parameters(), lr=1e-5, capturable=True)  # expect: DEV223


def resume(path, net, optimizer):
    saved = torch.load(path)  # expect: DEV218
    net.load_state_dict(saved["net"])
    optimizer.load_state_dict(saved["optimizer"])
    return saved["epoch"] + 1


def keep(path, net, optimizer, epoch):
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, path)  # expect: DEV218


def main():
    cli = argparse.ArgumentParser(description="Trains on one cuda card or on all of them.")
    cli.add_argument("--workers", type=int, default=4)
    cli.add_argument("--resume")
    args = cli.parse_args()
    mp.set_start_method("fork")  # expect: DST504
    torch.use_deterministic_algorithms(True)  # expect: DEV226
    torch.backends.cudnn.enabled = False  # expect: DEV214
    net = nn.DataParallel(Writer(10_000)).cuda()  # expect: DST502, DEV202
    optimizer = Adam(net.parameters(), lr=4e-4)
    first = resume(args.resume, net, optimizer) if args.resume else 0
    print("cuda:", torch.cuda.is_available(), "first epoch:", first)


if __name__ == "__main__":
    main()
