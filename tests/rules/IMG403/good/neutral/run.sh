#!/bin/sh
# PT_HPU_GPU_MIGRATION=1 python train.py
export PT_HPU_LAZY_MODE=0
python train.py --note "TORCH_TRANSFER_TO_NPU is not used"
