"""How a result is shown: each format is one function from a report to text, and one entry here."""

from collections.abc import Callable

from planner.findings.formats.json import as_json
from planner.findings.formats.text import as_text
from planner.findings.report import Report

FORMATS: dict[str, Callable[[Report], str]] = {"text": as_text, "json": as_json}
