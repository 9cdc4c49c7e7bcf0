"""An accelerator of particles, and accelerate's object; torch.accelerator.synchronize() is not called."""
from accelerate import Accelerator
from beamline import accelerator


class Ring:
    def __init__(self, accelerator):
        self.accelerator = accelerator

    def stop(self):
        return self.accelerator.synchronize()


def run(ring, log):
    # torch.accelerator.empty_cache()
    helper = Accelerator()
    accelerator.synchronize()
    helper.wait_for_everyone()
    log.info("torch.accelerator.synchronize()")
    return ring.stop()
