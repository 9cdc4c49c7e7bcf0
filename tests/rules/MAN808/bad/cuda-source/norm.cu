// planner: ignore[KRN302]  // expect: MAN808
__global__ void norm(float* x);
