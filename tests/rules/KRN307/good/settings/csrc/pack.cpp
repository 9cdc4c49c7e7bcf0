// Registers torch.ops.tiles.pack and torch.ops.tiles.unpack.
#include <torch/extension.h>

torch::Tensor pack(const torch::Tensor& x);
torch::Tensor unpack(const torch::Tensor& x);

TORCH_LIBRARY(tiles, m) {
  m.def("pack(Tensor x) -> Tensor");
  m.def("unpack(Tensor x) -> Tensor");
}

TORCH_LIBRARY_IMPL(tiles, CUDA, m) {
  m.impl("pack", &pack);
  m.impl("unpack", &unpack);
}
