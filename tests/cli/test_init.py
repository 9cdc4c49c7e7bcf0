"""`planner init`: what it writes can be checked as it stands."""


def test_two_spellings_of_one_accelerator_are_one_environment_and_markers_stay(tmp_path, planner):
    (tmp_path / "requirements.txt").write_text("triton>=2; sys_platform == 'linux'\n")
    code, out, err = planner("init", tmp_path, "--accelerator", "nvidia-h100", "--accelerator", "h100")
    assert code == 0, out + err
    text = (tmp_path / "planner.yaml").read_text()
    assert text.count('"h100":') == 1
    assert 'triton>=2; sys_platform == \\"linux\\"' in text
    code, out, err = planner("check", tmp_path)
    assert code in (0, 12), out + err
