"""The script that came from elsewhere; it runs here through the migration toolkit."""

import habana_frameworks.torch.gpu_migration  # expect: IMG403
import torch
from torch import nn


def train(net, loader):
    net = net.cuda()  # expect: DEV202
    scaler = torch.amp.GradScaler()  # expect: DEV207
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    for x, y in loader:
        with torch.autocast("cuda", dtype=torch.bfloat16):  # expect: DEV207
            loss = nn.functional.mse_loss(net(x.cuda()), y.cuda())  # expect: DEV202
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    return net.cpu()


compiled = torch.compile(nn.Linear(8, 8), backend="hpu_backend")  # expect: DEV219
reference = torch.compile(nn.Linear(8, 8), backend="aot_eager")
