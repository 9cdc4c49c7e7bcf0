"""Attention in a ring over TPU chips, with a Pallas kernel for the inner step."""

import jax
import jax.numpy as jnp
import torch
import torch_xla.core.xla_model as xm  # expect: IMG402
from jax.experimental import pallas as pl
from torch_xla.experimental.custom_kernel import jax_import_guard, make_kernel_from_pallas  # expect: IMG402

jax_import_guard()  # expect: KRN303


def inner(q_ref, k_ref, v_ref, out_ref):
    scores = q_ref[...] @ k_ref[...].T
    weights = jnp.exp(scores - scores.max(axis=-1, keepdims=True))
    out_ref[...] = (weights @ v_ref[...]) / weights.sum(axis=-1, keepdims=True)


@jax.jit
def step(q, k, v):
    shape = jax.ShapeDtypeStruct(q.shape, q.dtype)
    return pl.pallas_call(inner, out_shape=shape)(q, k, v)  # expect: KRN303


ring_step = make_kernel_from_pallas(step, lambda q, k, v: [(q.shape, q.dtype)])  # expect: KRN303


def ring(q, k, v, chips):
    total = torch.zeros_like(q)
    pairs = [(chip, (chip + 1) % chips) for chip in range(chips)]
    for _ in range(chips):
        total = total + ring_step(q, k, v)
        k = xm.collective_permute(k, pairs)  # expect: DEV224
        v = xm.collective_permute(v, pairs)  # expect: DEV224
    return total / chips


def plain(q, k, v):
    """What the ring computes, without a ring; Pallas is not needed."""
    return torch.nn.functional.scaled_dot_product_attention(q, k, v)
