"""Environments read from what people have at hand: requirements, Dockerfiles, locks, reports."""

import pytest

from planner.matrix.attributes import project
from planner.matrix.check import Subject, check_all
from planner.matrix.judge import Judge
from planner.matrix.observe import environments_seen
from planner.readers.life import read_life
from planner.vocabulary.position import InputError, Position
from planner.vocabulary.verdict import Verdict
from tests.conftest import AS_OF, CHARLM


@pytest.fixture
def ask(catalog):
    """Judge files: what each judgement says, by its id, and the verdict of each environment by its name."""

    def call(files: dict[str, str], **given: str):
        named = {
            key.replace("_", ".") if key.startswith(("image", "host", "run")) else key: value
            for key, value in given.items()
        }
        seen = environments_seen(read_life([(path, text.encode()) for path, text in files.items()]), named, catalog)
        subjects = [Subject(one.environment, lambda key, package: Position("x", 1), one.notes) for one in seen]
        checked = check_all(subjects, Judge(catalog, AS_OF))
        said = {item.id: item for one in checked.judged for item in one.judgements}
        return (
            said,
            {one.environment.name: one.verdict for one in checked.judged},
            [note for one in seen for note in one.notes],
            checked,
        )

    return call


def test_a_python_that_a_release_has_no_wheel_for(ask):
    said, _, _, _ = ask(
        {"Dockerfile": "FROM python:3.12-slim\nCOPY r.txt .\nRUN pip install -r r.txt\n", "r.txt": "torch==2.1.0\n"}
    )
    assert said["torch-python"].verdict is Verdict.UNSUPPORTED
    assert said["torch-python"].ways_out == ("torch 2.2.0", "python 3.11")
    assert "cannot be installed" in said["torch-python"].reason


PINNED = '[project]\nname = "p"\ndependencies = ["torch==2.5.1", "torchvision==0.20.1"]\n[tool.uv.sources]\ntorch = { index = "wheels-cu121" }\n'


def test_one_build_and_two_generations_of_cards(ask):
    new, _, _, _ = ask(
        {"pyproject.toml": PINNED},
        accelerator="rtx-5090",
        python="3.11",
        image_os="ubuntu-24.04",
        host_driver="590.48.01",
    )
    assert new["build-capability"].verdict is Verdict.UNSUPPORTED
    assert new["build-capability"].ways_out == ("torch 2.7.0 with sdk cuda-12.8",)
    assert new["host-driver"].verdict is Verdict.SUPPORTED
    old, verdicts, _, _ = ask(
        {"pyproject.toml": PINNED},
        accelerator="rtx-4090",
        python="3.11",
        image_os="ubuntu-24.04",
        host_driver="590.48.01",
    )
    assert old["build-capability"].verdict is Verdict.SUPPORTED
    assert verdicts == {"read": Verdict.SUPPORTED}


@pytest.mark.parametrize(
    "line",
    [
        "flash-attn==2.8.0.post2  # the file for cu12, torch2.6, cxx11abiTRUE, cp311",
        "flash-attn==2.8.0.post2+cu12torch2.6cxx11abiTRUE",
    ],
)
def test_a_binary_with_the_other_abi(ask, line):
    said, _, _, _ = ask(
        {"requirements.txt": f"vllm==0.8.4\ntorch==2.6.0\n{line}\n"},
        accelerator="h100",
        python="3.11",
        image_os="ubuntu-22.04",
    )
    assert said["extension-abi.flash-attn"].verdict is Verdict.UNSUPPORTED
    assert "2.7.0 and later have the new one" in said["extension-abi.flash-attn"].reason
    assert said["extension-torch.flash-attn"].verdict is Verdict.SUPPORTED
    assert said["package-torch.vllm"].verdict is Verdict.SUPPORTED
    moved, _, _, _ = ask(
        {"requirements.txt": f"vllm==0.8.4\ntorch==2.7.0\n{line}\n"},
        accelerator="h100",
        python="3.11",
        image_os="ubuntu-22.04",
    )
    assert moved["package-torch.vllm"].verdict is Verdict.UNSUPPORTED
    assert "vllm 0.8.4 pins torch==2.6.0" in moved["package-torch.vllm"].reason
    assert moved["extension-torch.flash-attn"].verdict is Verdict.UNSUPPORTED


