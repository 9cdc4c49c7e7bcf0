"""Notes on devices.

    model.to("cuda")
    device = "cuda:0"
"""
import logging

log = logging.getLogger(__name__)


def explain(report):
    r"""Says `device="cuda"` in a raw docstring."""
    # model.to("cuda")
    """a string that stands alone: .to('cuda')"""
    log.warning("no cuda device; use --device cuda:0")
    print("cuda")
    print(f"running on cuda with {report}")
    raise RuntimeError("cuda")
