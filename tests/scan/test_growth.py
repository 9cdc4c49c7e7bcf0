"""Files made to take long: as much of anything as a file may hold ends soon, read or named as too much."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow
CUDA = "import torch\nx.cuda()\n"
GROWING = {
    "cmake: comments that do not end": ("CMakeLists.txt", lambda n: "#[[\n" * n, 800),
    "cmake: strings that do not end": ("CMakeLists.txt", lambda n: '\\"' * n, 800),
    "cmake: branches": ("CMakeLists.txt", lambda n: "if(CUDA)\nfind_package(CUDA)\nendif()\n" * n, 180),
    "cmake: branches that do not end": ("CMakeLists.txt", lambda n: "if(X)\nfind_package(CUDA)\n" * n, 250),
    "cmake: languages": ("CMakeLists.txt", lambda n: "project(" + "CUDA " * n + ")", 4000),
    "cmake: brackets": ("CMakeLists.txt", lambda n: "if((a)" * n + "if(" + "(a)a" * n + "project(" * n, 500),
    "cpp: comments that do not end": ("x.cpp", lambda n: "/* " * n, 1000),
    "cpp: raw strings that do not end": ("x.cpp", lambda n: 'R"(\n' * n, 1000),
    "cpp: strings that do not end": ("x.cpp", lambda n: '\\"' * n, 800),
    "cpp: comments": ("x.cpp", lambda n: "// a\n" * n, 2000),
    "cpp: empty lines": ("x.cpp", lambda n: "\n" * n, 2500),
    "cpp: conditions": ("x.cpp", lambda n: "#if\n" * n, 2500),
    "cpp: names": ("x.cpp", lambda n: "_cuda" * n + " cuda_" + "a" * n, 800),
    "cpp: dispatches": ("x.cpp", lambda n: "if (" + "x.is_cuda() " * n + " throw", 400),
    "cpp: code": ("x.cpp", lambda n: "#ifdef CUDA\n" * n + "x.is_cuda( TORCH_LIBRARY_IMPL(a, " * n + "#" + " " * n, 300),
    "shell: continued lines": ("x.sh", lambda n: "CUDA_VISIBLE_DEVICES=0 \\\n" * n, 1700),
    "shell: words": ("x.sh", lambda n: "A_" * n + "\n" + "if " * n + "!\n" + "a=a=a " * n + "!\n;" + " " * n + "--a" + "=" * n, 500),
    "shell: signs": ("x.sh", lambda n: "((((" * n + "\n" + "$( " * n + "\n" + "\"'" * n + "\n" + "echo \"' " * n, 500),
    "shell: options": ("x.sh", lambda n: "docker run " + "--gpus " * n + "\n#SBATCH " + "--gres=gpu:1 " * n, 300),
    "make: continued lines": ("Makefile", lambda n: "CC=nvcc \\\n" * n, 1600),
    "docker: continued lines": ("Dockerfile", lambda n: "ENV " + "AA=1 \\\n" * n, 1300),
    "docker: options": ("Dockerfile", lambda n: "FROM " + "--a " * n + "\nENV A" + " " * n + "\n" + " " * n, 3000),
    "yaml: runners": ("x.yaml", lambda n: "runs-on: [" + "gpu" * n, 800),
    "yaml: signs": ("x.yaml", lambda n: "[[[[{{{{" * n + "\n" + "{a: " * n + "\n" + "a='b=\"" * n + "\n" + " #" * n, 400),
    "yaml: words": ("x.yaml", lambda n: "a" * n + " " * n + '"b"' + " " * n + "\nrun: " + "- " * n + "\nimage: " + "a/" * n, 1500),
    "json: pairs": ("x.json", lambda n: '{"device": "cuda", ' * n, 200),
    "python: imports that do not end": ("x.py", lambda n: "import torch\ntorch.load\n" + "from a import (\n" * n, 900),
    "python: comparisons in an index": ("x.py", lambda n: "x[" + "<" * n, 1200),
    "python: masks in an index": ("x.py", lambda n: "x[" + "mask" * n, 600),
    "python: ranges": ("x.py", lambda n: "arange(" * n, 1200),
    "python: splits": ("x.py", lambda n: "split(a.tolist " * n, 700),
    "python: calls of calls": ("x.py", lambda n: "x" + ".cuda()" * n, 60),
    "python: attributes of attributes": ("x.py", lambda n: "x" + ".cuda" * n, 100),
    "python: moves of moves": ("x.py", lambda n: "x" + ".to(0)" * n, 60),
    "python: a list of devices": ("x.py", lambda n: "x = [" + '"cuda", ' * n + "]", 400),
    "python: lists of lists": ("x.py", lambda n: "x = " + '["cuda", ' * n + "]" * n, 60),
    "python: indexes of indexes": ("x.py", lambda n: "os.environ" + '["CUDA_HOME"]' * n, 70),
    "python: choices of choices": ("x.py", lambda n: "d = " + '"cuda" if a else ' * n + '"cpu"', 25),
    "python: calls in calls": ("x.py", lambda n: "x = " + "f(" * n + '"cuda"' + ")" * n, 450),
    "python: brackets": ("x.py", lambda n: "device = " + "(" * n + '"cuda"' + ")" * n, 600),
    "python: nots": ("x.py", lambda n: "if " + "not " * n + "torch.cuda.is_available():\n x.cuda()\n", 1200),
    "python: tests in tests": (
        "x.py", lambda n: "".join(f"{' ' * i}if torch.cuda.is_available():\n" for i in range(n)) + " " * n + "x.cuda()\n", 100,
    ),
    "python: names of one import": ("x.py", lambda n: "from torch.cuda import " + ", ".join(f"a{i}" for i in range(n)), 700),
    "python: names of many imports": ("x.py", lambda n: "".join(f"from torch.cuda import a{i}\n" for i in range(n)), 300),
    "python: arguments": ("x.py", lambda n: "subprocess.run([" + '"nvidia-smi", ' * n + "])", 350),
    "python: a docstring after many comments": ("x.py", lambda n: "# a\n" * n + '"""' + "cuda\n" * n + '"""\n', 1000),
    "python: lines": ("x.py", lambda n: "import torch\n" + "x.cuda()\n# cuda\n.to(a.device: int | \"\"\"'\n" * n, 150),
    "notebook: lines of two spellings": (
        "x.ipynb", lambda n: json.dumps({"cells": [{"cell_type": "code", "source": ["é = 1\n"] * n}]}), 2500,
    ),
}  # fmt: skip
GIVES = {"gives.py": "from torch import cuda as gpu\n"}
KERNEL = {"k.py": "import triton\n@triton.jit\ndef k(x): pass\n"}
PROJECTS = {
    "modules to build": (lambda n: {"setup.py": 'Extension(name="' + "a" * n}, 1800),
    "empty lines beside a name that is given": (lambda n: {**GIVES, "x.py": "\n" * n}, 3000),
    "imports beside a kernel": (lambda n: {**KERNEL, "x.py": "except: " + "import " * n}, 1200),
    "uses of a kernel": (lambda n: {**KERNEL, "x.py": "from k import k\n" + "k[1](x)\n" * n}, 100),
    "keys of tables": (lambda n: {"pyproject.toml": "a" + ".a" * n + " = 1"}, 2200),
    "packages of a project": (
        lambda n: {"pyproject.toml": "[project]\ndependencies = [" + "".join(f"'a{i}',\n" for i in range(n)) + "]"},
        1000,
    ),
    "packages to install": (lambda n: {"Dockerfile": "FROM a\nRUN pip install " + "a " * n}, 300),
    "variables": (lambda n: {"Dockerfile": "FROM a\nRUN " + "${a:-" * n}, 3000),
    "comments for the planner": (lambda n: {"x.py": CUDA + '# planner: ignore[DEV202 reason="' * n}, 1500),
}
SIZE = 2_000_000
LONG = {
    "x.py": "x.cuda(); ",
    "y.py": '"cuda", ',
    "x.sh": "export CUDA_VISIBLE_DEVICES=0; ",
    "x.json": '{"device": "cuda", ',
    "x.yaml": "{device: cuda, ",
    "x.toml": 'device = "cuda", ',
    "x.cpp": "cudaMalloc(x); ",
    "Dockerfile": "ENV CUDA_HOME=1 ",
    "CMakeLists.txt": "find_package(CUDA) ",
    "Makefile": "CC=nvcc ",
    "requirements.txt": "torch-scatter ",
    "pyproject.toml": "[a] ",
    "environment.yml": "{dependencies: [torch-scatter, ",
}
# a scan that costs the square of such a file takes hours; what is slow, or busy with other work, ends by then
SECONDS = 150


def ends(folder):
    """Whether a scan in a process of its own ends well, and in time."""
    command = [sys.executable, "-P", "-c", "from planner.cli.main import main; main()", "scan", folder, "--jobs", "1"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
    assert b"Traceback" not in done.stderr
    return done.returncode in (0, 10)


def put(folder, files):
    for name, content in files.items():
        (folder / name).write_text(content)
    return folder


@pytest.mark.parametrize("kind", GROWING)
def test_as_much_as_a_file_may_hold_ends(tmp_path, kind):
    name, make, n = GROWING[kind]
    # indentation takes the square of its depth
    times = 19 if kind == "python: tests in tests" else SIZE // len(make(n))
    assert ends(put(tmp_path, {name: make(n * times)}))


@pytest.mark.parametrize("kind", PROJECTS)
def test_as_much_of_a_project_ends(tmp_path, kind):
    make, n = PROJECTS[kind]
    times = SIZE // max(len(text) for text in make(n).values())
    assert ends(put(tmp_path, make(n * times)))


@pytest.mark.parametrize("part", [None, "a", " ", "("])
@pytest.mark.parametrize("name", [*LONG, "x.ipynb"])
def test_one_line_ends(tmp_path, name, part):
    unit = part or LONG.get(name, "x.cuda(); ")
    line = unit * (SIZE // len(unit))
    held = json.dumps({"cells": [{"cell_type": "code", "source": line}]}) if name == "x.ipynb" else line
    assert ends(put(tmp_path, {name: held}))
