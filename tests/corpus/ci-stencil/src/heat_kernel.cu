// One step of the heat equation.
#include <cuda_runtime.h>  // expect: KRN302

__global__ void heat(const float* now, float* next, int width, int height, float rate) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int at = y * width + x;
  next[at] = now[at] + rate * (now[at - 1] + now[at + 1] + now[at - width] + now[at + width] - 4 * now[at]);
}

extern "C" void heat_step(const float* now, float* next, int width, int height, float rate) {
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  heat<<<grid, block>>>(now, next, width, height, rate);
}
