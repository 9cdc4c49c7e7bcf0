#pragma once
__global__ void norm(float* x, float by, int count);  // expect: KRN302
