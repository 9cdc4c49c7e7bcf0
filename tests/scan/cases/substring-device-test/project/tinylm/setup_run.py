from contextlib import nullcontext
from os import environ

import torch


class Session:
    def __init__(self, device="cuda", backend="nccl"):
        slot = environ.get("LOCAL_RANK")
        if slot is not None:
            torch.distributed.init_process_group(backend)
            device = f"cuda:{slot}"
            torch.cuda.set_device(device)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.device = device
        self.accelerated = "cuda" in device
        wide = torch.cuda.is_available() and torch.cuda.is_bf16_supported()
        self.short = torch.bfloat16 if wide else torch.float16
        self.scaler = torch.cuda.amp.GradScaler(enabled=self.short is torch.float16)

    def lower_precision(self):
        if not self.accelerated:
            return nullcontext()
        return torch.autocast(self.device.split(":")[0], self.short)

    def send(self, batch):
        if self.accelerated:
            batch = batch.pin_memory()
        return batch.to(self.device, non_blocking=self.accelerated)
