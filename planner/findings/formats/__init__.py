"""How a result is shown: each format is one function from a report to text, and one name here."""

from collections.abc import Callable
from importlib import import_module

from planner.findings.report import Report


def _format(name: str) -> Callable[[Report], str]:
    """The function `as_NAME` of the module NAME, imported when it is called: a verb needs one format of all."""

    def show(report: Report) -> str:
        function: Callable[[Report], str] = getattr(import_module(f"{__name__}.{name}"), f"as_{name}")
        return function(report)

    return show


FORMATS = {name: _format(name) for name in ("text", "json", "sarif", "junit", "github", "markdown")}
