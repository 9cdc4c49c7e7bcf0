from .compat import gpu


def prepare(slot):
    gpu.set_device(slot)


def finish():
    gpu.synchronize()
