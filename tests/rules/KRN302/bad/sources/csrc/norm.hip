// Copyright of the project.  expect nothing but:  // expect: KRN302
#include <hip/hip_runtime.h>
