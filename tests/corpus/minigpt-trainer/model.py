"""A decoder-only transformer. Nothing in here asks where it runs; callers used to call `.cuda()` on it."""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class GPTConfig:
    vocabulary: int = 96
    width: int = 256
    layers: int = 6
    heads: int = 6
    channels: int = 384


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.heads = c.heads
        self.norms = nn.ModuleList([nn.LayerNorm(c.channels), nn.LayerNorm(c.channels)])
        self.qkv = nn.Linear(c.channels, 3 * c.channels, bias=False)
        self.out = nn.Linear(c.channels, c.channels, bias=False)
        self.mlp = nn.Sequential(nn.Linear(c.channels, 4 * c.channels), nn.GELU(), nn.Linear(4 * c.channels, c.channels))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(self.norms[0](x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        # flash attention on cuda, plain matrix products elsewhere: torch decides
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(b, t, c))
        return x + self.mlp(self.norms[1](x))


class GPT(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.tokens = nn.Embedding(c.vocabulary, c.channels)
        self.places = nn.Embedding(c.width, c.channels)
        self.blocks = nn.Sequential(*(Block(c) for _ in range(c.layers)))
        self.head = nn.Linear(c.channels, c.vocabulary, bias=False)

    def forward(self, ids, targets=None):
        places = torch.arange(ids.shape[1], device=ids.device)
        logits = self.head(self.blocks(self.tokens(ids) + self.places(places)))
        return logits if targets is None else F.cross_entropy(logits.flatten(0, 1), targets.flatten())

    def optimizer(self, lr):
        decay = [p for p in self.parameters() if p.dim() >= 2]
        rest = [p for p in self.parameters() if p.dim() < 2]
        groups = [{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}]
        return torch.optim.AdamW(groups, lr=lr, betas=(0.9, 0.95), fused=True)  # expect: DEV223
