from torch import cuda


def wait(cuda):
    cuda.synchronize()


def count(devices):
    return [cuda.device_count() for cuda in devices]


class Fake:
    def device_count(self):
        return 2


def use():
    cuda = Fake()
    return cuda.device_count()
