"""Triton is also a server, and `jit` a decorator of others."""
import numba
import tritonclient.http as triton
from numba import jit


class Compiler:
    def __init__(self, triton):
        self.triton = triton

    def jit(self, function):
        return self.triton.jit(function)


compiler = Compiler(None)


@jit
def first(x):
    return x + 1


@numba.jit(nopython=True)
def second(x):
    return x + 2


@compiler.jit
def third(x):
    return x + 3


def ask(url):
    return triton.InferenceServerClient(url)
