import torch

try:
    import triton
    import triton.language as tl
except ImportError:
    raise RuntimeError("this needs triton")


@triton.jit
def _least(costs, result, width, SPAN: tl.constexpr):
    line = tl.program_id(0)
    at = tl.arange(0, SPAN)
    seen = tl.load(costs + line * width + at, mask=at < width, other=float("inf"))
    tl.store(result + line, tl.min(seen, axis=0))


def best_columns(cost):
    lines, width = cost.shape
    result = torch.empty(lines, device=cost.device)
    _least[(lines,)](cost, result, width, SPAN=2048)
    return result.cpu().numpy()
