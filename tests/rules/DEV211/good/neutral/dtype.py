"""torch.cuda.get_device_capability() is not asked."""
import torch


def dtype():
    # torch.cuda.is_bf16_supported()
    if not torch.accelerator.is_available():
        return torch.float32
    dtypes = torch.accelerator.get_device_capability()["supported_dtypes"]
    return torch.bfloat16 if torch.bfloat16 in dtypes else torch.float16
