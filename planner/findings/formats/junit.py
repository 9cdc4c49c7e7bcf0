"""JUnit XML, as Jenkins and GitLab read it."""

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from planner.findings.finding import Finding
from planner.findings.formats.shared import by_effect, in_order, printable
from planner.findings.report import Report
from planner.findings.rule import rule

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def as_junit(report: Report) -> str:
    """One suite for the verb, with a test for each finding, file by file.

    Errors and warnings are failures, as ruff and eslint have it: the format knows no degrees. A note passes and is its
    output; a suppressed finding is skipped, with the reason. A report without findings is one test that passes.
    """
    name = f"torch-planner {report.verb}"
    cases = list(_cases(sorted(in_order(report), key=lambda item: (item.position, item.rule))))
    if not cases:
        cases = [ElementTree.Element("testcase", classname=name, name="no findings")]
    failures = sum(case.find("failure") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    counts = {"tests": str(len(cases)), "failures": str(failures), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": "torch-planner", **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": name, **counts, "skipped": str(skipped)})
    suite.extend(cases)
    ElementTree.SubElement(suite, "system-out").text = "\n".join(map(printable, (*report.notes, report.summary)))
    ElementTree.indent(root)
    return _DECLARATION + ElementTree.tostring(root, encoding="unicode") + "\n"


def _cases(findings: list[Finding]) -> Iterator[ElementTree.Element]:
    seen: Counter[tuple[str, str]] = Counter()
    for item in findings:
        place = item.position
        name = f"{item.rule} {rule(item.rule).slug}"
        if place.line:
            name += f", line {place.line}" + (f", column {place.column}" if place.column else "")
        seen[place.path, name] += 1
        # of tests with the same name GitLab reads the first alone
        count = f" ({seen[place.path, name]})" if seen[place.path, name] > 1 else ""
        case = ElementTree.Element("testcase", classname=place.path, name=name + count)
        if item.suppressed:
            ElementTree.SubElement(case, "skipped", message=item.suppressed)
            ElementTree.SubElement(case, "system-out").text = _details(item)
        elif item.severity == "note":
            ElementTree.SubElement(case, "system-out").text = _details(item)
        else:
            failure = ElementTree.SubElement(case, "failure", type=item.rule, message=item.message)
            failure.text = _details(item)
        yield case


def _details(item: Finding) -> str:
    lines = [f"{item.position}: {item.severity}: {item.message}", f"why: {item.why}", f"fix: {item.fix}"]
    return "\n".join([*lines, *([f"on: {by_effect(item.effects)}"] if item.effects else [])])
