"""Training step. Earlier versions called model.to("cuda") twice."""
import logging

import torch as th

log = logging.getLogger(__name__)


def prepare(model, batch):
    # "cuda:0" was here once
    model = model.to("cuda")  # expect: DEV201
    ids = batch["ids"].to("cuda:1", non_blocking=True)  # expect: DEV201
    mask = th.ones(4, 4, device="cuda")  # expect: DEV201
    head = th.nn.Linear(8, 8, device="cuda:0", dtype=th.float32)  # expect: DEV201
    log.info("moved to cuda:0 and cuda:1")
    log.info("device is %s", "cuda" in str(ids.device))
    return model, ids, mask, head


def place(tensor):
    home = th.device("cuda")  # expect: DEV201
    other = th.device("xpu", 1)  # expect: DEV201
    th.set_default_device("cuda")  # expect: DEV201
    with th.device("cuda:0"):  # expect: DEV201
        return th.zeros(3), home, other, tensor
