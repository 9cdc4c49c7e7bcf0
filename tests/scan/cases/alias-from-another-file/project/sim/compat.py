from torch import cuda as gpu

__all__ = ["gpu"]
