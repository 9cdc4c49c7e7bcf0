import torch

torch.use_deterministic_algorithms(True)  # planner: ignore[DEV226] reason="wanted on every stack" until=2027-03-01
