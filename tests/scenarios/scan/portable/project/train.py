import torch

device = torch.accelerator.current_accelerator() or torch.device("cpu")
x = torch.ones(2, device=device)
