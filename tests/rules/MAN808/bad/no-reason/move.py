import torch


def move(model, x):
    model.cuda()  # planner: ignore[DEV202]  # expect: MAN808
    x = x.cuda()  # planner: ignore[DEV202] reason=""  # expect: MAN808
    x = x.cuda()  # planner: ignore[] reason="CUDA-only benchmark" until=2027-03-01  # expect: MAN808
    torch.cuda.synchronize()  # planner: ignore[DEV203] until=2027-03-01  # expect: MAN808
    return model, x
