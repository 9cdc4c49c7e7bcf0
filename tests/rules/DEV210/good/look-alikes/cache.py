import psutil


class Cache:
    """A cache of files. No torch.cuda.empty_cache() in it."""

    def __init__(self, cuda):
        self.cuda = cuda

    def empty_cache(self):
        return self.cuda.empty_cache()


def free(cache, cuda):
    cache.empty_cache()
    cuda.memory_allocated()
    return psutil.virtual_memory().available
