"""Root-mean-square norm with a kernel for Trainium. `rms_norm` is the only door to it."""

import nki  # expect: IMG402
import nki.language as nl  # expect: IMG402


@nki.jit  # expect: KRN303
def rms_norm_kernel(x, gain, eps):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    tile = nl.load(x)
    mean = nl.mean(nl.square(tile), axis=1, keepdims=True)
    nl.store(out, tile * nl.rsqrt(mean + eps) * nl.load(gain))
    return out


def rms_norm(x, gain, eps=1e-6):
    """`x` of shape (rows, width), `gain` of shape (width,)."""
    return rms_norm_kernel(x, gain, eps)


@nki.jit  # expect: KRN303
def gate_kernel(x, y):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    nl.store(out, nl.silu(nl.load(x)) * nl.load(y))
    return out


def gate(x, y):
    return gate_kernel(x, y)
