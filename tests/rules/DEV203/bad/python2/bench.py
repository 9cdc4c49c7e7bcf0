import torch

if torch.cuda.is_available():  # expect: DEV203
    print "GPUs:", torch.cuda.device_count()
else:
    print "torch.cuda is not there"
exec "torch.cuda.synchronize()"
