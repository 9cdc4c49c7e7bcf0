from .machine import HAS_GPU as may_launch


def gain(values, factor):
    if may_launch:
        from .kernel import scale_

        return scale_(values, factor)
    return values.mul_(factor)