def test_a_system_that_is_too_old_for_the_wheel(ask):
    said, _, _, _ = ask(
        {"requirements.txt": "torch==2.7.0\ntorchvision==0.22.0\n"},
        accelerator="h100",
        python="3.11",
        image_os="ubuntu-18.04",
    )
    assert said["torch-glibc"].verdict is Verdict.UNSUPPORTED
    assert "glibc 2.27 is not among >=2.28" in said["torch-glibc"].reason
    assert "torch 2.6.0" in said["torch-glibc"].ways_out
    assert said["torch-python"].verdict is Verdict.SUPPORTED
    assert "ended" in said["image-lifetime"].caveat


def test_the_public_index_gives_arm_a_cpu_build_until_2_11(ask):
    said, _, notes, _ = ask(
        {"requirements.txt": "torch==2.8.0\n"}, accelerator="gh200", python="3.12", image_os="ubuntu-22.04"
    )
    assert said["build-stack"].verdict is Verdict.UNSUPPORTED
    assert "installs and gives something else" in said["build-stack"].reason
    assert said["build-stack"].ways_out == ("torch 2.11.0",)
    assert "the index default gives the cpu build of torch 2.8.0" in notes
    later, _, _, _ = ask(
        {"requirements.txt": "torch==2.11.0\n"}, accelerator="gh200", python="3.12", image_os="ubuntu-22.04"
    )
    assert later["build-stack"].verdict is Verdict.SUPPORTED


def test_a_companion_ahead_and_a_vendor_that_wants_the_cpu_build(ask):
    files = {"requirements.txt": "torch==2.5.1\ntorch-npu==2.5.1\ntorchvision==0.21.0\n"}
    said, _, _, _ = ask(files, accelerator="huawei-ascend-910b3", python="3.10", image_os="ubuntu-22.04")
    assert "2.6.0" in said["package-torch.torchvision"].reason
    assert said["package-torch.torchvision"].verdict is Verdict.UNSUPPORTED
    assert said["package-build.torch-npu"].verdict is Verdict.UNSUPPORTED
    assert "torch==2.5.1+cpu" in said["package-build.torch-npu"].reason


def test_names_that_are_placeholders_on_the_public_index(ask):
    files = {
        "requirements.txt": "torch==2.9.0\ntorch-neuronx\nneuronx-cc\n",
        "Dockerfile": "FROM ubuntu:24.04\nRUN pip install -r requirements.txt\n",
    }
    said, _, _, _ = ask(files, accelerator="aws-trn1")
    for name in ("torch-neuronx", "neuronx-cc"):
        assert said[f"package-index.{name}"].verdict is Verdict.UNSUPPORTED
        assert "placeholders" in said[f"package-index.{name}"].reason
    files["requirements.txt"] = "--extra-index-url https://pip.repos.neuron.amazonaws.com\n" + files["requirements.txt"]
    said, _, _, _ = ask(files, accelerator="aws-trn1")
    assert said["package-index.torch-neuronx"].verdict is Verdict.SUPPORTED


SERVICE = (
    "FROM python:3.12-slim\nARG CHANNEL=cpu\nRUN pip install torch==2.8.0 --index-url $BASE/$CHANNEL\nENV DEVICE=cuda\n"
)


def test_a_build_argument_whose_default_nobody_overrides(ask):
    said, _, notes, _ = ask(
        {"app.Dockerfile": SERVICE, "ci.yml": "jobs: {image: {steps: [{run: docker build -f app.Dockerfile .}]}}\n"},
        accelerator="t4",
    )
    assert said["build-stack"].verdict is Verdict.UNSUPPORTED
    assert any(
        "CHANNEL has its default cpu here: no build command among these files passes it" in note for note in notes
    )
    passed, _, _, _ = ask(
        {
            "app.Dockerfile": SERVICE,
            "ci.yml": "jobs: {image: {steps: [{run: docker build --build-arg CHANNEL=cu128 .}]}}\n",
        },
        accelerator="t4",
    )
    assert passed["build-stack"].verdict is Verdict.SUPPORTED
    assert passed["build-capability"].verdict is Verdict.SUPPORTED  # a T4 is 7.5


LEGACY = (
    "FROM nvidia/cuda:11.1.1-cudnn8-devel-ubuntu18.04\nRUN apt-get install -y python3-dev\nRUN pip install torch==1.10 -f $CU111_WHEELS\n"
    'ENV TORCH_CUDA_ARCH_LIST="Pascal;Volta;Turing"\n'
)


def test_an_old_image_on_a_card_it_still_serves_and_on_one_it_does_not(ask):
    said, verdicts, _, checked = ask({"Dockerfile": LEGACY}, accelerator="a100-80gb", python="3.6")
    assert verdicts == {"read": Verdict.SUPPORTED}
    assert "through PTX" in said["extension-capability"].reason
    assert {item.rule for item in checked.findings} == {"ENV120", "ENV124"}
    assert {item.severity for item in checked.findings} == {"warning"}
    said, verdicts, _, _ = ask({"Dockerfile": LEGACY}, accelerator="h100", python="3.6")
    assert verdicts == {"read": Verdict.UNSUPPORTED}
    assert said["build-capability"].verdict is Verdict.UNSUPPORTED
    assert said["extension-capability"].verdict is Verdict.SUPPORTED


