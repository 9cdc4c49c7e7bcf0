#!/bin/bash
set -euo pipefail
# export NCCL_DEBUG=INFO
export CUBLAS_WORKSPACE_CONFIG=:4096:8  # expect: DEV226
export TOKENIZERS_PARALLELISM=false
export TORCH_NCCL_ASYNC_ERROR_HANDLING=1  # expect: DST503
accelerate launch --config_file accelerate.yaml tune.py plan.yaml
torchrun --nproc_per_node="$RANKS" evaluate.py --suite quick
python evaluate.py --device cuda:0 --suite mmlu  # expect: DEV201
