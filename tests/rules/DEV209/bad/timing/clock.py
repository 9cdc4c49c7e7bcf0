import torch as th

cuda = th.cuda


def marks(count):
    return [cuda.Event(enable_timing=True) for _ in range(count)]  # expect: DEV209


def timed(function):
    marker = th.cuda.Event  # expect: DEV209
    pair = [marker(enable_timing=True), marker(enable_timing=True)]
    pair[0].record()
    function()
    pair[1].record()
    return pair
