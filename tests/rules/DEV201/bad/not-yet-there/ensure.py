"""A tensor that is not on the card is moved there: the test asks for a tensor's device, not for CUDA."""


def ensure(x):
    if x.device.type != "cuda":
        x = x.to("cuda")  # expect: DEV201
    return x


def returned(x):
    if x.is_cuda:
        return x
    return x.to("cuda")  # expect: DEV201


def short(x):
    return x if x.is_cuda else x.to("cuda:0")  # expect: DEV201


def other_card(x):
    if str(x.device) == "cuda:0":
        return x.to("cuda:1")  # expect: DEV201
    return x.to("cuda:0")  # expect: DEV201
