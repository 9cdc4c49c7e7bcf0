#!/bin/bash
srun accelerate launch \
  train.py --optim adamw_bnb_8bit --learning_rate 2e-5 \
  --attn_implementation flash_attention_2 \
  --output_dir runs/adamw_bnb_8bit --optim_note adamw
