"""Boxes from feature maps. Portable: npu, cuda and cpu give the same numbers."""

import torch

# name of the accelerator in reports, no device: the npu of the camera is another one
TITLES = {"npu": "Ascend", "cuda": "NVIDIA", "cpu": "host"}


def decode(maps, stride=32):
    count, _, height, width = maps.shape
    ys, xs = torch.meshgrid(
        torch.arange(height, device=maps.device), torch.arange(width, device=maps.device), indexing="ij"
    )
    centers = (maps[:, :2].sigmoid() + torch.stack([xs, ys])) * stride
    sizes = maps[:, 2:4].exp() * stride
    return torch.cat([centers - sizes / 2, centers + sizes / 2], dim=1).view(count, 4, -1)


def origin():
    return "trained under transfer_to_npu, served without"


def best(scores, count=100):
    return scores.topk(count, dim=-1)
