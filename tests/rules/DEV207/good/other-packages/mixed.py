"""Other things called amp, autocast and GradScaler; torch.cuda.amp is not among them."""
import audio.cuda.amp
from apex import amp
from colossal.precision import GradScaler, autocast


class Amplifier:
    def __init__(self, cuda):
        self.amp = cuda.amp

    def autocast(self):
        return self.amp.autocast()


def run(model, optimizer):
    model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    with autocast():
        return model, GradScaler(), audio.cuda.amp.GradScaler()
