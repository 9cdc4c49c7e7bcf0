#!/bin/sh
set -e
rocm-smi --setperfdeterminism 1900  # expect: MEA601
amd-smi static --board > out/board.txt  # expect: MEA601
hipcc -O3 -o out/probe probe.cpp  # expect: IMG404
docker build -t mi300-bench .
srun --gpus-per-node=1 python bench.py > out/bench.txt  # expect: DST506
