"""SARIF: valid for the official schema, and within what GitHub code scanning takes."""

import json
import re
from importlib.metadata import version
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given, settings
from jsonschema import Draft7Validator

from planner.findings.finding import finding
from planner.findings.formats import FORMATS, sarif
from planner.findings.formats.shared import printable
from planner.findings.report import Report
from planner.findings.rule import SEVERITIES, rule, rule_ids
from planner.vocabulary.position import Position
from tests.findings.arbitrary import at, report, reports

SCHEMA = Draft7Validator(json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0.json").read_text()))
URI = re.compile(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+")


def run(result):
    log = json.loads(FORMATS["sarif"](result))
    assert [error.message for error in SCHEMA.iter_errors(log)] == []
    (only,) = log["runs"]
    return only


def one(*arguments, **more):
    (result,) = run(report(finding(*arguments, **more)))["results"]
    return result


def test_the_schema_refuses_what_is_no_sarif():
    log = json.loads(FORMATS["sarif"](report(finding("ENV101", "m", at(1)))))
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert not SCHEMA.is_valid(log)


def test_a_result_says_what_where_and_on_which_targets():
    result = run(
        report(
            finding("DEV202", "m", at(3, "src/a.py", 7), symbol=".cuda()", effects={"rocm": "works"}, facts=("f1", "f2"), effort="minutes"),
            sources={"f1": ["s1", "s2"], "f2": ["s2"]},
        )
    )["results"][0]  # fmt: skip
    assert result["level"] == "warning"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "src/a.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 7},
    }
    assert result["properties"] | {
        "effects": {"rocm": "works"}, "effort": "minutes", "sources": ["s1", "s2"], "symbol": ".cuda()",
    } == result["properties"]  # fmt: skip


@pytest.mark.parametrize("severity", SEVERITIES)
def test_a_severity_is_a_level_of_the_same_name(severity):
    assert one("ENV101", "m", at(1), severity=severity)["level"] == severity


def test_the_fingerprint_is_ours_and_survives_moved_lines():
    before, after = one("DEV202", "m", at(3)), one("DEV202", "m", at(30))
    assert before["partialFingerprints"] == after["partialFingerprints"]
    assert set(before["partialFingerprints"]) == {"plannerFingerprint/v1"}


def test_a_suppressed_finding_goes_out_with_its_reason_behind_the_open_ones():
    results = run(
        report(finding("ENV101", "s", at(1), suppressed="known"), finding("DEV206", "o", at(2)))
    )["results"]  # fmt: skip
    assert [item["suppressions"] for item in results] == [[], [{"kind": "inSource", "justification": "known"}]]


def test_a_finding_without_a_line_or_a_path_still_has_a_place():
    assert one("ENV101", "m", Position("a.py"))["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    nowhere = one("ENV101", "m", Position(""))["locations"][0]["physicalLocation"]["artifactLocation"]
    assert nowhere == {"uri": ".", "uriBaseId": "%SRCROOT%"}


@pytest.mark.parametrize(
    ("path", "uri"),
    [("a b/ü#?.py", "a%20b/%C3%BC%23%3F.py"), ("c:d.py", "c%3Ad.py"), ("/x y/a.py", "file:///x%20y/a.py"), ("100%.py", "100%25.py")],
)  # fmt: skip
def test_a_path_is_a_uri(path, uri):
    place = one("ENV101", "m", at(1, path))["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == uri
    assert ("uriBaseId" in place) is not path.startswith("/")


def test_a_message_has_neither_placeholders_nor_links():
    assert one("ENV101", "{0} [a](1) x[i](j)", at(1))["message"] == {"text": "{{0}} [a] (1) x[i] (j)"}


@pytest.mark.parametrize("id", rule_ids())
def test_a_rule_is_within_the_limits_of_code_scanning(id):
    (described,) = run(report(finding(id, "m", at(1))))["tool"]["driver"]["rules"]
    assert described["id"] == id
    assert len(described["name"]) <= 255
    assert 0 < len(described["shortDescription"]["text"]) <= 1024
    assert 0 < len(described["fullDescription"]["text"]) <= 1024
    assert described["help"]["markdown"] == rule(id).page
    assert "<" not in re.sub("```.*?```|`[^`]*`", "", described["help"]["markdown"], flags=re.DOTALL)
    assert described["properties"]["precision"] in ("very-high", "high", "medium", "low")
    assert described["properties"]["problem.severity"] in ("error", "warning", "recommendation")


def test_of_too_many_findings_the_worst_are_kept_and_the_rest_is_told(monkeypatch):
    monkeypatch.setattr(sarif, "MOST_RESULTS", 2)
    found = [
        finding("DEV206", "note", at(1)),
        finding("ENV101", "known", at(2), suppressed="x"),
        finding("DEV202", "warning", at(3)),
        finding("ENV101", "error", at(4)),
    ]
    cut = run(report(*found, notes=["half"]))
    assert [item["message"]["text"] for item in cut["results"]] == ["error", "warning"]
    assert [item["id"] for item in cut["tool"]["driver"]["rules"]] == ["DEV202", "ENV101"]
    told, note = cut["invocations"][0]["toolExecutionNotifications"]
    assert told["level"] == "warning"
    assert told["message"]["text"].startswith("4 findings; the 2 worst")
    assert note == {"level": "note", "message": {"text": "half"}}


def test_a_run_names_the_tool_and_the_verb():
    named = run(Report("matrix judge", "2026-12-01", "done"))
    assert (
        named["tool"]["driver"] | {"name": "torch-planner", "version": version("torch-planner")}
        == named["tool"]["driver"]
    )
    assert named["automationDetails"] == {"id": "torch-planner/matrix-judge/"}
    assert named["properties"] == {"asOf": "2026-12-01", "summary": "done"}
    assert named["results"] == []


@settings(deadline=None, max_examples=50)
@given(reports)
def test_it_is_valid_whatever_a_repository_says(arbitrary):
    only = run(arbitrary)
    ids = [item["id"] for item in only["tool"]["driver"]["rules"]]
    assert len(only["results"]) == len(arbitrary.findings)
    paths = []
    for result in only["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        (location,) = (item["physicalLocation"] for item in result["locations"])
        uri = urlsplit(location["artifactLocation"]["uri"])
        assert (uri.scheme, uri.netloc) in (("", ""), ("file", ""))
        assert URI.fullmatch(uri.path)
        paths.append(unquote(uri.path))
        assert location["region"]["startLine"] >= 1
    assert sorted(paths) == sorted(printable(item.position.path) or "." for item in arbitrary.findings)
