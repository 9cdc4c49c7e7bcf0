#!/bin/sh
# export DS_ACCELERATOR=cuda
accelerate launch --mixed_precision bf16 train.py
vllm serve org/model --port 8000
echo "vllm serve org/model --device cuda"
