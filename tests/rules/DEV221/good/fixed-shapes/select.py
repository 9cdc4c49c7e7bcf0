"""torch.nonzero(mask) and boxes[mask] gave way to fixed shapes."""
import torch
import torch.nn.functional as F


def select(logits, boxes, limit, count):
    scores = torch.sigmoid(logits)
    mask = scores > limit
    # boxes[mask]
    scores[scores < limit] = 0.0
    low = torch.where(mask, scores, 0.0)
    kept = scores.masked_fill(~mask, 0.0) * mask
    best, order = scores.topk(count)
    at = torch.nonzero_static(mask, size=count)
    return boxes[order], low, kept, best, at, torch.count_nonzero(mask), scores[..., None], scores[:, 0]


def attention(keys, labels, heads, key_heads):
    groups = heads // key_heads
    first = F.one_hot(labels, num_classes=10)
    second = F.one_hot(labels, 10)
    third = torch.repeat_interleave(keys, groups, dim=1)
    return first, second, third, keys.repeat_interleave(2, dim=0), torch.split(keys, 64)


def log(step, loss, writer):
    writer.add_scalar("loss", loss.item(), step)
