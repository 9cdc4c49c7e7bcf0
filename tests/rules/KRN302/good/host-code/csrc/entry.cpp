// __global__ stands in this comment alone; see norm.cu of an older release.
#include <torch/extension.h>

torch::Tensor twice(torch::Tensor x) { return x * 2; }
