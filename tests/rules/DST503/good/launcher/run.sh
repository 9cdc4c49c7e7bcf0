#!/bin/sh
# export NCCL_P2P_DISABLE=1
export OUT_DIR=/tmp/out FI_PROVIDER=efa
export MASTER_PORT=29500
torchrun --nproc-per-node 8 train.py "$@"
