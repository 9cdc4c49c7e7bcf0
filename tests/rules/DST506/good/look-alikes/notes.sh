#!/bin/sh
# sbatch --gres=gpu:4 job.slurm
echo "docker run --gpus all"
python train.py --gpus 2 --gres=gpu
docker run --rm --device /dev/fuse trainer python train.py
sbatch --gres=scratch:200 job.slurm
