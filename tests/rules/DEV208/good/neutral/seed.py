"""torch.cuda.manual_seed_all(seed) is not needed."""
import torch


def seed_all(seed, device):
    torch.manual_seed(seed)
    # torch.cuda.manual_seed_all(seed)
    module = torch.get_device_module(device)
    state = module.get_rng_state() if hasattr(module, "get_rng_state") else None
    with torch.random.fork_rng(devices=[0], device_type=device.type):
        draw = torch.rand(2)
    return state, draw, torch.get_rng_state(), "torch.cuda.get_rng_state()"
