import pynvml  # planner: ignore[IMG402] reason="monitor of the CUDA hosts" until=2027-03-01