EXTRAS = """[project]
name = "p"
dependencies = []
[project.optional-dependencies]
cuda = ["torch==2.5.1"]
cpu = ["torch==2.5.1+cpu"]
[tool.uv]
conflicts = [[{ extra = "cuda" }, { extra = "cpu" }]]
[tool.uv.sources]
torch = [{ index = "gpu", extra = "cuda" }, { index = "cpu", extra = "cpu" }]
[[tool.uv.index]]
name = "gpu"
url = "https://example.invalid/cu126"
[[tool.uv.index]]
name = "cpu"
url = "https://example.invalid/cpu"
"""


def test_each_extra_is_an_environment_of_its_own(ask):
    said, verdicts, _, _ = ask({"pyproject.toml": EXTRAS}, python="3.12", image_os="ubuntu-22.04")
    assert verdicts == {"cuda": Verdict.UNSUPPORTED, "cpu": Verdict.SUPPORTED}
    assert said["sdk-torch"].ways_out == ("torch 2.6.0", "sdk cuda-12.4")


def test_a_requirement_that_replaces_a_vendors_torch(ask):
    files = {
        "Dockerfile": "FROM vendor/pytorch-installer-2.5.1:1.19.0\nRUN pip install -r requirements.txt\n",
        "requirements.txt": "torch>=2.6.0\n",
    }
    said, _, notes, _ = ask(files, accelerator="intel-gaudi2")
    assert said["build-stack"].verdict is Verdict.UNSUPPORTED
    assert any("the installer replaces it" in note for note in notes)
    kept, _, _, _ = ask({**files, "requirements.txt": "torch>=2.5.0\n"}, accelerator="intel-gaudi2")
    assert kept["build-stack"].verdict is Verdict.SUPPORTED
    assert kept["sdk-torch"].verdict is Verdict.SUPPORTED


def test_contradictory_requirements_name_both_lines(ask):
    with pytest.raises(InputError, match=r"b\.txt:1:1: torch>=2\.6 contradicts torch==2\.5\.1 \(a\.txt:2:1\)"):
        ask({"a.txt": "numpy\ntorch==2.5.1\n", "b.txt": "torch>=2.6\n"})


COLLECT = """PyTorch version: 2.1.0+cu121
OS: Ubuntu 22.04.3 LTS (x86_64)
Libc version: glibc-2.35
Python version: 3.10.12 (main) (64-bit runtime)
GPU 0: NVIDIA A100-SXM4-80GB
Nvidia driver version: 535.104.05
[pip3] torch==2.1.0
[pip3] torchvision==0.16.0
"""
SMI = """| NVIDIA-SMI 550.54.15     Driver Version: 550.54.15     CUDA Version: 12.4 |
|   0  NVIDIA H100 80GB HBM3          On  | 00000000:04:00.0 Off |
|   1  NVIDIA H100 80GB HBM3          On  | 00000000:05:00.0 Off |
"""


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"env.txt": COLLECT}, {"accelerator": "nvidia-a100-80gb", "python": "3.10", "sdk": "cuda-12.1"}),
        ({"smi.txt": SMI, "requirements.txt": "torch==2.8.0\n"}, {"accelerator": "nvidia-h100", "sdk": "cuda-12.8"}),
        ({"ls.json": '[{"neuron_device": 0, "instance_type": "trn2.48xlarge", "logical_neuroncore_config": 2}]'}, {"accelerator": "aws-trn2"}),
        ({"freeze.txt": "torch==2.8.0+cu126\nnumpy==2.0\n"}, {"sdk": "cuda-12.6"}),
        ({"uv.lock": 'version = 1\n[[package]]\nname = "torch"\nversion = "2.8.0"\nsource = { registry = "https://download.pytorch.org/whl/cu129" }\n'}, {"sdk": "cuda-12.9"}),
        ({"pylock.toml": 'lock-version = "1.0"\n[[packages]]\nname = "torch"\nversion = "2.8.0"\nindex = "https://download.pytorch.org/whl/cpu"\n'}, {"sdk": "cpu"}),
        ({"poetry.lock": '[[package]]\nname = "torch"\nversion = "2.8.0"\n'}, {"sdk": "cuda-12.8"}),
        ({"conda-lock.yml": "package:\n- {name: pytorch, version: 2.5.1}\n- {name: python, version: 3.11.5}\n"}, {"python": "3.11"}),
        ({"environment.yml": "dependencies: [python=3.10, pytorch=2.1.0]\n"}, {}),
        ({"ci.yml": "jobs: {t: {steps: [{run: pip install torch==2.8.0 --extra-index-url https://download.pytorch.org/whl/cu126}]}}\n"}, {"sdk": "cuda-12.6"}),
        ({"install.sh": "python3 -m pip install torch==2.8.0 --index-url https://download.pytorch.org/whl/cpu\n"}, {"sdk": "cpu"}),
        ({"Dockerfile": "FROM pytorch/pytorch:2.8.0-cuda12.8-cudnn9-runtime\n"}, {}),
    ],
)  # fmt: skip
def test_every_kind_of_file_says_what_it_says(catalog, files, expected):
    (seen,) = environments_seen(read_life([(path, text.encode()) for path, text in files.items()]), {}, catalog)
    for key, value in expected.items():
        assert getattr(seen.environment, key) == value, seen


