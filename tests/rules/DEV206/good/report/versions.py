import logging

import torch

log = logging.getLogger(__name__)


def versions():
    return {"torch": torch.__version__, "cuda": torch.version.cuda, "hip": torch.version.hip}


def tell():
    log.info("torch %s for CUDA %s", torch.__version__, torch.version.cuda)
