"""A rule and its page: the page's head and sections are the only place where a rule is described."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

RULES = Path(__file__).parent / "rules"
SEVERITIES = ("error", "warning", "note")
_SECTIONS = ("What it finds", "Why it matters", "Fix", "How to be exempt", "Known false positives")


@dataclass(frozen=True, slots=True)
class Rule:
    """What a page says: `why` is its first paragraph on why it matters, `fix` its first on what to do."""

    id: str
    slug: str
    title: str
    severity: str
    confidence: str
    version: str
    why: str
    fix: str
    page: str


def rule_ids() -> list[str]:
    """All rule ids, sorted."""
    return sorted(path.stem for path in RULES.glob("*.md"))


@lru_cache
def rule(id: str) -> Rule:
    """The rule with this id.

    Raises:
        KeyError: there is none.
    """
    path = RULES / f"{id}.md"
    if not path.is_file():
        raise KeyError(id)
    return parse_page(path.read_text(encoding="utf-8"))


def find_rule(name: str) -> Rule | None:
    """The rule with this id or slug, in any case, or nothing."""
    wanted = name.strip().lower()
    for id in rule_ids():
        if wanted in (id.lower(), rule(id).slug):
            return rule(id)
    return None


def parse_page(text: str) -> Rule:
    """A page as a rule. The head is a block of `key: value` lines between two lines `---`.

    Raises:
        ValueError: the page has not the fixed shape.
    """
    _, head, body = text.split("---\n", 2)
    values = dict(line.split(": ", 1) for line in head.strip().splitlines())
    title, *sections = body.strip().split("\n## ")
    paragraphs = {}
    for section in sections:
        name, _, content = section.partition("\n")
        paragraphs[name] = " ".join(content.strip().split("\n\n")[0].split())
    if tuple(paragraphs) != _SECTIONS:
        raise ValueError(f"{values.get('id')}: the page has the sections {', '.join(paragraphs)}")
    if values["severity"] not in SEVERITIES:
        raise ValueError(f"{values['id']}: severity {values['severity']!r}")
    return Rule(
        values["id"], values["slug"], title.removeprefix("# ").strip(), values["severity"], values["confidence"],
        values["version"].strip('"'), paragraphs["Why it matters"], paragraphs["Fix"], body.strip() + "\n",
    )  # fmt: skip
