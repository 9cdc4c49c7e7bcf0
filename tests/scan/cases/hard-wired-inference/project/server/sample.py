import torch


def buffers(questions, length, filler):
    count = len(questions)
    tokens = torch.full((count, length), filler, device="cuda", dtype=torch.long)
    ended = torch.zeros(count, device="cuda", dtype=torch.bool)
    return tokens, ended
