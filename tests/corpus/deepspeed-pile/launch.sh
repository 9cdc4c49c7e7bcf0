#!/bin/bash
#SBATCH --job-name=pile
#SBATCH --nodes=4
#SBATCH --gres=gpu:8  # expect: DST506
##SBATCH --gpus-per-node=8
export MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export NCCL_IB_DISABLE=1  # expect: DST503
deepspeed --num_nodes 4 train.py --deepspeed --deepspeed_config ds_config.json
