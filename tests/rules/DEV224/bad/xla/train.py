"""Trains with xm.optimizer_step(optimizer)."""
import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.debug.metrics as met
from torch_xla.distributed.parallel_loader import MpDeviceLoader as Loader


class Trainer:
    def __init__(self, model, data):
        self.device = xm.xla_device()  # expect: DEV224
        self.model = model.to(self.device)
        self.data = Loader(data, self.device)  # expect: DEV224

    def run(self, optimizer, loss):
        for batch in self.data:
            loss(self.model(batch)).backward()
            xm.optimizer_step(optimizer)  # expect: DEV224
            # xm.mark_step()
            xm.mark_step()  # expect: DEV224
        xm.master_print(met.metrics_report())  # expect: DEV224


def main(run):
    torch_xla.launch(run)  # expect: DEV224
    torch_xla.sync()  # expect: DEV224
