"""GitHub-flavored Markdown for a comment on a pull request or a step's summary."""

import re
from collections.abc import Iterable, Iterator, Sequence

from planner.findings.finding import Finding
from planner.findings.formats.shared import by_effect, open_findings, printable, suppressed
from planner.findings.report import Report
from planner.findings.rule import rule

_ROWS = 50
# GitHub takes comments of up to 65,536 characters
_LIMIT = 59_000
_FOR_ROWS = 45_000
_LONGEST = 1_000
# what a block needs beside its lines; a fence is longer than any line's backticks
_FRAME = 2 * _LONGEST + 200
# letters, a short number or a lone sign, in ordinary punctuation: nothing that could be markup, a link or a mention
_ORDINARY = re.compile(r"\(?(?:[A-Za-z]+(?:[-'/][A-Za-z]+)*|\d{1,6}|[-—…=+/])?[,.;:?)]*", re.ASCII)
_HEAD = ("| severity | where | what | fix | on |", "| --- | --- | --- | --- | --- |")


def as_markdown(report: Report) -> str:
    """The summary, a table of the open findings, the worst first, and the inventory folded away."""
    text = "\n".join(_top(report)) + "\n"
    sections = [(f"{section.title} ({len(section.rows)})", section.lines) for section in report.inventory.values()]
    for title, lines in (*sections, (f"Notes ({len(report.notes)})", report.notes)):
        text += _folded(title, lines, _LIMIT - len(text))
    return text


def _top(report: Report) -> Iterator[str]:
    findings = open_findings(report)
    yield f"**planner {report.verb}:** {_prose(report.summary)}"
    rows = _fitting((_row(item) for item in findings[:_ROWS]), _FOR_ROWS)
    if rows:
        yield from ("", *_HEAD, *rows)
    if more := len(findings) - len(rows):
        yield from ("", f"… and {more} more findings; `--format json` shows all of them.")
    for line in suppressed(report):
        yield from ("", line)


def _row(item: Finding) -> str:
    cells = (
        item.severity,
        _code(_cut(str(item.position))),
        f"{_prose(item.message)} (`{item.rule}` {rule(item.rule).slug})",
        _prose(item.fix),
        _prose(by_effect(item.effects)),
    )
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def _folded(title: str, lines: Sequence[str], room: int) -> str:
    """Lines word for word in a block that opens on a click, as many as there is room for."""
    if not lines:
        return ""
    shown = _fitting((_cut(printable(line)) for line in lines), room - _FRAME)
    if len(shown) < len(lines):
        shown.append(f"… and {len(lines) - len(shown)} more")
    fence = _fence("\n".join(shown), 3)
    head = f"\n<details><summary>{title}</summary>\n\n"
    return "\n".join((f"{head}{fence}text", *shown, fence, "", "</details>", ""))


def _fitting(lines: Iterable[str], room: int) -> list[str]:
    """The first lines, up to a number of characters."""
    fitting = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        fitting.append(line)
    return fitting


def _prose(text: str) -> str:
    """Words as they are where they are ordinary ones, else as code: in code GitHub finds no markup, link or mention."""
    return " ".join(map(_word, _spans(_cut(printable(text)).split(" "))))


def _spans(words: Iterable[str]) -> Iterator[str]:
    """Words, and code whose brackets hold blanks as one: `f(a, b)`."""
    held: list[str] = []
    open_ = 0
    for word in words:
        held.append(word)
        open_ += sum(word.count(sign) for sign in "([{") - sum(word.count(sign) for sign in ")]}")
        if open_ <= 0 or (len(held) == 1 and _ORDINARY.fullmatch(word)):
            yield " ".join(held)
            held, open_ = [], 0
    yield from held


def _word(word: str) -> str:
    if _ORDINARY.fullmatch(word):
        return word
    core = word.rstrip(",;:")
    return _code(core) + word[len(core) :]


def _code(text: str) -> str:
    fence = _fence(text, 1)
    padding = " " if text[:1] in ("`", " ") or text[-1:] in ("`", " ") else ""
    return f"{fence}{padding}{text}{padding}{fence}" if text else ""


def _fence(text: str, least: int) -> str:
    """More backticks than the text has in a row."""
    return "`" * max(least, 1 + max(map(len, re.findall("`+", text)), default=0))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
