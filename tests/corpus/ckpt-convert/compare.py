"""Compares two checkpoints on the host and one of them on the card."""

import sys

import torch


def on_card(path):
    state = torch.load(path, "cuda:0")  # expect: DEV218
    return sum(value.double().square().sum() for value in state.values())  # expect: DEV222


def on_host(path):
    state = torch.load(path, "cpu")
    return sum(value.double().square().sum() for value in state.values())


def resume(path, net, optimizer):
    state = torch.load(path, weights_only=False)  # expect: DEV218
    net.load_state_dict(state["net"])
    optimizer.load_state_dict(state["optimizer"])
    torch.cuda.set_rng_state(state["cuda_rng"])  # expect: DEV208
    return state["step"]


def state_of(net, optimizer, step):
    rng = torch.cuda.get_rng_state()  # expect: DEV208
    return {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "step": step, "cuda_rng": rng}


if __name__ == "__main__":
    print(on_host(sys.argv[1]), on_card(sys.argv[2]))
