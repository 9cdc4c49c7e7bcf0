#!/bin/sh
# nvcc -O3 csrc/norm.cu
set -e
c++ -O3 -shared -fPIC -o build/pack.so csrc/pack.cpp
"./build-$PLATFORM.sh"
