# --distributed-backend nccl
ARGUMENTS="--distributed-backend nccl --tensor-parallel 8"  # expect: DST502
torchrun train.py --dist_backend=hccl  # expect: DST502
torchrun train.py --backend gloo
