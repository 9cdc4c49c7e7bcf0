#include <cuda_fp16.h>  // expect: KRN302
#include <torch/library.h>

__global__ void unpack(const unsigned char* packed, const half* scale, half* out, int width) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  half s = scale[at / width];
  out[2 * at] = __hmul(s, __int2half_rn((packed[at] & 15) - 8));
  out[2 * at + 1] = __hmul(s, __int2half_rn((packed[at] >> 4) - 8));
}

at::Tensor w4_product(const at::Tensor& x, const at::Tensor& packed, const at::Tensor& scale);
at::Tensor w8_product(const at::Tensor& x, const at::Tensor& codes, const at::Tensor& scale);

TORCH_LIBRARY(quantbox, m) {
  m.def("w4_product(Tensor x, Tensor packed, Tensor scale) -> Tensor", &w4_product);
  m.def("w8_product(Tensor x, Tensor codes, Tensor scale) -> Tensor", &w8_product);
}