def test_two_kinds_of_devices_are_judged_apart(ask):
    two = SMI.replace("|   1  NVIDIA H100 80GB HBM3 ", "|   1  NVIDIA GeForce RTX 4090 ")
    _, verdicts, _, _ = ask({"smi.txt": two, "requirements.txt": "torch==2.8.0\n"}, python="3.12")
    assert sorted(verdicts) == ["nvidia-h100", "nvidia-rtx-4090"]


@pytest.mark.parametrize("files", [{"a.bin": "x"}, {"a.json": "{}"}, {"a.toml": "x = 1"}, {"b.txt": "\0"}])
def test_a_file_that_says_nothing_is_refused(files):
    with pytest.raises(InputError):
        read_life([(path, text.encode()) for path, text in files.items()])


def test_a_torch_from_a_repository_stays_open_instead_of_becoming_the_newest(ask):
    said, _, notes, checked = ask(
        {"r.txt": "torch @ git+https://example.invalid/torch@v2.1\n"}, accelerator="nvidia-h100"
    )
    assert "sdk-torch" not in said
    assert any("which torch it gives is not known" in note for note in notes)
    assert {"torch-python", "sdk-torch"} <= {spot.judgement for one in checked.judged for spot in one.blind_spots}


def test_lines_that_no_installer_takes_are_refused_all_at_once(ask):
    with pytest.raises(InputError) as error:
        ask({"r.txt": "torch==2.8.0\ntorch==abc\ntorch=2.1\n"})
    assert [(problem.rule, problem.position.line) for problem in error.value.problems] == [("MAN810", 2), ("MAN810", 3)]
    with pytest.raises(InputError, match=r"torch=2\.1. is no requirement"):
        ask({"pyproject.toml": '[project]\nname = "p"\ndependencies = ["torch=2.1"]\n'})


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        (["--with", "torch=2.6.0", "--with", "sdk=cuda-12.4"], 0, "read: supported (4 supported, 7 not judged)"),
        (["--with", "sdk=cuda-11.1"], 12, "SDK cuda-11.1 runs on nvidia-h100? Unknown"),
        (["--with", "torch=2.99"], 12, "torch 2.99 is not in the catalog"),
        (["--with", "torch=>2"], 2, "no version of torch"),
        ([CHARLM], 2, "a manifest says these things itself"),
    ],
)
def test_a_question_without_files(planner, asked, code, said):
    found, out, err = planner("matrix", "judge", "--accelerator", "nvidia-h100", *asked)
    assert (found, said in out + err) == (code, True), out + err


COLLECTED = """PyTorch version: 2.6.0
CUDA used to build PyTorch: 11.8
OS: Ubuntu 22.04.5 LTS (x86_64)
Libc version: glibc-2.35
Python version: 3.10.12 (main)
GPU models and configuration: GPU 0: NVIDIA GeForce RTX 5070 Ti
Nvidia driver version: 570.86.16
"""


