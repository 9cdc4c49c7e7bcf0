#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>  // expect: KRN302

// one thread for each pair of boxes
__global__ void overlap(const float* boxes, int count, float threshold, unsigned char* hides) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y;
  if (i >= count || j >= i) return;
  const float* a = boxes + 4 * i;
  const float* b = boxes + 4 * j;
  float w = fminf(a[2], b[2]) - fmaxf(a[0], b[0]);
  float h = fminf(a[3], b[3]) - fmaxf(a[1], b[1]);
  float both = fmaxf(w, 0.f) * fmaxf(h, 0.f);
  float all = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both;
  if (both > threshold * all) hides[i] = 1;
}

at::Tensor nms_cuda(const at::Tensor& boxes, const at::Tensor&, double threshold) {
  auto hides = at::zeros({boxes.size(0)}, boxes.options().dtype(at::kByte));
  dim3 grid((boxes.size(0) + 255) / 256, boxes.size(0));
  overlap<<<grid, 256, 0, at::cuda::getCurrentCUDAStream()>>>(
      boxes.data_ptr<float>(), boxes.size(0), threshold, hides.data_ptr<unsigned char>());
  return hides.logical_not().nonzero().squeeze(1);
}

at::Tensor roi_align_cuda(const at::Tensor&, const at::Tensor&, int64_t, int64_t, double, int64_t);
at::Tensor roi_pool_cuda(const at::Tensor&, const at::Tensor&, int64_t);

TORCH_LIBRARY(boxwise, m) {
  m.def("nms(Tensor boxes, Tensor scores, float threshold) -> Tensor", &nms_cuda);
  m.def("roi_align(Tensor x, Tensor boxes, int height, int width, float scale, int samples) -> Tensor", &roi_align_cuda);
  m.def("roi_pool(Tensor x, Tensor boxes, int size) -> Tensor", &roi_pool_cuda);
}
