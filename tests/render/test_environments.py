"""Images and configs: valid for the tool that reads them, and a manifest's words stay words."""

import subprocess

import pytest

from planner.catalog.load import load_catalog
from planner.manifest.load import load_manifest
from planner.render.environments import environment_files
from planner.render.templates import _markdown
from tests.conftest import CHARLM


def rendered(declared, name, catalog):
    return environment_files(declared.environments[name], declared.manifest, catalog)


def files(name, *changes):
    text = (CHARLM / "planner.yaml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    catalog = load_catalog()
    return {
        path: content.decode()
        for path, content in rendered(load_manifest(text.encode(), "p", catalog), name, catalog).items()
    }


def test_an_environment_has_an_image_its_variables_and_a_launch_script():
    assert sorted(files("trn2")) == [
        "config/trn2/launch.sh", "config/trn2/variables.env", "images/trn2/Dockerfile", "images/trn2/requirements.txt",
    ]  # fmt: skip


def test_torch_is_pinned_with_its_build_and_its_index():
    h100 = files("h100")["images/h100/requirements.txt"]
    assert "torch==2.11.0+cu128" in h100
    assert "--extra-index-url https://download.pytorch.org/whl/cu128" in h100
    trn2 = files("trn2")["images/trn2/requirements.txt"]
    assert "torch==2.14.0+cpu" in trn2
    assert "torch-neuronx==2.14.*" in trn2
    assert "neuronx-cc==2.28.7631.0" in trn2
    assert "https://pip.repos.neuron.amazonaws.com" in trn2


def test_a_dockerfile_runs_as_a_user_from_the_declared_base():
    text = files("h100")["images/h100/Dockerfile"]
    assert text.count("FROM nvidia/cuda:12.8.1-cudnn-runtime-ubuntu24.04") == 2
    assert "USER 10001" in text
    assert text.index("USER 10001") < text.index("CMD [")
    assert 'CMD ["python", "train.py", "--steps", "2000"]' in text


def test_a_digest_pins_the_base():
    digest = "sha256:" + "a" * 64
    text = files(
        "trn2", ("image: {os: ubuntu-26.04}", f"image: {{os: ubuntu-26.04, base: 'ubuntu:26.04', digest: '{digest}'}}")
    )["images/trn2/Dockerfile"]
    assert f"FROM ubuntu:26.04@{digest}" in text


def test_a_launch_script_starts_one_process_a_device():
    text = files("trn2")["config/trn2/launch.sh"]
    assert "--nproc-per-node 64" in text
    assert "torchrun" not in files("local")["config/local/launch.sh"]


def test_variables_carry_their_reason():
    text = files("trn2", ("options: {lnc: 2}", "options: {lnc: 2}\n      env: {OMP_NUM_THREADS: 4}"))[
        "config/trn2/variables.env"
    ]
    assert "# set in the manifest\nOMP_NUM_THREADS=4\n" in text
    assert "NEURON_LOGICAL_NC_CONFIG=2" in text


HOSTILE = '$(touch {canary}); `touch {canary}` \\"; touch {canary} #{{{{ 1234*9 }}}} <img src=x> [a](javascript:x)'


@pytest.mark.parametrize("name", ["h100", "trn2", "local"])
def test_a_hostile_command_stays_one_word(name, tmp_path):
    canary = tmp_path / "canary"
    words = HOSTILE.format(canary=canary).replace('\\"', '\\\\\\"')
    made = files(
        name,
        ('command: [python, train.py, --steps, "2000"]', f'command: [echo, "{words}"]'),
        ("ranks: 8, batch", "ranks: 1, batch"),
        ("ranks: 64", "ranks: 1"),
    )
    script = tmp_path / "launch.sh"
    script.write_text(made[f"config/{name}/launch.sh"])
    done = subprocess.run(["bash", str(script)], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert not canary.exists()
    assert "$(touch" in done.stdout
    assert "11106" not in done.stdout
    docker = made[f"images/{name}/Dockerfile"]
    assert [line for line in docker.splitlines() if line.startswith("CMD")] == [docker.splitlines()[-1]]


def test_a_line_break_does_not_begin_a_new_instruction():
    made = files(
        "h100",
        ("valid_task: a run whose val_loss is below 2.0", 'valid_task: "x\\nRUN evil"'),
        ("command: [python", 'command: ["a\\nRUN evil", python'),
    )
    for text in made.values():
        assert not any(line.startswith("RUN evil") for line in text.splitlines())


def test_markdown_keeps_a_manifests_words_as_words():
    assert _markdown("<b>[x](javascript:y)|`*") == "\\<b\\>\\[x\\](javascript:y)\\|`\\*"
    assert "\n" not in _markdown("a\n# b\u2028c")


@pytest.mark.parametrize("name", ["h100", "trn2", "local"])
def test_scripts_parse(name, tmp_path):
    script = tmp_path / "launch.sh"
    script.write_text(files(name)[f"config/{name}/launch.sh"])
    subprocess.run(["bash", "-n", str(script)], check=True)


@pytest.mark.tools
@pytest.mark.parametrize("name", ["h100", "trn2", "local"])
def test_tools_accept_what_is_rendered(name, tmp_path):
    for path, content in files(name).items():
        (tmp_path / path.replace("/", "-")).write_text(content)
    subprocess.run(["hadolint", *tmp_path.glob("*-Dockerfile")], check=True)
    subprocess.run(["shellcheck", *tmp_path.glob("*-launch.sh")], check=True)


@pytest.mark.parametrize("os", ["rocky-9", "amazon-linux-2023"])
def test_no_dockerfile_is_better_than_one_that_cannot_be_built(os):
    made = files("trn2", ("image: {os: ubuntu-26.04}", f"image: {{os: {os}}}"))
    assert sorted(made) == ["config/trn2/launch.sh", "config/trn2/requirements.txt", "config/trn2/variables.env"]
    assert f"packages of {os} are not installed with apt" in made["config/trn2/requirements.txt"]


def test_a_python_option_is_no_script_for_torchrun():
    made = files("h100", ('command: [python, train.py, --steps, "2000"]', "command: [python, -u, train.py]"))
    assert "exec -- python -u train.py" in made["config/h100/launch.sh"]


def test_the_image_of_a_compiling_stack_holds_a_compiler_and_the_test_runner():
    made = files("h100")
    assert "gcc libc6-dev" in made["images/h100/Dockerfile"]
    assert "\npytest\n" in made["images/h100/requirements.txt"]
