#!/bin/bash
# torchrun --nproc_per_node=8 train.py
torchrun --nproc_per_node=8 train.py  # expect: DST504
torchrun --standalone --nproc-per-node 4 train.py --out "$OUT"  # expect: DST504
python -m torch.distributed.run --nproc_per_node 2 train.py  # expect: DST504
OMP_NUM_THREADS=4 python3 -m torch.distributed.launch --nproc_per_node=2 train.py  # expect: DST504
