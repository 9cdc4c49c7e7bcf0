"""Feeds the trainer."""

import torch
import torch.multiprocessing as mp
from torch.utils.data import DataLoader

from etl.images import batch

try:
    import cupy as cp  # expect: IMG402
except Exception:  # expect: KRN306
    cp = None


def loader(data, size, device):
    return DataLoader(
        data,
        size,
        num_workers=8,
        pin_memory=True,  # expect: DEV217
        pin_memory_device="cuda",  # expect: DEV217
        multiprocessing_context="fork",  # expect: DST504
    )


def on_card(frames):
    return torch.as_tensor(cp.asarray(frames))  # expect: KRN303


def buffers(count, shape):
    return [torch.empty(shape, pin_memory=True) for _ in range(count)]  # expect: DEV217


def prefetch(source):
    copies = torch.cuda.Stream()  # expect: DEV209
    ready = None
    for images in source:
        with torch.cuda.stream(copies):  # expect: DEV209
            following = batch(images.numpy())
        if ready is not None:
            yield ready
        torch.cuda.current_stream().wait_stream(copies)  # expect: DEV209
        ready = following
    yield ready


def decode_all(paths, decode):
    """Decoding touches no device, so plain workers will do."""
    with mp.get_context("spawn").Pool(8) as pool:
        return pool.map(decode, paths)


def batch_all(parts):
    with mp.get_context("fork").Pool(4) as pool:  # expect: DST504
        return pool.map(batch, parts)


SECOND = 1


def to_second(tensor):
    return tensor.to(SECOND, non_blocking=True)  # expect: DEV216


def channel(images):
    return images[:, SECOND].to(torch.float32)


def ready_for_copy(tensor):
    return tensor.is_pinned("cuda")  # expect: DEV217
