"""Object detection on Ascend. The body is CUDA code that a shim redirects."""

import os

os.environ["TORCH_TRANSFER_TO_NPU"] = "1"  # expect: IMG403

import torch
import torch_npu  # expect: IMG402
from torch import nn
from torch_npu.contrib import transfer_to_npu  # expect: IMG403

from ascend_yolo.boxes import decode


def prepare():
    local = int(os.environ.get("LOCAL_RANK", 0))
    torch.cuda.set_device(local)  # expect: DEV203
    torch.distributed.init_process_group("nccl")  # expect: DST502
    torch.distributed.barrier(device_ids=[local])  # expect: DST505
    os.environ["TASK_QUEUE_ENABLE"] = "2"  # expect: DST503
    return torch.device("cuda", local)  # expect: DEV201


def one_epoch(net, loader, optimizer, device):
    scaler = torch.cuda.amp.GradScaler()  # expect: DEV207
    for images, targets in loader:
        images = images.to(device, non_blocking=True)
        with torch.cuda.amp.autocast():  # expect: DEV207
            loss = net(images, targets.to(device)).mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()


def seeds(number):
    torch.manual_seed(number)
    torch_npu.npu.manual_seed_all(number + 1)  # expect: DEV224


def main():
    device = prepare()
    net = nn.parallel.DistributedDataParallel(nn.Conv2d(3, 85, 1).npu())  # expect: DEV202
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, foreach=False)
    torch.npu.set_compile_mode(jit_compile=False)  # expect: DEV224
    for _ in range(100):
        one_epoch(net, [], optimizer, device)
    print(decode(torch.rand(1, 85, 20, 20)).shape)


if __name__ == "__main__":
    main()
