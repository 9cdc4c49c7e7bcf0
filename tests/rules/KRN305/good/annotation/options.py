from typing import Literal


def serve(quantize: Literal["bnb.nf4", "bnb.int8"] | None = None):
    return quantize
