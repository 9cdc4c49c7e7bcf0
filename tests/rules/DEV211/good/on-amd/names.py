import torch


def architecture():
    if torch.version.hip is None:
        return ""
    return torch.cuda.get_device_properties(0).gcnArchName


def name():
    return torch.cuda.get_device_properties(0).gcnArchName if torch.version.hip else ""
