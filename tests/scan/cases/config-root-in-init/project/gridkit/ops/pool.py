from . import _C


def pool(features, boxes):
    return _C.pool(features, boxes)
