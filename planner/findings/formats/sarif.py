"""SARIF 2.1.0, within what GitHub code scanning takes."""

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from planner.findings.finding import Finding
from planner.findings.formats.shared import in_order, printable
from planner.findings.report import Report
from planner.findings.rule import Rule, rule
from planner.vocabulary.digest import canonical_json

# GitHub refuses a run with more results
MOST_RESULTS = 25_000
_ROOT = "%SRCROOT%"
_PROBLEM = {"error": "error", "warning": "warning", "note": "recommendation"}


def as_sarif(report: Report) -> str:
    """One run, with the rules that occur and all findings, suppressed ones marked so."""
    findings = in_order(report)
    shown = findings[:MOST_RESULTS]
    ids = sorted({item.rule for item in shown})
    run = {
        "tool": {
            "driver": {
                "name": "torch-planner",
                "version": version("torch-planner"),
                "rules": [_rule(rule(id)) for id in ids],
            }
        },
        "automationDetails": {"id": f"torch-planner/{report.verb.replace(' ', '-')}/"},
        "invocations": [
            {"executionSuccessful": True, "toolExecutionNotifications": list(_notifications(report, len(findings)))}
        ],
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder that relative paths count from."}}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(item, ids.index(item.rule), report) for item in shown],
        "properties": {"asOf": report.as_of, "summary": printable(report.summary)},
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return canonical_json(log).decode()


def _notifications(report: Report, found: int) -> Iterator[dict[str, Any]]:
    if found > MOST_RESULTS:
        text = f"{found} findings; the {MOST_RESULTS} worst are listed here, and all of them with --format json"
        yield {"level": "warning", "message": {"text": text}}
    for note in report.notes:
        yield {"level": "note", "message": {"text": _message(printable(note))}}


def _rule(page: Rule) -> dict[str, Any]:
    return {
        "id": page.id,
        "name": page.slug,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.why},
        "help": {"text": f"{page.why}\n\n{page.fix}", "markdown": page.page},
        "defaultConfiguration": {"level": page.severity},
        "properties": {"precision": page.confidence, "problem.severity": _PROBLEM[page.severity]},
    }


def _result(item: Finding, index: int, report: Report) -> dict[str, Any]:
    sources = [printable(source) for id in item.facts for source in report.sources.get(id, ())]
    return {
        "ruleId": item.rule,
        "ruleIndex": index,
        "level": item.severity,
        "message": {"text": _message(item.message)},
        "locations": [{"physicalLocation": _location(item)}],
        # GitHub compares `primaryLocationLineHash` alone, a hash of the line's text that its upload action adds where it
        # is missing; any other value there would be reported as inconsistent, so ours has a name of its own
        "partialFingerprints": {"plannerFingerprint/v1": item.fingerprint},
        # present for all results of a run or for none, says the standard
        "suppressions": list(_suppressions(item)),
        "properties": {
            "confidence": item.confidence,
            "effects": item.effects,
            "effort": item.effort,
            "facts": list(item.facts),
            "fix": item.fix,
            "sources": list(dict.fromkeys(sources)),
            "symbol": item.symbol,
        },
    }


def _suppressions(item: Finding) -> Iterator[dict[str, str]]:
    """Why a finding does not count: a comment says so, or a baseline or revision held it already."""
    if item.suppressed:
        yield {"kind": "external" if item.known else "inSource", "justification": item.suppressed}


def _message(text: str) -> str:
    """Plain text of a message: no placeholder (`{0}`) and no link (`[text](target)`)."""
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")


def _location(item: Finding) -> dict[str, Any]:
    place = item.position
    # where only the file is known GitHub still asks for a line
    region = {"startLine": place.line or 1}
    if place.line and place.column:
        region["startColumn"] = place.column
    return {"artifactLocation": _artifact(place.path), "region": region}


def _artifact(path: str) -> dict[str, str]:
    """A path as a URI; one without any is the root, as GitHub refuses a file with a result that has no place."""
    if path.startswith("/"):
        return {"uri": f"file://{quote(path)}"}
    return {"uri": quote(path) or ".", "uriBaseId": _ROOT}
