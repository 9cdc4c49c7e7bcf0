"""The catalog as a value, with the look-ups that the rooms above need."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from planner.vocabulary.facts import Claim, Constraint, Dispute, Fact, Record, Source, Symbol
from planner.vocabulary.ranges import version_key

Plain = Mapping[str, Any]


@dataclass(frozen=True)
class Catalog:
    """All facts, from plain data that `compile_catalog` has checked. Sections are built when first asked for."""

    digest: str
    plain: Plain

    @cached_property
    def sources(self) -> Mapping[str, Source]:
        """All sources by id."""
        return {id: Source(id=id, **values) for id, values in self.plain["sources"].items()}

    @cached_property
    def constraints(self) -> Mapping[str, Constraint]:
        """All constraints by id, in the order of their file."""
        return {
            row["id"]: Constraint(
                **{
                    **row,
                    "layers": tuple(row["layers"]),
                    "needs": tuple(row["needs"]),
                    "applies": _ranges(row["applies"]),
                }
            )
            for row in self.plain["constraints"]
        }

    @cached_property
    def records(self) -> Mapping[tuple[str, str], Record]:
        """All records by kind and name."""
        return {
            (row["kind"], row["name"]): Record(
                row["kind"], row["name"], row["values"], row["status"], tuple(row["sources"])
            )
            for row in self.plain["records"]
        }

    @cached_property
    def facts(self) -> Mapping[str, tuple[Fact, ...]]:
        """The facts of each constraint, by its id."""
        return {
            constraint: tuple(
                Fact(
                    **{
                        **row,
                        "about": _ranges(row["about"]),
                        "allows": _ranges(row["allows"]),
                        "sources": tuple(row["sources"]),
                    }
                )
                for row in rows
            )
            for constraint, rows in self.plain["facts"].items()
        }

    @cached_property
    def disputes(self) -> Mapping[str, Dispute]:
        """All disputes by id."""
        return {
            row["id"]: Dispute(**{**row, "claims": tuple(_claim(claim) for claim in row["claims"])})
            for row in self.plain["disputes"]
        }

    @cached_property
    def disputes_of(self) -> Mapping[str, tuple[Dispute, ...]]:
        """The disputes of each constraint, by its id."""
        found: dict[str, list[Dispute]] = {}
        for dispute in self.disputes.values():
            if dispute.constraint:
                found.setdefault(dispute.constraint, []).append(dispute)
        return {constraint: tuple(disputes) for constraint, disputes in found.items()}

    @cached_property
    def symbols(self) -> Mapping[str, Symbol]:
        """All symbols by qualified name."""
        return {row["name"]: Symbol(**{**row, "sources": tuple(row["sources"])}) for row in self.plain["symbols"]}

    @cached_property
    def package_names(self) -> frozenset[str]:
        """The packages that some record or fact speaks of."""
        recorded = {record.name for record in self.of_kind("package")}
        return frozenset(
            recorded
            | {name for facts in self.facts.values() for fact in facts for name in fact.about.get("package", ())}
        )

    @property
    def weights(self) -> Mapping[str, int]:
        """What passing through an environment costs a route, by the status or verdict of its judgements."""
        weights: Mapping[str, int] = self.plain["weights"]
        return weights

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """The stacks that code may be scanned for."""
        return tuple(sorted({target for symbol in self.symbols.values() for target in symbol.effects}))

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """Other spellings of accelerators, in lower case, to their name."""
        return {
            alias: record.name
            for record in self.of_kind("accelerator")
            for alias in (record.name, *record.values.get("aliases", ()))
        }

    def record(self, kind: str, name: str | None) -> Record | None:
        """The record of this kind and name, or nothing."""
        return self.records.get((kind, name)) if name else None

    def value(self, kind: str, name: str | None, key: str) -> Any:
        """One value of a record, or `None` where nobody has recorded it."""
        record = self.record(kind, name)
        return record.values.get(key) if record else None

    def of_kind(self, kind: str) -> list[Record]:
        """All records of a kind, in the order of their names; versions in the order of versions."""
        return self._by_kind.get(kind, [])

    @cached_property
    def _by_kind(self) -> Mapping[str, list[Record]]:
        found: dict[str, list[Record]] = {}
        for record in sorted(
            self.records.values(), key=lambda record: [version_key(part) for part in record.name.split("-")]
        ):
            found.setdefault(record.kind, []).append(record)
        return found

    def sources_of(self, id: str) -> list[Source]:
        """The sources of a fact or dispute."""
        if id in self.disputes:
            return self.cite(source for claim in self.disputes[id].claims for source in claim.sources)
        return self.cite(
            source for facts in self.facts.values() for fact in facts if fact.id == id for source in fact.sources
        )

    def cite(self, ids: Iterable[str]) -> list[Source]:
        """The sources of these ids, in order, each once."""
        return [self.sources[id] for id in sorted(set(ids))]


def cited(source: Source) -> str:
    """A source in one line."""
    return f"{source.title} ({source.publisher}, {source.published}), {source.locator}"


def _ranges(values: Mapping[str, Iterable[str]]) -> Mapping[str, tuple[str, ...]]:
    return {attribute: tuple(allowed) for attribute, allowed in values.items()}


def _claim(row: Mapping[str, Any]) -> Claim:
    return Claim(
        **{
            **row,
            "about": _ranges(row["about"]),
            "allows": _ranges(row["allows"]),
            "sources": tuple(row["sources"]),
        }
    )
