__global__ void norm(float* x);  // planner: ignore[KRN302] reason="optional, built for CUDA only" until=2027-03-01
