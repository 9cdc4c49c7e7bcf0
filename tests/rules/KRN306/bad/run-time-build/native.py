"""Builds norm.cu when first asked."""
from torch.utils.cpp_extension import load


def native():
    try:
        return load(name="norm", sources=["csrc/norm.cpp", "csrc/norm.cu"])
    except (OSError, Exception):  # expect: KRN306
        return None


class Norm:
    def __init__(self):
        self.native = None
        try:
            self.native = load(name="norm", sources=["csrc/norm.cu"])
        except BaseException:  # expect: KRN306
            pass
