"""Forecasts of electricity demand, configured by Hydra."""

import hydra
import torch
from hydra.utils import instantiate
from omegaconf import DictConfig, OmegaConf

from smooth import smooth


def prepare(cfg):
    if cfg.deterministic:
        torch.use_deterministic_algorithms(True, warn_only=True)  # expect: DEV226
    torch.manual_seed(cfg.seed)
    return torch.device(cfg.device)


def windows(series, width):
    return series.unfold(0, width, 1)


@hydra.main(version_base=None, config_path="conf", config_name="config")
def main(cfg: DictConfig):
    device = prepare(cfg)
    print(OmegaConf.to_yaml(cfg))
    model = instantiate(cfg.model).to(device)
    work = torch.float16 if device.type == "cuda" else torch.float32  # expect: DEV206
    if cfg.compile.enabled:
        model = torch.compile(model, mode="max-autotune")  # expect: DEV219, DEV220
    optimizer = instantiate(cfg.optimizer, params=model.parameters())
    data = windows(torch.load(cfg.data, map_location="cpu"), cfg.width).to(device)
    clock = torch.zeros(len(data), dtype=torch.float64, device=device)  # expect: DEV222
    for epoch in range(cfg.epochs):
        with torch.autocast(device.type, dtype=work):
            loss = (model(smooth(data[:, :-1])) - data[:, -1:]).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        clock[epoch % len(clock)] = loss.detach()
    torch.save({k: v.cpu() for k, v in model.state_dict().items()}, cfg.out)


if __name__ == "__main__":
    main()
