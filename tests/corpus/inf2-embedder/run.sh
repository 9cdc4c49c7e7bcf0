#!/bin/sh
set -e
export NEURON_COMPILE_CACHE_URL=s3://models/cache  # expect: DST503
export FI_PROVIDER=efa
neuron-ls --json-output > cores.json  # expect: MEA601
torchrun --nproc_per_node=2 finetune.py  # expect: DST504
neuron-monitor -c monitor.json | tee out/monitor.log &  # expect: MEA601
python export.py intfloat/encoder-small out
