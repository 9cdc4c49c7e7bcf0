from . import _C


def show():
    print(dict(_C))
