from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.readers.positioned_yaml import parse_yaml
from planner.vocabulary.position import InputError, Position

LIMIT = 10_000


def read(text: str | bytes):
    return parse_yaml(text if isinstance(text, bytes) else text.encode(), "f.yaml", LIMIT)


def test_versions_keep_their_spelling():
    data = read("a: 3.10\nb: 012\nc: '3.10'\n").data
    assert (data["a"].text, data["b"].text, data["c"]) == ("3.10", "012", "3.10")


def test_scalars_are_those_of_yaml_1_2():
    assert read("[yes, on, true, ~, 1, 1.5, 12:30]").data == ["yes", "on", True, None, 1, 1.5, "12:30"]


def test_every_key_and_item_has_its_position():
    positions = read("a:\n  - b: 1\n").positions
    assert positions["a",] == Position("f.yaml", 1, 1)
    assert positions["a", 0, "b"] == Position("f.yaml", 2, 5)


@pytest.mark.parametrize(
    ("text", "says", "line"),
    [
        ("a: &x 1\nb: *x", "anchor or alias", 1),
        ("a: 1\nb: 2\na: 3", "the key 'a' again", 3),
        ("a: !!python/object:os.system x", "the tag", 1),
        ("a: [", "not YAML", 1),
        ("? [a]\n: b", "a key that is no plain text", 1),
        ("--- a\n--- b", "a second document", 2),
        (b"a: \xff", "not UTF-8", 1),
        ("[" * 60, "", 1),
        ("a: 1\n" * 5000, "has 25,000 bytes", 0),
    ],
)
def test_what_a_data_file_must_not_hold_is_refused_with_its_line(text, says, line):
    with pytest.raises(InputError) as error:
        read(text)
    assert says in str(error.value)
    assert line in (0, *(problem.position.line for problem in error.value.problems))


def test_all_faults_are_reported_at_once():
    with pytest.raises(InputError) as error:
        read("a: &x 1\nb: *x\na: 2\n")
    assert len(error.value.problems) == 3


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content):
    with suppress(InputError):
        read(content)
