import torch as th
import torch.nn.attention as attention
from torch.nn.attention import SDPBackend, activate_flash_attention_impl, sdpa_kernel
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import scaled_dot_product_attention as sdpa


def attend(q, k, v):
    # sdpa_kernel(SDPBackend.FLASH_ATTENTION)
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):  # expect: KRN304
        first = sdpa(q, k, v)
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION]):  # expect: KRN304
        second = sdpa(q, k, v)
    with attention.sdpa_kernel(backends=[attention.SDPBackend.CUDNN_ATTENTION]):  # expect: KRN304
        third = sdpa(q, k, v)
    with th.backends.cuda.sdp_kernel(enable_flash=True, enable_math=False):  # expect: KRN304
        fourth = sdpa(q, k, v)
    return first, second, third, fourth, flex_attention(q, k, v)  # expect: KRN304


def hopper():
    activate_flash_attention_impl("FA3")  # expect: KRN304
