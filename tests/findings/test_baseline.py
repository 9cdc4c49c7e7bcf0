"""Baselines: a file that can be reviewed, and which findings it makes known."""

import json
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.findings.baseline import (
    FORMAT_VERSION,
    Known,
    NoBaseline,
    baseline_text,
    known_of,
    mark_known,
    read_baseline,
)
from planner.findings.finding import finding
from planner.vocabulary.position import Position
from tests.findings.arbitrary import HOSTILE
from tests.findings.arbitrary import findings as any_findings

# few different values: equal lines, copies and look-alikes are the rule, not the exception
few_findings = st.builds(
    lambda rule, path, line, symbol, digest, suppressed: finding(
        rule, "m", Position(path, line, 1), symbol=symbol, line_digest=digest, suppressed=suppressed
    ),
    st.sampled_from(["DEV202", "DEV203"]),
    st.sampled_from(["a.py", "b.py", "c/d.py"]),
    st.integers(1, 9),
    st.sampled_from(["x", "y"]),
    st.sampled_from(["", "1", "2", "3"]),
    st.sampled_from(["", "", "", "a reason"]),
)
some = settings(max_examples=30, deadline=None)
many = st.lists(few_findings, max_size=12)
hostile = st.lists(
    st.builds(lambda item, digest: replace(item, line_digest=digest), any_findings, st.sampled_from(HOSTILE)),
    max_size=6,
)


def at(line, path="a.py", symbol="x", words="1", rule="DEV202"):
    return finding(rule, "m", Position(path, line, 1), symbol=symbol, line_digest=words)


def new(before, now):
    """The lines that are new since a baseline, and how many entries of it are gone."""
    found, gone = mark_known(now, known_of(before), "known")
    return [(item.position.path, item.position.line) for item in found if not item.suppressed], gone


def counts(findings):
    return sum(1 for item in findings if not item.suppressed)


def test_a_baseline_is_sorted_and_one_finding_can_be_told_from_the_next():
    text = baseline_text(known_of([at(9, "b.py"), at(3, "b.py", "w"), at(1, "a.py", rule="DEV203"), at(1)]))
    entries = json.loads(text)["known"]
    assert [(one["path"], one["rule"], one["symbol"]) for one in entries] == [
        ("a.py", "DEV202", "x"), ("a.py", "DEV203", "x"), ("b.py", "DEV202", "w"), ("b.py", "DEV202", "x"),
    ]  # fmt: skip
    assert json.loads(text)["format_version"] == FORMAT_VERSION
    # a value a line: a diff shows what came and what went
    assert all(text.count(f'"path": "{name}"') == 2 for name in ("a.py", "b.py"))
    assert max(line.count('":') for line in text.splitlines()) == 1
    assert text.endswith("}\n")


def test_a_moved_line_does_not_change_the_file():
    before, moved = known_of([at(1), at(9, "b.py")]), known_of([at(10), at(90, "b.py")])
    assert baseline_text(before) == baseline_text(moved)


@some
@given(many, st.randoms(use_true_random=False))
def test_the_order_of_findings_does_not_change_the_file(findings, random):
    text = baseline_text(known_of(findings))
    random.shuffle(findings)
    assert baseline_text(known_of(findings)) == text


@some
@given(hostile)
def test_findings_of_any_words_are_read_as_written_and_known_again(findings):
    known = read_baseline(baseline_text(known_of(findings)))
    assert sorted(known, key=repr) == sorted(known_of(findings), key=repr)
    found, gone = mark_known(findings, known, "known")
    assert gone == 0
    assert all(item.suppressed for item in found)


@some
@given(many)
def test_all_findings_of_a_baseline_are_known_and_nothing_else_changes_in_them(findings):
    found, gone = mark_known(findings, known_of(findings), "known")
    assert gone == 0
    assert found == [item if item.suppressed else replace(item, suppressed="known", known=True) for item in findings]


@some
@given(many, many)
def test_each_known_finding_is_found_once_or_gone(before, now):
    known = known_of(before)
    found, gone = mark_known(now, known, "known")
    marked = [one for one, other in zip(found, now, strict=True) if one != other]
    assert len(marked) + gone == len(known)
    assert all(item.suppressed == "known" for item in marked)
    assert Counter(item.rule for item in marked) <= Counter(one.rule for one in known)


@some
@given(many, many)
def test_what_is_added_to_all_that_was_known_is_new_wherever_it_stands(before, now):
    _, gone = mark_known([*before, *now], known_of(before), "known")
    found, _ = mark_known([*now, *before], known_of(before), "known")
    assert gone == 0
    assert counts(found) == counts(now)


@pytest.mark.parametrize(
    "now",
    [at(40), at(1, "renamed.py"), at(1, words="edited"), at(40, "renamed.py"), at(40, words="edited")],
    ids=["moved", "renamed", "edited", "moved and renamed", "moved and edited"],
)
def test_what_was_moved_renamed_or_edited_stays_known(now):
    assert new([at(1)], [now]) == ([], 0)


