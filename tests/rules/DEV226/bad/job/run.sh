#!/bin/sh
# export CUBLAS_WORKSPACE_CONFIG=:16:8
export CUBLAS_WORKSPACE_CONFIG=:4096:8  # expect: DEV226
HIPBLAS_WORKSPACE_CONFIG=:4096:8 python train.py --seed 1  # expect: DEV226
python evaluate.py --note "CUBLAS_WORKSPACE_CONFIG is set"
