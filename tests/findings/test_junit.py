"""JUnit XML: well-formed whatever is said, and a failure is what a gate could fail on."""

from xml.etree import ElementTree

from hypothesis import given, settings

from planner.findings.finding import finding
from planner.findings.formats import FORMATS
from planner.findings.formats.shared import printable
from planner.findings.report import Report
from tests.findings.arbitrary import at, report, reports


def suite(result):
    root = ElementTree.fromstring(FORMATS["junit"](result).encode())
    (only,) = root
    assert (root.tag, only.tag) == ("testsuites", "testsuite")
    return only


def test_errors_and_warnings_fail_notes_pass_and_suppressed_ones_are_skipped():
    found = suite(
        report(
            finding("ENV101", "e", at(1)),
            finding("DEV202", "w", at(2)),
            finding("DEV206", "n", at(3), effects={"rocm": "works", "cpu": "breaks", "tpu": "breaks"}),
            finding("DEV202", "s", at(4), suppressed="only here"),
        )
    )
    assert [[child.tag for child in case] for case in found if case.tag == "testcase"] == [
        ["failure"], ["failure"], ["system-out"], ["skipped", "system-out"],
    ]  # fmt: skip
    assert {key: found.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4", "failures": "2", "errors": "0", "skipped": "1",
    }  # fmt: skip
    assert found.findall("*/failure")[0].attrib == {"type": "ENV101", "message": "e"}
    assert found.find("*/skipped").get("message") == "only here"
    assert found.findall("*/system-out")[0].text.endswith("on: breaks: cpu, tpu; works: rocm")


def test_a_test_is_named_by_file_rule_and_place_and_no_name_is_taken_twice():
    places = (at(3), at(3), at(3, column=9), at(0, column=0), at(1, "b.py"))
    cases = suite(report(*(finding("DEV202", f"m{number}", place) for number, place in enumerate(places)))).findall(
        "testcase"
    )
    assert [(case.get("classname"), case.get("name")) for case in cases] == [
        ("a.py", "DEV202 cuda-method"),
        ("a.py", "DEV202 cuda-method, line 3, column 1"),
        ("a.py", "DEV202 cuda-method, line 3, column 1 (2)"),
        ("a.py", "DEV202 cuda-method, line 3, column 9"),
        ("b.py", "DEV202 cuda-method, line 1, column 1"),
    ]


def test_a_report_without_findings_is_a_test_that_passes():
    found = suite(Report("matrix judge", "2026-12-01", "all well", notes=["n\x00"]))
    assert [list(case) for case in found.findall("testcase")] == [[]]
    assert found.find("system-out").text == "n\\x00\nall well"


@settings(deadline=None)
@given(reports)
def test_it_is_well_formed_and_says_what_was_found_word_for_word(arbitrary):
    found = suite(arbitrary)
    cases = found.findall("testcase")
    assert len(cases) == max(1, len(arbitrary.findings))
    assert len({(case.get("classname"), case.get("name")) for case in cases}) == len(cases)
    failures = [item for item in arbitrary.findings if not item.suppressed and item.severity != "note"]
    assert sorted(case.get("message") for case in found.iter("failure")) == sorted(
        printable(item.message) for item in failures
    )
    assert found.get("failures") == str(len(failures))
