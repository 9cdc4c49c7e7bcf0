#!/bin/sh
export NCCL_SOCKET_IFNAME=ens  # expect: DST503
for seed in 1 2; do
  CUDA_VISIBLE_DEVICES=0 python train.py --seed "$seed"  # expect: DST503
done
docker run -e NCCL_DEBUG=INFO image  # expect: DST503
