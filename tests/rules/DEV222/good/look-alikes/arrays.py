"""NumPy's and ctypes' doubles, not torch.float64."""
import ctypes

import numpy as np
from schema import complex64, float64


def double(x):
    return 2 * x


def arrays(rows, table):
    # torch.double
    wide = np.asarray(rows, dtype=np.float64).astype("float64")
    line = table.column(float64).doubled()
    return wide, np.complex64(1), ctypes.c_double(2.0), double(3), complex64, line, "x.double()"
