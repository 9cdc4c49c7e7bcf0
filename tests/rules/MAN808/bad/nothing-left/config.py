# the call went away and its comment stayed
WORKERS = 2  # planner: ignore[DEV203] reason="CUDA-only script" until=2025-01-31  # expect: MAN808
