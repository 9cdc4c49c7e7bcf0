import os

DEFAULTS = {"device": "cuda", "workers": 2}  # expect: DEV201


def settings(config, args, **kwargs):
    device = os.environ.get("MODEL_DEVICE", "cuda")  # expect: DEV201
    fallback_device = config.get("device", "cuda:0")  # expect: DEV201
    own_device = kwargs.pop("device", "cuda")  # expect: DEV201
    wanted_device = getattr(args, "device", None) or "cuda"  # expect: DEV201
    device_a, device_b = "cuda:0", "cuda:1"  # expect: DEV201
    return device, fallback_device, own_device, wanted_device, device_a, device_b
