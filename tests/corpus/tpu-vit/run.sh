#!/bin/sh
export TPU_VISIBLE_CHIPS=0,1,2,3  # expect: DST503
export LIBTPU_INIT_ARGS=--xla_tpu_enable_async_collective_fusion=true  # expect: DST503
export JAX_LOG_COMPILES=1
python train.py --epochs 10
