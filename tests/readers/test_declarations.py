"""Requirements, Dockerfiles, pyproject and conda files: what they ask for, and where."""

import pytest

from planner.readers.dockerfile import read_dockerfile
from planner.readers.projects import read_conda, read_pyproject
from planner.readers.requirements import read_requirements
from planner.readers.text import decode
from planner.vocabulary.position import Position


def wanted(items):
    return {item.name: (item.versions, item.position.line) for item in items}


def test_requirements_with_comments_options_and_indexes():
    text = "# top\ntorch==2.8.0  # pinned\n--extra-index-url https://example.invalid/cu126\n-r other.txt\nnumpy\n???\n"
    found = read_requirements(text, "requirements.txt")
    assert wanted(found.wanted) == {"torch": ("==2.8.0", 2), "numpy": ("", 5)}
    assert found.indexes == ("https://example.invalid/cu126",)
    assert found.elsewhere == (("-r other.txt", Position("requirements.txt", 4, 1)),)
    assert found.unread == (("???", Position("requirements.txt", 6, 1)),)


WHEEL = "https://example.invalid/whl/cu121/torch-2.1.0%2Bcu121-cp310-cp310-linux_x86_64.whl"


@pytest.mark.parametrize(
    ("line", "versions", "elsewhere"),
    [
        (f"torch @ {WHEEL}", "==2.1.0+cu121", False),
        (f"{WHEEL}#sha256=00", "==2.1.0+cu121", False),
        ("./wheels/torch-2.1.0-cp310-cp310-linux_x86_64.whl", "==2.1.0", False),
        ("torch @ git+https://example.invalid/torch@v2.1", "", True),
    ],
)
def test_a_wheel_by_its_address_is_that_version_and_a_repository_is_none(line, versions, elsewhere):
    (item,) = read_requirements(line, "r.txt").wanted
    assert (item.name, item.versions, item.elsewhere) == ("torch", versions, elsewhere)


def test_a_dockerfile_with_arguments_stages_and_continued_lines():
    text = "ARG CUDA=12.6\nFROM nvidia/cuda:${CUDA}-base AS build\nRUN apt-get update && \\\n    pip install torch==2.8.0 'numpy<2'\nENV A=1 B='two words'\nFROM build\n"
    found = read_dockerfile(text, "Dockerfile")
    assert [base for base, _ in found.bases] == ["nvidia/cuda:12.6-base"]
    assert found.base == ("nvidia/cuda:12.6-base", Position("Dockerfile", 2, 1))
    assert found.commands == (("apt-get update &&  pip install torch==2.8.0 'numpy<2'", Position("Dockerfile", 3, 1)),)
    assert [(name, value) for name, value, _ in found.variables] == [("A", "1"), ("B", "two words")]


def test_an_argument_that_nobody_sets_stays_visible():
    assert read_dockerfile("FROM base:${TAG}\n", "Dockerfile").bases[0][0] == "base:${TAG}"


def test_pyproject_dependencies_and_extras():
    text = '[project]\nrequires-python = ">=3.10"\ndependencies = [\n  "torch==2.8.0",\n]\n[project.optional-dependencies]\ncuda = ["triton"]\n'
    found = read_pyproject(text, "pyproject.toml")
    assert found is not None
    assert found.python == ">=3.10"
    assert wanted(found.wanted) == {"torch": ("==2.8.0", 4), "triton": ("", 7)}
    assert read_pyproject("[tool.ruff]\n", "pyproject.toml") is None
    assert read_pyproject("not toml [", "pyproject.toml") is None


def test_conda_pins_in_condas_own_spelling():
    text = "name: x\nchannels: [pytorch]\ndependencies:\n  - python >= 3.8\n  - pytorch=1.9.1\n  - pytorch::torchvision==0.10\n  - cudatoolkit=11.1\n  - pip:\n    - numpy==1.20\n"
    found = read_conda(text, "environment.yml")
    assert found is not None
    assert found.python == ">=3.8"
    assert wanted(found.wanted) == {
        "pytorch": ("==1.9.1", 5), "torchvision": ("==0.10", 6), "cudatoolkit": ("==11.1.*", 7), "numpy": ("==1.20", 9),
    }  # fmt: skip


def test_text_in_other_encodings():
    assert decode("é".encode("latin-1")) == "é"
    assert decode(b"\xef\xbb\xbfx") == "x"
    assert decode("# coding: cp1252\n€".encode("cp1252")) == "# coding: cp1252\n€"
    assert decode("x".encode("utf-16")) == "x"
    assert decode(b"\x00\x01") is None
