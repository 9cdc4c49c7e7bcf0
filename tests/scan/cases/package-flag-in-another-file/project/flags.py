import importlib.util

USE_TPU = importlib.util.find_spec("torch_xla") is not None
