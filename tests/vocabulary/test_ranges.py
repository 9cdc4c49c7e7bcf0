import pytest

from planner.vocabulary.ranges import contains, fault


@pytest.mark.parametrize(
    ("attribute", "allowed", "value", "answer"),
    [
        ("torch", (">=2.7,<2.15",), "2.14.0", True),
        ("torch", ("==2.14.*",), "2.14.1", True),
        ("torch", ("==2.13.0", "==2.14.0"), "2.14.1", False),
        ("torch", (">=2.14",), "2.15.0.dev20261120", False),  # a nightly matches only where a row says so
        ("torch", (">=2.15.0.dev0",), "2.15.0.dev20261120", True),
        ("torch", (">=2",), "two", False),
        ("driver", (">=525.60.13",), "560.35.03", True),
        ("driver", (">=525.60.13",), "525.60.9", False),
        ("glibc", (">=2.28",), "2.27", False),
        ("host_kernel", (">=5.15",), "5.15.0-91-generic", True),
        ("host_kernel", (">=5.15",), "5.4.0-91-generic", False),
        ("glibc", (">=2.28",), "2.39", True),
        ("python", ("3.12", "3.13"), "3.12", True),
        ("python", ("3.12", "3.13"), "3.13t", False),
        ("python", ("3.13t",), "3.13t", True),
        ("python", (">=3.12",), "3.13t", False),
        ("python", (">=3.9,<3.13",), "3.10", True),
        ("os", ("ubuntu-*",), "ubuntu-24.04", True),
        ("os", ("ubuntu-24.04",), "ubuntu-22.04", False),
        ("capability", ("8.0", "8.6", "9.0"), "8.9", True),  # same major, lower minor
        ("capability", ("8.0", "9.0"), "12.0", False),
        ("capability", ("8.6",), "8.0", False),
        ("capability", ("10.0", "12.0"), "10.3", True),
        ("capability", ("9.0", "12.0+PTX"), "12.1", True),
        ("capability", ("7.5+PTX",), "8.0", True),
        ("capability", ("7.5+PTX",), "7.0", False),
        ("indexes", ("neuron",), "cpu default neuron", True),
        ("indexes", ("neuron",), "default", False),
    ],
)
def test_contains(attribute, allowed, value, answer):
    assert contains(attribute, allowed, value) is answer


@pytest.mark.parametrize(
    ("attribute", "allowed", "says"),
    [
        ("torch", (">=2,<1",), "no version is in"),
        ("torch", (), "empty range"),
        ("torch", ("2.14",), "is not a range"),
        ("capability", ("ninety",), "is not a range"),
        ("colour", ("red",), "no attribute is called"),
    ],
)
def test_a_fault_is_named(attribute, allowed, says):
    assert says in (fault(attribute, allowed) or "")


def test_a_good_range_has_no_fault():
    assert fault("python", ("3.12", ">=3.13", "3.14t")) is None
