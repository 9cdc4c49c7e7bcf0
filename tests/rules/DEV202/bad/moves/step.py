"""One step. `.cuda()` in a docstring is no call."""
import torch


def step(model, batch, target):
    # batch.cuda() would do the same
    model.cuda()  # expect: DEV202
    batch = batch.cuda(non_blocking=True)  # expect: DEV202
    loss = model(batch).sum() - target.cuda(0).sum()  # expect: DEV202
    print("model.cuda() was called")
    return loss


def nested(loader):
    return [x.cuda() for x in loader], {k: v.cuda() for k, v in loader.items()}  # expect: DEV202


def chain(net):
    return (
        net
        .eval()
        .cuda()  # expect: DEV202
        .half()
    )


def in_text(x):
    return f"{x.cuda()}"  # expect: DEV202


def default(weight=torch.ones(2).cuda()):  # expect: DEV202
    return weight