@pytest.mark.parametrize(
    ("files", "given", "layers"),
    [
        ({"environment.yml": "dependencies: [python=3.10, pytorch=2.1.0, pytorch-cuda=11.8]\n"}, {}, {"torch": "2.1.0", "build": "cu118", "python": "3.10", "sdk": "cuda-11.8"}),
        ({"env.txt": COLLECTED}, {}, {"torch": "2.6.0", "build": "cu118", "accelerator": "nvidia-rtx-5070-ti"}),
        ({"freeze.txt": "torch==2.8.0+cu126\nnumpy==2.1.0\n"}, {}, {"build": "cu126", "indexes": None}),
        ({"r.txt": "torch>=2.0\n"}, {"python": "3.9", "accelerator": "nvidia-t4"}, {"torch": "2.8.0"}),
        ({"r.txt": "--extra-index-url https://download.pytorch.org/whl/cu118\ntorch>=2.4\n"}, {"python": "3.12"}, {"torch": "2.15.0", "build": "cu132"}),
        ({"Dockerfile": "FROM ubuntu:24.04\nRUN pip install --pre torch --index-url https://download.pytorch.org/whl/nightly/cu128\n"}, {}, {"torch": "nightly"}),
        ({"r.txt": "torch==2.5.1; sys_platform != 'darwin'\ntorch==2.2.2; sys_platform == 'darwin'\n"}, {}, {"torch": "2.5.1"}),
        ({"r.txt": "torch==2.5.1; sys_platform != 'darwin'\ntorch==2.2.2; sys_platform == 'darwin'\n"}, {"accelerator": "apple-m1"}, {"torch": "2.2.2"}),
        ({"r.txt": "torch==1.13.1; python_version < '3.11'\ntorch==2.5.1; python_version >= '3.11'\n"}, {"python": "3.10"}, {"torch": "1.13.1"}),
        ({"pyproject.toml": '[project]\nname = "p"\ndependencies = ["torch==2.6.0"]\n[tool.uv.sources]\ntorch = [{ index = "cpu", marker = "sys_platform != \'linux\'" }, { index = "cu124", marker = "sys_platform == \'linux\'" }]\n'}, {}, {"build": "cu124"}),
        ({"uv.lock": 'version = 1\n[[package]]\nname = "torch"\nversion = "2.6.0+cpu"\nresolution-markers = ["sys_platform == \'win32\'"]\nsource = { registry = "https://download.pytorch.org/whl/cpu" }\n[[package]]\nname = "torch"\nversion = "2.6.0"\nresolution-markers = ["sys_platform == \'linux\'"]\nsource = { registry = "https://download.pytorch.org/whl/cu124" }\n'}, {}, {"build": "cu124"}),
        ({"Dockerfile": "FROM ubuntu:24.04\nARG C=cpu\nRUN pip install torch==2.8.0 --index-url https://download.pytorch.org/whl/$C\n", "compose.yml": "services: {a: {build: {context: ., args: {C: cu128}}}}\n"}, {}, {"build": "cu128"}),
        ({"Dockerfile": "FROM ubuntu:24.04\nARG C=cpu\nRUN pip install torch==2.8.0 --index-url https://download.pytorch.org/whl/$C\n", "ci.yml": "jobs: {a: {steps: [{with: {build-args: 'C=cu128'}}]}}\n"}, {}, {"build": "cu128"}),
        ({"Dockerfile": "FROM ubuntu:20.04 AS base\nFROM base AS prod\nRUN pip install torch==2.4.1\n"}, {}, {"os": "ubuntu-20.04"}),
        ({"Dockerfile": "FROM ubuntu:24.04\nRUN conda install -y -c pytorch pytorch==2.4.1 pytorch-cuda=12.1 python=3.11\n"}, {}, {"torch": "2.4.1", "build": "cu121", "python": "3.11"}),
        ({"pyproject.toml": '[tool.poetry.dependencies]\npython = "~3.11"\ntorch = { version = "^2.4", source = "wheels" }\n[[tool.poetry.source]]\nname = "wheels"\nurl = "https://download.pytorch.org/whl/cu124"\n'}, {}, {"torch": "2.6.0", "build": "cu124"}),
        ({"ci.yml": "jobs: {a: {steps: [{with: {python-version: 3.10}}, {run: pip install torch==2.4.1}]}}\n"}, {}, {"python": "3.10"}),
        ({"pyproject.toml": '[project]\nname = "p"\nrequires-python = ">=3.13"\ndependencies = ["torch==2.4.0"]\n'}, {}, {"python": "3.13"}),
    ],
)  # fmt: skip
def test_what_people_have_at_hand_says_what_it_says(catalog, files, given, layers):
    read = read_life([(path, text.encode()) for path, text in files.items()])
    (seen,) = environments_seen(read, given, catalog)
    said = project(seen.environment, catalog).attributes
    assert {name: said.get(name) for name in layers} == layers


def test_a_version_nobody_can_read_stays_open_instead_of_becoming_the_newest(ask):
    said, _, _, _ = ask({"conda-lock.yml": "package: [{name: pytorch, version: 'x y'}]\n"}, accelerator="nvidia-h100")
    assert "sdk-torch" not in said
    assert "torch-known" not in said
