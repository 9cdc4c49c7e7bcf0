from . import _C  # expect: KRN307
from .layers import packed
