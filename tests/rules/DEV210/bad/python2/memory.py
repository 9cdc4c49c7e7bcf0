import torch

print "allocated", torch.cuda.memory_allocated()  # expect: DEV210
print "torch.cuda.memory_allocated()"
try:
    torch.cuda.empty_cache()  # expect: DEV210
except RuntimeError, e:
    print e
