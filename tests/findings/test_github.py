"""Annotations: one command for each finding, and nothing that a repository says becomes another one."""

import pytest
from hypothesis import given, settings

from planner.findings.finding import finding
from planner.findings.formats import FORMATS
from planner.findings.formats.github import _data, _property
from planner.findings.formats.shared import open_findings, printable
from planner.findings.report import Report
from planner.findings.rule import rule
from tests.findings.arbitrary import HOSTILE, at, report, reports
from tests.findings.runner import Command, commands

as_github = FORMATS["github"]


def test_a_finding_is_a_command_with_its_place():
    text = as_github(report(finding("ENV101", "a: b, 100%", at(3, "src/ä b,c:d.py", 7), fix="do")))
    assert text == (
        "::error file=src/ä b%2Cc%3Ad.py,line=3,col=7,title=ENV101 torch-python::a: b, 100%25%0Afix: do\nplanner scan: done\n"
    )


def test_the_worst_come_first_and_suppressed_ones_not_at_all():
    found = [
        finding("DEV206", "n", at(1)),
        finding("DEV202", "w", at(2)),
        finding("ENV101", "e", at(3)),
        finding("ENV101", "s", at(4), suppressed="known"),
    ]
    assert [item.name for item in commands(as_github(report(*found)))] == ["error", "warning", "notice"]
    unsorted = Report("scan", "2026-12-01", "done", found)
    assert [item.name for item in commands(as_github(unsorted))] == ["error", "warning", "notice"]


def test_a_file_without_a_line_has_no_column():
    (command,) = commands(as_github(report(finding("ENV101", "m", at(0, column=5)))))
    assert command.properties == {"file": "a.py", "title": "ENV101 torch-python"}


@pytest.mark.parametrize("text", HOSTILE)
def test_a_summary_is_never_a_command(text):
    assert commands(as_github(Report("scan", "2026-12-01", text))) == []


@settings(deadline=None)
@given(reports)
def test_there_is_one_command_for_each_open_finding_and_no_other(arbitrary):
    text = as_github(arbitrary)
    expected = [
        Command(
            {"note": "notice"}.get(item.severity, item.severity),
            {
                **({"file": printable(item.position.path)} if item.position.path else {}),
                **({"line": str(item.position.line)} if item.position.line else {}),
                **({"col": str(item.position.column)} if item.position.line and item.position.column else {}),
                "title": f"{item.rule} {rule(item.rule).slug}",
            },
            f"{printable(item.message)}\nfix: {printable(item.fix)}",
        )
        for item in open_findings(arbitrary)
    ]
    assert commands(text) == expected
    assert len(text.splitlines()) == len(expected) + 1


def test_the_runner_of_this_test_obeys_what_a_real_one_does():
    assert [item.name for item in commands("x ##[error]y\n  ::warning file=a::b\n::nothing::\nx ::error::z")] == [
        "error",
        "warning",
    ]
    assert [item.data for item in commands("::stop-commands::t\n::error::a\n::t::\n::error::b")] == ["b"]


def test_what_the_documentation_names_is_escaped():
    assert _data("a%\r\nb:,") == "a%25%0D%0Ab:,"
    assert _property("a%\r\nb:,") == "a%25%0D%0Ab%3A%2C"
