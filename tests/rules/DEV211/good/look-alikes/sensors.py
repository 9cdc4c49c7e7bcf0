"""Sensors have names and properties, too; torch.cuda.get_device_name(0) is one of a card."""
import sensors


class Rack:
    def __init__(self, cuda):
        self.cuda = cuda

    def get_device_name(self, index):
        return f"get_device_properties({index})"


def names(rack, cuda):
    first = rack.get_device_name(0)
    second = sensors.cuda.get_device_properties(1)
    return first, second, rack.cuda.get_device_capability(), cuda.is_bf16_supported()
