// Copyright of the project.
#include <hip/hip_runtime.h>  // expect: KRN302
