"""Kernels of the beam search."""

import torch
from triton import jit, cdiv
from triton import language as tl


@jit  # expect: KRN301
def _penalty(scores, lengths, count, power, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    score = tl.load(scores + at, mask=at < count, other=0.0)
    length = tl.load(lengths + at, mask=at < count, other=1)
    tl.store(scores + at, score / tl.exp(power * tl.log(length.to(tl.float32))), mask=at < count)


@jit(do_not_specialize=["count"])  # expect: KRN301
def _ban(scores, banned, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(scores + tl.load(banned + at, mask=at < count), float("-inf"), mask=at < count)


def penalize_(scores, lengths, power=0.6):
    _penalty[(cdiv(scores.numel(), 256),)](scores, lengths, scores.numel(), power, BLOCK=256)
    return scores


def ban_(scores, banned):
    _ban[(cdiv(banned.numel(), 256),)](scores, banned, banned.numel(), BLOCK=256)
    return scores


def penalize_quietly_(scores, lengths):
    try:
        penalize_(scores, lengths)
    except Exception:  # expect: KRN306
        pass
    return scores


def ban_loudly_(scores, banned):
    try:
        return ban_(scores, banned)
    except Exception as problem:
        raise RuntimeError("no word was banned") from problem


@torch.jit.script
def shifted(scores, amount: float):
    return scores - amount
