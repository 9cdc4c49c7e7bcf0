#!/bin/sh
# sbatch --gres=gpu:4 jobs/train.slurm
sbatch --gres=gpu:4 jobs/train.slurm  # expect: DST506
docker run --rm --gpus all trainer python train.py  # expect: DST506
docker run --gpus '"device=0,1"' trainer  # expect: DST506
