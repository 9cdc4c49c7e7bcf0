#!/bin/bash
set -e
export PT_HPU_GPU_MIGRATION=1  # expect: IMG403
export HABANA_VISIBLE_MODULES=0,1,2,3  # expect: DST503
# export PT_HPU_ENABLE_REFINE_DYNAMIC_SHAPES=1
torchrun --nproc_per_node=4 finetune.py --name bert-large-uncased  # expect: DST504
