#include "blend.h"
#include <cooperative_groups.h>  // expect: KRN302

__global__ void blend(const float4* splats, const float3* colors, int count, float3* image, int width) {
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  float x = pixel % width, y = pixel / width, left = 1.f;
  float3 sum = {0.f, 0.f, 0.f};
  for (int i = 0; i < count && left > 1e-4f; ++i) {
    float dx = x - splats[i].x, dy = y - splats[i].y;
    float alpha = fminf(0.99f, splats[i].w * __expf(-(dx * dx + dy * dy) * splats[i].z));
    sum.x += left * alpha * colors[i].x;
    sum.y += left * alpha * colors[i].y;
    sum.z += left * alpha * colors[i].z;
    left *= 1.f - alpha;
  }
  image[pixel] = sum;
}
