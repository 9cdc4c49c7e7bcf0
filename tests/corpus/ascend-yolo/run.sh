#!/bin/bash
source /opt/project/env.sh
export ASCEND_RT_VISIBLE_DEVICES=0,1,2,3  # expect: DST503
export TORCH_TRANSFER_TO_NPU=1  # expect: IMG403
export HCCL_CONNECT_TIMEOUT=1200  # expect: DST503
npu-smi info > logs/cards.txt  # expect: MEA601
torchrun --nproc_per_node 4 -m ascend_yolo.train  # expect: DST504
