import torch
import torch._dynamo
import torch._inductor.config as inductor
from torch._dynamo import config as dynamo
from torch._inductor import config


def tune():
    # torch._dynamo.config.suppress_errors = False
    torch._dynamo.config.suppress_errors = True  # expect: DEV220
    inductor.coordinate_descent_tuning = True  # expect: DEV220
    config.triton.unique_kernel_names = True  # expect: DEV220
    dynamo.cache_size_limit = 64  # expect: DEV220
    return "torch._inductor.config is set"
