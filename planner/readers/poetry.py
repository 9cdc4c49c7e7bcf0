"""What `[tool.poetry]` of a pyproject.toml asks for."""

import re
from collections.abc import Iterator
from typing import Any

from planner.readers.observed import Observed, asked, index_label, place_of, python_asked
from planner.readers.requirements import wanted_of
from planner.readers.toml import rows


def poetry_statements(poetry: dict[str, Any], text: str, path: str) -> Iterator[Observed]:
    """The Python, the packages and the source of torch."""
    addresses = {
        str(row.get("name")): str(row.get("url", "")) for row in rows(poetry.get("source")) if isinstance(row, dict)
    }
    for name, spec in poetry["dependencies"].items():
        for one in spec if isinstance(spec, list) else [spec]:
            row = one if isinstance(one, dict) else {"version": one}
            place = place_of(text, name, path)
            versions = pip_versions(str(row.get("version", "*")))
            if name == "python":
                yield python_asked(versions, place)
                continue
            origin = f" @ {row['url']}" if "url" in row else f" @ git+{row['git']}" if "git" in row else versions
            marker = f" ; {row['markers']}" if "markers" in row else ""
            if (item := wanted_of(f"{name}{origin}{marker}", place)) is None:
                continue
            yield asked(item)
            if name == "torch":
                source = row.get("source")
                yield Observed(
                    "index",
                    index_label(addresses.get(str(source)) or str(source or "pypi.org")),
                    place,
                    marker=item.marker,
                )


def pip_versions(text: str) -> str:
    """Poetry's `^1.2`, `~1.2` and bare `1.2` in the spelling of pip."""
    return ",".join(filter(None, (_one(part.strip()) for part in text.split(","))))


def _one(part: str) -> str:
    match = re.fullmatch(r"([\^~]?)(\d+(?:\.\d+)*)", part)
    if match is None:
        return "" if part == "*" else part
    numbers = [int(number) for number in match[2].split(".")]
    if not match[1]:
        return f"=={part}"
    fixed = 1 if len(numbers) == 1 else 2
    if match[1] == "^":
        fixed = next((index for index, number in enumerate(numbers) if number), len(numbers) - 1) + 1
    above = [*numbers[: fixed - 1], numbers[fixed - 1] + 1]
    return f">={match[2]},<{'.'.join(map(str, above))}"
