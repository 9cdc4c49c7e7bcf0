from .settings import _C


def defaults():
    return _C.copy()
