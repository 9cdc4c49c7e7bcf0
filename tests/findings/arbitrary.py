"""Reports as a hostile repository could make them."""

from hypothesis import strategies as st

from planner.findings.finding import finding, finish
from planner.findings.report import Report, Section
from planner.findings.rule import SEVERITIES, rule_ids
from planner.vocabulary.position import Position

HOSTILE = [
    "::error::x", "\n::set-env name=A::b", "\r\n::add-mask::c", "\r::debug::d", "%0A::error::e", "a%250Ab", "::stop-commands::f", "::",
    "##[set-output name=g]h", "###[error]i", "\u2028::error::j", "\x85::error::k", ",line=1::l", "=",
    "]]>", "<!-- ", " -->", "<script>alert(1)</script>", "&lt;&#64;", "</failure>", "<?xml?>",
    "|", "a\\|b", "\\", "`", "``` ```", "```\n\n<b>m</b>", "*n*", "_o_", "~p~", "@octocat", "#1", "GH-2", "a/b#3", "0123abc", "1234567", ":tada:", "<",
    "[q](https://r.example)", "![s](https://t.example/u.png)", "[v]: https://w.example", "https://x.example", "www.y.example", "z@example.org",
    "</details>", "<details open>", "| --- |", "# head", "- item", "{0}", "{{1}}", "}",
    "\x00", "\x0b", "\x1b[31m", "\x7f", "\ufffe", "\uffff", "\u202e", "\u200b", "\xa0", "\U0001f600", "пример", "例", "quo\"te's", " ", "  ", "\t",
]  # fmt: skip

words = st.one_of(st.text(max_size=30), st.sampled_from(HOSTILE), st.lists(st.sampled_from(HOSTILE)).map("".join))
findings = st.builds(
    lambda rule, message, path, line, column, **more: finding(rule, message, Position(path, line, column), **more),
    st.sampled_from(rule_ids()),
    words,
    words,
    st.integers(0, 2),
    st.integers(0, 2),
    severity=st.sampled_from(SEVERITIES),
    fix=words,
    why=words,
    symbol=words,
    suppressed=st.one_of(st.just(""), words),
    effects=st.dictionaries(words, words, max_size=3),
    facts=st.lists(st.sampled_from(["f1", "f2", "none"]), max_size=2).map(tuple),
)
reports = st.builds(
    lambda verb, summary, found, lines, notes, source: Report(
        verb, "2026-12-01", summary, finish(found), {"things": Section("Things", [], lines)}, notes, {"f1": [source], "f2": [source]}
    ),
    st.sampled_from(["check", "scan", "matrix judge"]),
    words,
    st.lists(findings, max_size=6),
    st.lists(words, max_size=4),
    st.lists(words, max_size=3),
    words,
)  # fmt: skip


def report(*found, **more):
    """A report of these findings."""
    return Report("scan", "2026-12-01", "done", finish(found), **more)


def at(line, path="a.py", column=1):
    return Position(path, line, column)
