"""Catalog files to plain data, every row checked, every fault reported with file and line."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from string import Formatter
from typing import Any

from planner.readers.positioned_yaml import Document, IntText, parse_yaml
from planner.vocabulary.digest import sha256
from planner.vocabulary.layer import Layer
from planner.vocabulary.position import InputError, Position, Problem
from planner.vocabulary.ranges import fault
from planner.vocabulary.verdict import Verdict

_MAX_BYTES = 1_000_000
_RULE = "MAN807"
_KINDS = {
    "accelerator", "architecture", "image", "instance", "metric", "os", "package", "python", "resource", "sdk", "shim",
    "stack", "torch", "variable",
}  # fmt: skip
_STATUS = {"supported", "beta", "maintenance", "ended"}
_VERIFIED = {"documented", "wheel-metadata", "measured", "derived"}
_EFFORTS, _REPORTS = {"minutes", "hours", "rewrite", "unknown"}, {"always", "decided", "never"}
_EFFECTS = {"works", "degrades", "breaks", "ignored", "review", "unknown"}
_FAILS, _DATES = {"install", "run", "wrong", "support"}, {"end_of_life", "extended", "released"}
# what is surely known where the attribute derived from it is
_BEHIND = {"glibc": "os", "capability": "accelerator", "gfx": "accelerator"}

# section -> the keys its rows must have, and the others they may have with what stands for them when left out
_ROWS: dict[str, tuple[set[str], dict[str, Any]]] = {
    "sources": ({"title", "locator", "publisher", "published", "read", "kind"}, {}),
    "constraints": ({"id", "rule", "layers", "at", "needs", "asks", "fails"}, {"applies": {}}),
    "records": (
        {"kind", "name", "sources"},
        {"values": {}, "status": "supported", "verified": "documented", "note": ""},
    ),
    "facts": (
        {"id", "constraint", "about", "allows", "sources"},
        {"otherwise": "unsupported", "status": "supported", "verified": "documented", "note": "", "replaces": None},
    ),
    "disputes": (
        {"id", "question", "claims", "narrower", "reading"},
        {"constraint": None, "record": None, "value": None},
    ),
    "claims": ({"says", "sources"}, {"about": {}, "allows": {}, "value": None}),
    "symbols": (
        {"name", "rule", "says", "sources"},
        {"profile": None, "effects": {}, "replacement": "", "since": "", "effort": "unknown", "report": "always"},
    ),
}

_Shape = tuple[str, Callable[[Any], bool]]


def _list_of(of: _Shape) -> _Shape:
    return f"a list, each item {of[0]}", lambda value: isinstance(value, list) and all(map(of[1], value))


def _mapping_of(of: _Shape) -> _Shape:
    return f"a mapping, each value {of[0]}", lambda value: isinstance(value, dict) and all(map(of[1], value.values()))


def _either(one: _Shape, other: _Shape) -> _Shape:
    return f"{one[0]} or {other[0]}", lambda value: one[1](value) or other[1](value)


_ANY: _Shape = ("anything", lambda _: True)
_FLAG: _Shape = ("true or false", lambda value: isinstance(value, bool))
_TEXT: _Shape = ("a text", lambda value: isinstance(value, str))
_WEIGHT: _Shape = ("a whole number from 0 on", lambda value: isinstance(value, IntText) and value >= 0)
_ID: _Shape = ("a rule's id such as DEV203", lambda value: re.fullmatch("[A-Z]{3}[0-9]{3}", str(value)) is not None)
_TEXTS = _list_of(_TEXT)
_RANGES = _mapping_of(_either(_TEXT, _TEXTS))

# what the keys of rows hold that hold no text
_KEYS: dict[str, _Shape] = {
    "sources": _TEXTS, "layers": _TEXTS, "needs": _TEXTS, "about": _RANGES, "allows": _RANGES, "applies": _RANGES,
    "values": _mapping_of(_ANY), "claims": _list_of(_mapping_of(_ANY)), "effects": _mapping_of(_TEXT), "value": _ANY, "rule": _ID,
}  # fmt: skip
# the same for the values of records, of one kind or of all
_VALUES: dict[str, _Shape] = {
    **dict.fromkeys(("aliases", "stacks", "host_needs", "extra_indexes", "exclusive", "architecture.capability"), _TEXTS),
    **dict.fromkeys(("components", "counterpart", "gives", "toleration"), _mapping_of(_TEXT)),
    **dict.fromkeys((f"shim.{key}" for key in ("switches", "own", "breaks", "degrades", "works", "review", "unknown")), _TEXTS),
    **dict.fromkeys(("variable.stack", "resource.stack"), _either(_TEXT, _TEXTS)),
    "labels": _mapping_of(_TEXTS), "dynamic_shapes": _either(_TEXT, _FLAG), "image.vendor": _FLAG,
}  # fmt: skip


def compile_catalog(files: Mapping[str, bytes]) -> dict[str, Any]:
    """Plain, checked data of a catalog from its files, a mapping of shown path to content.

    Raises:
        InputError: with every fault of every file.
    """
    problems: list[Problem] = []
    documents: list[Document] = []
    for path, content in sorted(files.items()):
        try:
            documents.append(parse_yaml(content, path, _MAX_BYTES))
        except InputError as error:
            problems += error.problems
    collector = _Collector(problems)
    for document in documents:
        collector.read(document)
    collector.cross_check()
    if problems:
        raise InputError(problems)
    return collector.plain(digest_of(files))


def catalog_files(folder: Path) -> dict[str, bytes]:
    """The files of a catalog folder by their path in it."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.yaml")}


