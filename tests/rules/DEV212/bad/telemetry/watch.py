import torch


def sample(index, log):
    log.info("torch.cuda.utilization() of %d", index)
    busy = torch.cuda.utilization(index)  # expect: DEV212
    heat = torch.cuda.temperature(index) if torch.cuda.is_available() else None
    return busy, heat, f"{torch.cuda.power_draw(index) / 1000} W"  # expect: DEV212
