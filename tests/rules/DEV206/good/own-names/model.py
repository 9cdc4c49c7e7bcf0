class Wrapper:
    def is_neuron(self):
        return True


def trace(model, device):
    if model.is_neuron():
        return model.traced
    on_mps = "mps" in device.type
    return model.cpu() if on_mps else model
