import json
from datetime import date

import pytest

from planner.findings.finding import at_or_above, finding, finish
from planner.findings.formats import FORMATS
from planner.findings.report import Report
from planner.findings.suppressions import apply_suppressions, suppressions
from planner.vocabulary.position import Position

AS_OF = date(2026, 12, 1)


def at(line, path="a.py"):
    return Position(path, line, 1)


def test_fingerprints_survive_moved_lines_and_tell_repeats_apart():
    before = finish([finding("DEV202", "x", at(3)), finding("DEV202", "x", at(9))])
    after = finish([finding("DEV202", "x", at(30)), finding("DEV202", "x", at(90))])
    assert [item.fingerprint for item in before] == [item.fingerprint for item in after]
    assert before[0].fingerprint != before[1].fingerprint


def test_the_worst_come_first():
    found = finish(
        [finding("DEV206", "note", at(1)), finding("ENV101", "error", at(9)), finding("DEV202", "warning", at(2))]
    )
    assert [item.severity for item in found] == ["error", "warning", "note"]


@pytest.mark.parametrize(("threshold", "count"), [("error", 1), ("warning", 2), ("note", 3), ("never", 0)])
def test_fail_on(threshold, count):
    found = [finding("DEV206", "n", at(1)), finding("ENV101", "e", at(9)), finding("DEV202", "w", at(2))]
    assert len(at_or_above(found, threshold)) == count


def suppressed(comment):
    text = f"x.cuda()  {comment}\n"
    return apply_suppressions([finding("DEV202", "m", at(1))], {"a.py": suppressions(text, "a.py")}, AS_OF)


def test_a_suppression_with_a_reason_covers_its_line_until_its_date():
    comment = '# planner: ignore[DEV202] reason="only on the build host" until=2027-03-01'
    assert [item.suppressed for item in suppressed(comment)] == ["only on the build host"]


@pytest.mark.parametrize(
    "comment",
    [
        "# planner: ignore[DEV202]",
        '# planner: ignore[DEV202] reason="old" until=2026-11-30',
        '# planner: ignore[DEV202] reason="no such day" until=2027-02-31',
        '# planner: ignore[] reason="of nothing"',
    ],
)
def test_one_without_a_reason_or_past_its_date_covers_nothing_and_is_a_finding(comment):
    found = suppressed(comment)
    assert {item.rule for item in found} == {"DEV202", "MAN808"}
    assert not any(item.suppressed for item in found)


def test_another_rule_is_not_covered():
    assert not any(item.suppressed for item in suppressed('# planner: ignore[DEV203] reason="x"'))


def report():
    return Report(
        "check",
        "2026-12-01",
        "done",
        finish([finding("ENV101", "msg", at(1), facts=("f1",))]),
        sources={"f1": ["s1", "s2", "s3"]},
    )


def test_json_holds_everything_under_a_version():
    data = json.loads(FORMATS["json"](report()))
    assert data["format_version"] == "1.0"
    assert data["findings"][0] | {"rule": "ENV101", "line": 1, "severity": "error"} == data["findings"][0]
    assert data["sources"] == {"f1": ["s1", "s2", "s3"]}


def test_text_names_what_where_why_and_what_to_do():
    text = FORMATS["text"](report())
    assert "a.py:1:1: error: msg [ENV101 torch-python]" in text
    assert "why: " in text
    assert "fix: " in text
    assert "and 1 more sources" in text