def digest_of(files: Mapping[str, bytes]) -> str:
    """The digest of a catalog: of its files' names and contents."""
    return sha256("".join(f"{path} {sha256(content)}\n" for path, content in sorted(files.items())).encode())


@dataclass
class _Collector:
    problems: list[Problem]
    subjects: dict[str, Position] = field(default_factory=dict)
    sources: dict[str, Any] = field(default_factory=dict)
    constraints: dict[str, Any] = field(default_factory=dict)
    records: dict[tuple[str, str], Any] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    disputes: dict[str, Any] = field(default_factory=dict)
    profiles: dict[str, Any] = field(default_factory=dict)
    symbols: dict[str, Any] = field(default_factory=dict)
    weights: dict[str, int] = field(default_factory=dict)
    cited: list[tuple[str, Position]] = field(default_factory=list)
    places: dict[tuple[str, str], Position] = field(default_factory=dict)

    def read(self, document: Document) -> None:
        """Take in one file."""
        start = document.positions.get((), Position("", 1))
        data = document.data
        if not isinstance(data, dict) or data.get("format") != 1 or not isinstance(data.get("subject"), str):
            self._fault("the file does not begin with format: 1 and a subject", start, "write both keys")
            return
        if data["subject"] in self.subjects:
            self._fault(f"the subject {data['subject']!r} again", start, f"also in {self.subjects[data['subject']]}")
        self.subjects[data["subject"]] = start
        readers: dict[str, Callable[[Any, dict[str, Any], Position], None]] = {
            "sources": self._source, "constraints": self._constraint, "records": self._record, "facts": self._fact,
            "disputes": self._dispute, "profiles": self._profile, "symbols": self._symbol,
        }  # fmt: skip
        for section, rows in data.items():
            where = document.positions[(section,)]
            if section in ("format", "subject"):
                continue
            if section == "weights":
                self._weigh(rows, where)
                continue
            if section not in readers:
                self._fault(f"no section is called {section!r}", where, f"use one of {', '.join(readers)}")
                continue
            shape = dict if section in ("sources", "profiles") else list
            if not isinstance(rows, shape):
                self._fault(f"{section} is no {shape.__name__}", where, "see docs/reference/catalog.md")
                continue
            pairs = rows.items() if isinstance(rows, dict) else enumerate(rows)
            for key, row in pairs:
                place = document.positions[(section, key)]
                if not isinstance(row, dict):
                    self._fault("a row that is no mapping", place, "write key: value pairs")
                else:
                    readers[section](key, _texts(row), place)

    def cross_check(self) -> None:
        """Check what only all files together can tell."""
        for source, place in self.cited:
            if source not in self.sources:
                self._fault(f"no source has the id {source!r}", place, "add it under sources, or correct the id")
        for fact in list(self.facts.values()):
            place = self.places["facts", fact["id"]]
            self._known_constraint(fact["constraint"], place)
            replaced = fact.pop("replaces")
            if replaced and replaced not in self.facts:
                self._fault(f"no fact has the id {replaced!r}", place, "name the fact that this row replaces")
            elif replaced:
                del self.facts[replaced]
        for dispute in self.disputes.values():
            place = self.places["disputes", dispute["id"]]
            if dispute["constraint"]:
                self._known_constraint(dispute["constraint"], place)
            kind, _, name = (dispute["record"] or "").partition("/")
            if dispute["record"] and (kind, name) not in self.records:
                self._fault(f"no record is called {dispute['record']!r}", place, "write kind/name of a record")
        for symbol in self.symbols.values():
            profile = symbol.pop("profile")
            if profile and profile not in self.profiles:
                self._fault(f"no profile is called {profile!r}", self.places["symbols", symbol["name"]], "add it")
            symbol["effects"] = {**self.profiles.get(profile, {}), **symbol["effects"]}

    def plain(self, digest: str) -> dict[str, Any]:
        """Everything as JSON would hold it."""
        facts: dict[str, list[Any]] = {}
        for row in self.facts.values():
            facts.setdefault(row["constraint"], []).append(row)
        return {
            "digest": digest,
            "sources": self.sources,
            "constraints": list(self.constraints.values()),
            "records": list(self.records.values()),
            "facts": facts,
            "disputes": list(self.disputes.values()),
            "symbols": list(self.symbols.values()),
            "weights": self.weights,
        }

    def _source(self, id: str, row: dict[str, Any], place: Position) -> None:
        if self._shape("sources", row, place) and self._new("sources", id, place):
            self._date(row["read"], place)
            self.sources[id] = row

    def _constraint(self, _: int, row: dict[str, Any], place: Position) -> None:
        if self._shape("constraints", row, place) and self._new("constraints", row["id"], place):
            row["applies"] = self._ranges(row["applies"], place)
            self._one_of(row["fails"], _FAILS, place)
            for layer in row["layers"]:
                self._one_of(layer, list(Layer), place)
            known = {*row["needs"], *row["applies"]}
            self._form("asks", row["asks"], known | {_BEHIND[name] for name in known & _BEHIND.keys()}, place)
            self.constraints[row["id"]] = row

    def _record(self, _: int, row: dict[str, Any], place: Position) -> None:
        if not self._shape("records", row, place):
            return
        self._cite(row, place)
        self._one_of(row["kind"], _KINDS, place)
        self._one_of(row["status"], _STATUS, place)
        self._one_of(row["verified"], _VERIFIED, place)
        thing = f"{row['kind']} {row['name']}"
        for key, value in row["values"].items():
            shape = _VALUES.get(f"{row['kind']}.{key}") or _VALUES.get(key, _TEXT)
            if self._holds(f"{thing}: {key}", value, shape, place) and key in _DATES:
                self._date(value, place)
        if row["kind"] == "image":
            self._pattern(row["values"], place)
        del row["note"], row["verified"]
        known = self.records.setdefault((row["kind"], row["name"]), row)
        if known is row:
            return
        for key, value in row["values"].items():
            other = known["values"].get(key, value)
            if other != value:
                self._fault(f"{thing}: {key} is {value!r} here and {other!r} elsewhere", place, "keep one")
        known["values"] = {**row["values"], **known["values"]}
        known["sources"] = sorted({*known["sources"], *row["sources"]})

    def _fact(self, _: int, row: dict[str, Any], place: Position) -> None:
        if not self._shape("facts", row, place) or not self._new("facts", row["id"], place):
            return
        self._cite(row, place)
        self._one_of(row["status"], _STATUS, place)
        self._one_of(row["verified"], _VERIFIED, place)
        self._one_of(row["otherwise"], {"unsupported", "unknown"}, place)
        row["about"] = self._ranges(row["about"], place)
        row["allows"] = self._ranges(row["allows"], place)
        row["origin"] = f"{place.path}:{place.line}"
        self.facts[row["id"]] = row

    def _dispute(self, _: int, row: dict[str, Any], place: Position) -> None:
        if not self._shape("disputes", row, place) or not self._new("disputes", row["id"], place):
            return
        if len(row["claims"]) < 2:
            self._fault(f"the dispute {row['id']!r} has fewer than two claims", place, "a dispute has two sides")
            return
        for claim in row["claims"]:
            if self._shape("claims", claim, place):
                self._cite(claim, place)
                claim["about"] = self._ranges(claim["about"], place)
                claim["allows"] = self._ranges(claim["allows"], place)
        self._claimed_values(row, place)
        sides = {str(number): number for number, _ in enumerate(row["claims"], 1)}
        self._one_of(row["narrower"], sides, place)
        row["narrower"] = sides.get(row["narrower"])
        row["origin"] = f"{place.path}:{place.line}"
        self.disputes[row["id"]] = row

    def _claimed_values(self, row: dict[str, Any], place: Position) -> None:
        if (row["record"] is None) != (row["value"] is None):
            self._fault(f"the dispute {row['id']!r} has one of record and value", place, "write both or neither")
        if row["value"] is None or not self._holds("value", row["value"], _TEXT, place):
            return
        for claim in row["claims"]:
            if claim.get("value") is None:
                self._fault(f"a claim on {row['value']} without value", place, "write what the claim says it is")
            elif row["value"] in _DATES:
                self._date(claim["value"], place)

    def _profile(self, name: str, row: dict[str, Any], place: Position) -> None:
        for effect in row.values():
            self._one_of(effect, _EFFECTS, place)
        if self._new("profiles", name, place):
            self.profiles[name] = row

    def _symbol(self, _: int, row: dict[str, Any], place: Position) -> None:
        if self._shape("symbols", row, place) and self._new("symbols", row["name"], place):
            self._cite(row, place)
            effects = ((effect, _EFFECTS) for effect in row["effects"].values())
            for value, allowed in ((row["effort"], _EFFORTS), (row["report"], _REPORTS), *effects):
                self._one_of(value, allowed, place)
            self.symbols[row["name"]] = row

    def _weigh(self, rows: Any, place: Position) -> None:
        if self._holds("weights", rows, _mapping_of(_WEIGHT), place):
            for name in rows:
                self._one_of(name, {*_STATUS, *Verdict}, place)
            self.weights |= rows

    def _pattern(self, values: dict[str, Any], place: Position) -> None:
        try:
            groups = re.compile(values["pattern"]).groupindex
            for form in values["gives"].values():
                self._form("gives", form, groups, place)
        except (KeyError, TypeError, AttributeError, re.error, OverflowError, RecursionError):
            self._fault("an image without a pattern and what it gives", place, "write an expression with named parts")

    def _shape(self, section: str, row: dict[str, Any], place: Position) -> bool:
        needed, optional = _ROWS[section]
        missing = needed - row.keys()
        extra = row.keys() - needed - optional.keys()
        for key in sorted(missing):
            self._fault(f"a row of {section} without {key}", place, f"it needs {', '.join(sorted(needed))}")
        for key in sorted(extra):
            self._fault(f"a row of {section} with the unknown key {key!r}", place, "correct or remove it")
        for key, value in optional.items():
            row.setdefault(key, value.copy() if isinstance(value, dict) else value)
        given = [key for key in row if key in needed or row[key] != optional.get(key, row[key])]
        shaped = [self._holds(key, row[key], _KEYS.get(key, _TEXT), place) for key in given]
        return not missing and not extra and all(shaped)

    def _holds(self, name: str, value: Any, shape: _Shape, place: Position) -> bool:
        if not (fits := shape[1](value)):
            self._fault(f"{name} is not {shape[0]}", place, f"write {shape[0]}")
        return fits

    def _form(self, name: str, form: str, known: Iterable[str], place: Position) -> None:
        try:
            parts = [part[1:] for part in Formatter().parse(form)]
        except ValueError:
            parts = [(form, "", None)]
        for written, spec, conversion in parts:
            if written is not None and (written not in known or spec or conversion):
                self._fault(f"{name} has the field {written!r}", place, f"use {', '.join(sorted(known))}, without more")

    def _new(self, section: str, id: str, place: Position) -> bool:
        first = self.places.setdefault((section, id), place)
        if first is not place:
            self._fault(f"{section}: {id!r} again", place, f"it stands in {first} already; give it another id")
        return first is place

    def _cite(self, row: dict[str, Any], place: Position) -> None:
        if not row["sources"]:
            self._fault("a row without a source", place, "name at least one")
        self.cited += [(source, place) for source in row["sources"]]

    def _ranges(self, row: dict[str, Any], place: Position) -> dict[str, list[str]]:
        result = {}
        for attribute, allowed in row.items():
            result[attribute] = allowed if isinstance(allowed, list) else [allowed]
            if wrong := fault(attribute, tuple(result[attribute])):
                self._fault(wrong, place, "see the attributes in docs/reference/catalog.md")
        return result

    def _known_constraint(self, id: str, place: Position) -> None:
        if id not in self.constraints:
            self._fault(f"no constraint is called {id!r}", place, f"there are {', '.join(sorted(self.constraints))}")

    def _one_of(self, value: Any, allowed: Iterable[str], place: Position) -> None:
        if not isinstance(value, str) or value not in allowed:
            self._fault(f"{value!r} is not among {', '.join(sorted(allowed))}", place, "use one of them")

    def _date(self, value: Any, place: Position) -> None:
        try:
            date.fromisoformat(value)
        except (TypeError, ValueError):
            self._fault(f"{value!r} is no date", place, "write it as 2026-12-01")

    def _fault(self, what: str, place: Position, fix: str) -> None:
        self.problems.append(Problem(_RULE, what, place, "a fact that cannot be read cannot be argued with", fix))


def _texts(value: Any) -> Any:
    """The value with numbers in the spelling they were written in and dates as text: a version is no number."""
    if isinstance(value, dict):
        return {key: _texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_texts(item) for item in value]
    if isinstance(value, bool) or value is None:
        return value
    return getattr(value, "text", str(value))
