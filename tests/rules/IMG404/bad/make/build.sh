#!/bin/sh
# nvcc -O3 csrc/norm.cu
set -e
hipcc -O3 -shared -o build/norm.so csrc/norm.hip  # expect: IMG404
/usr/local/cuda/bin/nvcc -O3 -shared -o build/norm.so csrc/norm.cu  # expect: IMG404
