from dataclasses import replace

import pytest

from planner.vocabulary.environment import Environment, Host, Image, Run, Torch, difference, package_name
from planner.vocabulary.layer import Layer

H100 = Environment(
    "h100", "nvidia-h100", "cuda-12.6", "x86_64", "3.12", Torch("2.14.0", "cu126"), Host("ubuntu-24.04", None, "570"),
    Image("ubuntu-24.04", "nvidia/cuda:x"), ("torchvision==0.29.0",), Run("p5.48xlarge", 1, 8, 32, ("ddp",), "compiled"),
)  # fmt: skip
TRN2 = Environment(
    "trn2", "aws-trn2", "neuron-2.33.0", "x86_64", "3.12", Torch("2.14.0", "cpu"), Host(), Image("ubuntu-24.04"),
    ("torchvision==0.29.0",), Run("trn2.48xlarge", 1, 8, 32, ("ddp",), "compiled", (("lnc", "2"),)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("change", "layers"),
    [
        ({}, ()),
        ({"name": "other"}, ()),
        ({"python": "3.13"}, (Layer.PYTHON,)),
        ({"torch": Torch("2.13.0", "cu126")}, (Layer.TORCH,)),
        ({"sdk": "cuda-13.0", "torch": Torch("2.14.0", "cu130")}, (Layer.SDK,)),
        ({"host": Host("ubuntu-24.04", None, "580")}, (Layer.HOST,)),
        ({"image": Image("ubuntu-26.04")}, (Layer.IMAGE,)),
        ({"image": Image("ubuntu-24.04", "nvidia/cuda:x", "sha256:1")}, ()),  # a digest is not a layer
        ({"packages": ()}, (Layer.PACKAGES,)),
        ({"run": replace(H100.run, execution="eager")}, (Layer.EXECUTION,)),
        ({"run": replace(H100.run, ranks=4)}, (Layer.DISTRIBUTION,)),
        ({"python": "3.13", "torch": Torch("2.13.0", "cu126")}, (Layer.PYTHON, Layer.TORCH)),
    ],
)
def test_each_change_is_its_layer(change, layers):
    assert difference(H100, replace(H100, **change)) == layers


def test_what_belongs_to_the_platform_moves_with_the_accelerator():
    assert difference(H100, TRN2) == (Layer.ACCELERATOR,)


def test_an_image_os_that_changes_too_is_a_layer_of_its_own():
    assert difference(H100, replace(TRN2, image=Image("ubuntu-26.04"))) == (Layer.IMAGE, Layer.ACCELERATOR)


def test_a_companion_moves_with_torch_and_alone_it_is_a_package():
    carried = {"torchvision": Layer.TORCH}
    newer = replace(H100, packages=("torchvision==0.28.0",))
    assert difference(H100, replace(newer, torch=Torch("2.13.0", "cu126")), carried) == (Layer.TORCH,)
    assert difference(H100, newer, carried) == (Layer.PACKAGES,)


def test_difference_is_symmetric():
    assert difference(H100, TRN2) == difference(TRN2, H100)


@pytest.mark.parametrize(
    ("line", "name"), [("Torch_Vision>=1", "torch-vision"), ("numpy", "numpy"), ("a.b[c]==1", "a-b"), ("x @ y", "x")]
)
def test_package_names_are_normalized(line, name):
    assert package_name(line) == name
