"""Asks NVIDIA's management library."""
import pynvml
from pynvml import nvmlDeviceGetTemperature as heat


def sample(index):
    pynvml.nvmlInit()  # expect: DEV212
    handle = pynvml.nvmlDeviceGetHandleByIndex(index)  # expect: DEV212
    return heat(handle, 0)  # expect: DEV212
