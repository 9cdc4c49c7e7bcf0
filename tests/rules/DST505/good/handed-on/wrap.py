from torch.nn.parallel import DistributedDataParallel


def wrap(model, rank, on_device, device_ids=None):
    if on_device:
        return DistributedDataParallel(model, device_ids=device_ids)
    return DistributedDataParallel(model, device_ids=[rank] if on_device else None)
