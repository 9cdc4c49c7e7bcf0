import triton
import triton.language as tl


@triton.jit
def cosine(x):
    return tl.inline_asm_elementwise("cos.approx.f32 $0, $1;", "=f,f", [x], dtype=tl.float32, is_pure=True, pack=1)


@triton.jit
def twice(x):
    return x + x
