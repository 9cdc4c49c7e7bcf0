#!/bin/bash
# torchrun --nproc_per_node=8 train.py
torchrun --nproc_per_node="$RANKS_PER_HOST" train.py
torchrun --nnodes=2 --nproc-per-node "${RANKS}" train.py
python train.py --nproc_per_node 8
echo "start it by torchrun --nproc_per_node=8"
mpirun -n 8 ./solver
