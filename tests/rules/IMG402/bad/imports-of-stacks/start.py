import habana_frameworks.torch.core  # expect: IMG402
import intel_extension_for_pytorch as ipex  # expect: IMG402
import torch
import torch_npu  # expect: IMG402
import torch_xla.core.xla_model as xm  # expect: IMG402
from apex.optimizers import FusedAdam  # expect: IMG402


def start(model):
    return xm.xla_device(), ipex, FusedAdam(model.parameters()), torch.ones(2)
