import torch.distributed as dist

print "starting on nccl"
dist.init_process_group('nccl', init_method='env://')  # expect: DST502
