#include <torch/extension.h>

torch::Tensor scatter(torch::Tensor src) {
  TORCH_CHECK(src.is_cuda(), "wants CUDA");  // expect: KRN302
  if (!src.is_cuda()) { throw std::runtime_error("wants CUDA"); }  // expect: KRN302
  return src;
}
