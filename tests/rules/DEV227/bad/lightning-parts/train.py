from lightning.fabric.accelerators import CUDAAccelerator
from lightning.fabric.strategies import XLAFSDPStrategy

count = CUDAAccelerator.auto_device_count()  # expect: DEV227
strategy = XLAFSDPStrategy(state_dict_type="full")  # expect: DEV227
