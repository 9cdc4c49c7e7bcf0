import torch
from torch.cuda.amp import custom_bwd, custom_fwd


class Scale(torch.autograd.Function):
    @staticmethod
    @custom_fwd(cast_inputs=torch.float16)  # expect: DEV207
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    @custom_bwd  # expect: DEV207
    def backward(ctx, grad):
        return grad * ctx.factor, None


class Shift(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd  # expect: DEV207
    def forward(ctx, x, by):
        return x + by

    @staticmethod
    @torch.cuda.amp.custom_bwd  # expect: DEV207
    def backward(ctx, grad):
        return grad, None
