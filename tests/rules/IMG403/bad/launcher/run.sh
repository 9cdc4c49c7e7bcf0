#!/bin/sh
# export TORCH_TRANSFER_TO_NPU=1
export TORCH_TRANSFER_TO_NPU=1  # expect: IMG403
PT_HPU_GPU_MIGRATION=1 python train.py  # expect: IMG403
