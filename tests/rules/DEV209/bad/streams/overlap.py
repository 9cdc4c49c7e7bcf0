"""Overlaps copies with work. A torch.cuda.Stream() each."""
import torch
from torch.cuda import Stream, current_stream as now


class Prefetch:
    def __init__(self, loader):
        self.loader = loader
        self.stream = torch.cuda.Stream()  # expect: DEV209
        self.side = Stream(priority=-1)  # expect: DEV209

    def wait(self):
        # torch.cuda.current_stream()
        torch.cuda.current_stream().wait_stream(self.stream)  # expect: DEV209
        now().wait_stream(self.side)  # expect: DEV209


def streams(count, default=torch.cuda.default_stream()):  # expect: DEV209
    if not torch.cuda.is_available():
        return [None] * count
    return [default, *(torch.cuda.Stream() for _ in range(count))]
