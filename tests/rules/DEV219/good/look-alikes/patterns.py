"""Other things that compile, torch.compile(model, backend="inductor") not among them."""
import re

import numba


class Query:
    def compile(self, backend="inductor"):
        return self, backend


@numba.jit(nopython=True)
def add(x):
    return x + 1


def compile(source, backend):
    return source, backend


def build(query, text):
    # torch.compile(query, backend="inductor")
    pattern = re.compile("torch.compile")
    return pattern.sub(text, "inductor"), query.compile(backend="tensorrt"), compile(text, backend="inductor"), Query()
