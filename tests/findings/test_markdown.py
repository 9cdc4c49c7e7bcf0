"""Markdown: what a repository says is shown as text, and all of it fits in a comment."""

import re

import pytest
from hypothesis import given, settings
from markdown_it import MarkdownIt

from planner.findings.finding import finding
from planner.findings.formats import FORMATS
from planner.findings.formats.shared import by_effect, open_findings, printable
from planner.findings.report import Report, Section
from planner.findings.rule import rule
from tests.findings.arbitrary import at, report, reports

PARSER = MarkdownIt("commonmark").enable("table")
# outside of code: no sign that makes a link, a mention, a reference, markup or an emoji
PLAIN = re.compile(r"[A-Za-z0-9 ,.;:?()'/=+—…-]*")
TWISTED = re.compile(r":\w|\.\w|//|\d{7}|GH-|[a-z]\d|\d[a-z]")


def as_markdown(result):
    return FORMATS["markdown"](result)


def contents(token):
    """The text of inline tokens, each held against what is allowed outside of code."""
    for child in token.children:
        assert child.type in ("text", "code_inline", "strong_open", "strong_close"), child
        if child.type == "text":
            assert PLAIN.fullmatch(child.content), child.content
            assert not TWISTED.search(child.content), child.content
    return "".join(child.content for child in token.children)


def cells(tokens):
    rows: list[list[str]] = []
    inside = False
    for token in tokens:
        inside = token.type == "tbody_open" or (inside and token.type != "tbody_close")
        if inside and token.type == "tr_open":
            rows.append([])
        elif inside and token.type == "inline":
            rows[-1].append(contents(token))
    return rows


def test_a_finding_is_a_row():
    text = as_markdown(
        report(finding("DEV202", "x.cuda() breaks, always", at(3), fix="use x.to(device)", effects={"cpu": "breaks"}))
    )
    assert text == (
        "**planner scan:** done\n\n"
        "| severity | where | what | fix | on |\n| --- | --- | --- | --- | --- |\n"
        "| warning | `a.py:3:1` | `x.cuda()` breaks, always (`DEV202` cuda-method) | use `x.to(device)` | breaks: cpu |\n"
    )


def test_the_inventory_and_the_notes_are_folded_away():
    text = as_markdown(
        Report("scan", "2026-12-01", "done", inventory={"a": Section("Kernels", [1, 2, 3], ["k", "```"]), "b": Section("Empty", [], [])}, notes=["n"])
    )  # fmt: skip
    assert text == (
        "**planner scan:** done\n"
        "\n<details><summary>Kernels (3)</summary>\n\n````text\nk\n```\n````\n\n</details>\n"
        "\n<details><summary>Notes (1)</summary>\n\n```text\nn\n```\n\n</details>\n"
    )


def test_of_many_findings_the_worst_are_shown_and_the_rest_is_counted():
    found = [finding("DEV206", f"n{number}", at(number)) for number in range(1, 61)]
    text = as_markdown(
        report(*found, finding("ENV101", "worst", at(99)), finding("ENV101", "s", at(98), suppressed="known"))
    )
    rows = cells(PARSER.parse(text))
    assert len(rows) == 50
    assert rows[0][0] == "error"
    assert "… and 11 more findings; `--format json` shows all of them." in text
    assert "1 finding is suppressed, with a reason." in text


@pytest.mark.parametrize("text", ["x", "a b ", "`", "` ", "|", "\x00", "例", "[a](https://b.example)"])
def test_it_fits_in_a_comment(text):
    long = text * (3000 // len(text))
    found = [
        finding("ENV101", long, at(number, long), fix=long, effects={long: "breaks"}, suppressed=long * (number % 2))
        for number in range(1, 120)
    ]
    lines = [long] * 500
    result = report(*found, inventory={name: Section(name, [], lines) for name in "ABC"}, notes=lines)
    assert len(as_markdown(result)) < 60_000
    short = report(inventory={"A": Section("A", [], lines), "B": Section("B", [], ["b"] * 9000)})
    assert len(as_markdown(short)) < 60_000
    assert as_markdown(short).count("… and ") == 2


@settings(deadline=None)
@given(reports)
def test_what_a_repository_says_is_shown_as_text(arbitrary):
    tokens = PARSER.parse(as_markdown(arbitrary))
    kinds = {token.type for token in tokens if not token.type.startswith(("table", "thead", "tbody", "tr", "th", "td"))}
    assert kinds <= {"paragraph_open", "inline", "paragraph_close", "html_block", "fence"}
    for token in tokens:
        if token.type == "inline":
            contents(token)
        elif token.type == "html_block":
            assert re.fullmatch(r"<details><summary>(Things|Notes) \(\d\)</summary>|</details>", token.content.strip())
    summary = contents(tokens[1])
    assert summary.strip() == f"planner {arbitrary.verb}: {printable(arbitrary.summary)}".strip()
    expected = [
        [
            item.severity,
            str(item.position),
            f"{item.message} ({item.rule} {rule(item.rule).slug})",
            item.fix,
            by_effect(item.effects),
        ]
        for item in open_findings(arbitrary)
    ]
    assert [[cell.strip() for cell in row] for row in cells(tokens)] == [
        [cell.strip() for cell in row] for row in expected
    ]
    lists = [list(section.lines) for section in arbitrary.inventory.values()] + [list(arbitrary.notes)]
    fences = [token.content for token in tokens if token.type == "fence"]
    assert fences == ["".join(f"{printable(line)}\n" for line in lines) for lines in lists if lines]


def test_code_with_blanks_in_its_brackets_is_one():
    fix = "use torch.save({k: v.cpu() for k, v in state.items()}, f) (torch 2.6 or newer)"
    text = as_markdown(report(finding("ENV101", "m", at(1), fix=fix)))
    assert "use `torch.save({k: v.cpu() for k, v in state.items()}, f)` (torch `2.6` or newer)" in text
