import numpy as np

try:
    import cupy
except ModuleNotFoundError:
    cupy = None


def to_host(field):
    if cupy is not None and isinstance(field, cupy.ndarray):
        return cupy.asnumpy(field)
    return np.asarray(field)
