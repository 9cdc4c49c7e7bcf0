#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>  // expect: KRN302

// __shfl_down_sync(mask, x, 1) in a comment
__device__ float total(float x) {
  for (int by = 16; by > 0; by /= 2) x += __shfl_down_sync(0xffffffff, x, by);  // expect: KRN302
  return __shfl_sync(0xffffffff, x, 0);
}

__device__ unsigned lane() {
  unsigned id;
#ifdef USE_ROCM
  asm volatile("s_nop 0");
#else
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
#endif
  return id;
}

void check(torch::Tensor x) { TORCH_CHECK(x.is_cuda()); }  // expect: KRN302
