#!/bin/sh
set -e
export TORCH_CUDA_ARCH_LIST="8.0;8.6;9.0"  # expect: KRN302
nvcc --version > out/compiler.txt  # expect: IMG404
pip install --no-build-isolation .
# CUDA_VISIBLE_DEVICES=1 was the card with the big memory
for scene in garden attic; do
  CUDA_VISIBLE_DEVICES=0 python -m splat.scene --data "scenes/$scene"  # expect: DST503
  nvidia-smi --query-gpu=memory.used --format=csv >> "out/$scene/memory.csv"  # expect: MEA601
  echo "rendered $scene; see nvidia-smi for the memory in use"
done
