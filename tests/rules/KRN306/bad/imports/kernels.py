import torch

try:
    from apex.normalization import FusedRMSNorm
except Exception:  # expect: KRN306
    FusedRMSNorm = None

try:
    import triton
    import triton.language as tl
except:  # noqa: E722  # expect: KRN306
    triton = tl = None

attend = torch.nn.functional.scaled_dot_product_attention
try:
    from flash_attn import flash_attn_func as attend
except ImportError:  # expect: KRN306
    pass
