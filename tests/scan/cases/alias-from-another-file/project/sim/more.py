from sim import compat


def finish():
    compat.gpu.synchronize()