@pytest.mark.parametrize(
    "now",
    [at(1, "b.py", words="2"), at(1, symbol="y"), at(1, rule="DEV203"), at(1, "b.py", symbol="y")],
    ids=["another line of another file", "another symbol", "another rule", "another symbol of another file"],
)
def test_what_is_another_coupling_is_new(now):
    assert new([at(1)], [now]) == ([(now.position.path, 1)], 1)


def test_a_new_line_is_reported_at_its_own_place():
    assert new([at(5)], [at(1, words="new"), at(6)]) == ([("a.py", 1)], 0)
    assert new([at(5)], [at(5), at(9, words="new")]) == ([("a.py", 9)], 0)


def test_of_equal_lines_as_many_are_known_as_there_were():
    assert new([at(1), at(2)], [at(1), at(2), at(3)]) == ([("a.py", 3)], 0)
    assert new([at(1), at(2)], [at(1)]) == ([], 1)


def test_a_copy_is_new_and_a_renamed_file_is_not():
    assert new([at(1)], [at(1), at(1, "copy.py")]) == ([("copy.py", 1)], 0)
    assert new([at(1)], [at(1, "renamed.py")]) == ([], 0)


def test_the_surest_sign_wins_over_the_order_of_the_text():
    # the line itself has moved below one that was added; a copy in a file of an earlier name stands before it
    assert new([at(1)], [at(1, words="new"), at(2)]) == ([("a.py", 1)], 0)
    assert new([at(1, "b.py")], [at(1, "a.py"), at(7, "b.py")]) == ([("a.py", 1)], 0)
    # the renamed line is surer than the one that only has the same coupling
    assert new([at(1, "b.py")], [at(3, "b.py", words="new"), at(1, "c.py")]) == ([("b.py", 3)], 0)


def test_an_edited_line_is_not_mistaken_for_the_known_one_beside_it():
    before = [at(1, words="1"), at(2, words="2")]
    assert new(before, [at(1, words="1"), at(2, words="edited")]) == ([], 0)
    assert new(before, [at(1, words="1"), at(2, words="edited"), at(3, words="new")])[0] == [("a.py", 3)]


def test_a_suppressed_finding_needs_no_entry_and_takes_none():
    quiet = replace(at(1), suppressed="a reason")
    assert known_of([quiet]) == []
    found, gone = mark_known([quiet, at(2)], [Known("DEV202", "a.py", "x", "1")], "known")
    assert ([item.suppressed for item in found], gone) == (["a reason", "known"], 0)


def entry(**changed):
    return {"rule": "DEV202", "path": "a.py", "symbol": "x", "line": "0", **changed}


def text(known, version: object = FORMAT_VERSION):
    return json.dumps({"format_version": version, "known": known})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "its JSON cannot be read"),
        ("{", "its JSON cannot be read"),
        ("known: []", "its JSON cannot be read"),
        ("[" * 100_000, "its JSON cannot be read"),
        ('{"known": ' + "1" * 5000 + "}", "its JSON cannot be read"),
        ("[]", "it has no list `known`"),
        ("null", "it has no list `known`"),
        ("{}", "it has no list `known`"),
        (text({}), "it has no list `known`"),
        ('{"known": []}', "its format_version is None"),
        (text([], 1), "its format_version is 1, and this planner reads 1.0"),
        (text([], ""), "its format_version is ''"),
        (text([], "2.0"), "its format_version is '2.0', and this planner reads 1.0"),
        (text([], "10.0"), "its format_version is '10.0'"),
        (text([entry(), 3]), "entry 2 lacks one of rule, path, symbol, line"),
        (text([entry(), entry(), []]), "entry 3 lacks one of"),
        (text([{"rule": "DEV202"}]), "entry 1 lacks one of"),
        (text([entry(line=7)]), "entry 1 lacks one of .*, or holds more than a text there"),
        (text([entry(path=None)]), "entry 1 lacks one of"),
        (text([entry(symbol=["x"])]), "entry 1 lacks one of"),
    ],
)
def test_what_is_no_baseline_is_refused_and_the_reason_is_said(content, said):
    with pytest.raises(NoBaseline, match=said):
        read_baseline(content)


def test_a_newer_minor_version_and_more_keys_are_read():
    known = text([entry(note="we know", since="2027")], "1.7")
    assert read_baseline(known) == [Known("DEV202", "a.py", "x", "0")]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["format_version", "known", "rule"]), inner),
    max_leaves=5,
)


@some
@given(st.text() | values.map(json.dumps) | st.lists(values).map(text))
def test_any_text_is_a_baseline_or_refused(content):
    with suppress(NoBaseline):
        assert all(isinstance(one, Known) for one in read_baseline(content))


def test_what_is_known_stays_in_a_baseline_that_is_written_anew():
    found, _ = mark_known([at(1), at(2, words="2")], known_of([at(1)]), "known")
    assert known_of(found) == known_of([at(1), at(2, words="2")])
