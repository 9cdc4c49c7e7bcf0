#pragma once  // expect: KRN302
__global__ void norm(float* x, float by, int count);
