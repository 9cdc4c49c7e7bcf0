import torch

dtype = torch.cuda.FloatTensor  # expect: DEV213
print "using", dtype
x = torch.randn(3).type(dtype)
