"""A classifier of X-ray images on Lightning."""

import lightning as L
import torch
from torch import nn
from torchmetrics import AUROC


class Radiograph(L.LightningModule):
    def __init__(self, classes=14, rate=3e-4):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Conv2d(1, 32, 3, 2), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, classes))
        self.auroc = AUROC(task="multilabel", num_labels=classes)
        self.body = torch.compile(self.net, mode="max-autotune")  # expect: DEV219, DEV220
        self.weights = torch.ones(classes).cuda()  # expect: DEV202

    def forward(self, x):
        return self.body(x)

    def training_step(self, batch, index):
        x, y = batch
        if x.is_cuda:
            # the layout changes the speed and nothing else
            x = x.contiguous(memory_format=torch.channels_last)
        loss = nn.functional.binary_cross_entropy_with_logits(self(x), y, weight=self.weights)
        self.log("loss", loss)
        return loss

    def validation_step(self, batch, index):
        x, y = batch
        noise = torch.randn(x.shape, device=self.device)
        self.auroc(self(x + 0.01 * noise), y.long())
        self.log("auroc", self.auroc)

    def on_train_epoch_end(self):
        peak = torch.cuda.max_memory_reserved()  # expect: DEV210
        torch.cuda.reset_peak_memory_stats()  # expect: DEV210
        self.log("peak_mib", peak / 2**20)

    def configure_optimizers(self):
        # foreach and fused stay with torch's own choice
        return torch.optim.AdamW(self.parameters(), lr=self.hparams.rate, fused=None)
