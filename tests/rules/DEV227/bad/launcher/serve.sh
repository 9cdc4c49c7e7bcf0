#!/bin/sh
# vllm serve org/model --device cuda
export DS_ACCELERATOR=xpu  # expect: DEV227
VLLM_ATTENTION_BACKEND=FLASH_ATTN python bench.py  # expect: DEV227
vllm serve org/model --device cuda  # expect: DEV227
accelerate launch --gpu_ids 0,1 train.py  # expect: DEV227
