// One thread an element.
#include <cuda_runtime.h>  // expect: KRN302

__global__ void norm(float* x, float by, int count) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < count) x[at] /= by;
}
