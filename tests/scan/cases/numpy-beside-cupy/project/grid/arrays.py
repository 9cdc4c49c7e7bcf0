try:
    import cupy as xp
except ImportError:
    import numpy as xp


def unit(field):
    field = xp.asarray(field)
    return field / xp.linalg.norm(field)
