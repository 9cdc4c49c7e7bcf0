import torch


def run(rank, model):
    model = model.to(rank)  # expect: DEV216
    return model


def moved(args, model, batch):
    batch = batch.to(args.gpu)  # expect: DEV216
    return model(batch)


def placed(rank: torch.device, model):
    return model.to(rank)
