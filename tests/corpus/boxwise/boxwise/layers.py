"""Operators of the detector."""

import torch
from torch import nn

from boxwise import _C  # expect: KRN307
from boxwise.defaults import _C as defaults


def check():
    if torch.version.cuda is None:  # expect: DEV206
        raise RuntimeError("boxwise was built for CUDA; this torch is not")


def nms(boxes, scores, threshold):
    """Indices of the boxes that survive, best first."""
    return torch.ops.boxwise.nms(boxes, scores, threshold)  # expect: KRN307


def roi_align(features, boxes, size):
    return torch.ops.boxwise.roi_align(features, boxes, size, size, 1.0 / 16, 2)  # expect: KRN307


@torch.compile  # expect: DEV219
def confident(scores, low):
    return (scores > low).nonzero()[:, 0]  # expect: DEV221


def roi_pool(features, boxes, size):
    return torch.ops.boxwise.roi_pool(features, boxes, size)  # expect: KRN307


@torch.library.custom_op("plainbox::clip", mutates_args=())
def clip(boxes: torch.Tensor, size: int) -> torch.Tensor:
    return boxes.clamp(0, size)


def inside(boxes, size):
    # written in Python, so it is there on every device
    return torch.ops.plainbox.clip(boxes, size)


def areas(boxes):
    # no kernel of ours: torch has all it takes
    return torch.ops.aten.mul(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])


class Anchors(nn.Module):
    def __init__(self, stride):
        super().__init__()
        self.stride = stride
        self.base = torch.tensor(defaults["ANCHORS"]["SIZES"], dtype=torch.float32).cuda()  # expect: DEV202

    def forward(self, height, width):
        device = self.base.device
        ys = torch.arange(height, device=device) * self.stride
        xs = torch.arange(width, device=device) * self.stride
        centers = torch.stack(torch.meshgrid(ys, xs, indexing="ij"), dim=-1).reshape(-1, 1, 2)
        return torch.cat([centers - self.base.view(1, -1, 1) / 2, centers + self.base.view(1, -1, 1) / 2], dim=-1)
