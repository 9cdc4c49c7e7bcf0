"""The narrow grammars of a manifest's values.

What ends up in files for other tools (image references, requirements, variables, paths) is checked here, so that
nothing hostile gets past the front door. Versions keep the text they were written in.
"""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema
from pydantic.json_schema import JsonSchemaValue


def _spelling(value: Any) -> Any:
    """A version keeps the text it was written in: `3.10` is not 3.1."""
    return getattr(value, "text", value)


def _relative(value: str) -> str:
    parts = value.replace("\\", "/").split("/")
    if value.startswith(("/", "~", "\\")) or ".." in parts or ":" in parts[0]:
        raise ValueError("must stay inside the project: a relative path without '..'")
    return value


def _requirement(value: str) -> str:
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        Requirement(value)
    except InvalidRequirement:
        raise ValueError("must be a requirement as pip reads it, such as 'numpy>=2'") from None
    if "\n" in value or "@" in value:
        raise ValueError("must be a name with versions; addresses belong into an index")
    return value


def _versioned(pattern: str) -> JsonSchemaValue:
    return {"anyOf": [{"type": "string", "pattern": f"^{pattern}$"}, {"type": "number"}]}


# the grammars, in the words of an error message
PATTERNS: dict[str, str] = {}


def _text(pattern: str, words: str) -> Any:
    PATTERNS[f"^{pattern}$"] = words
    return StringConstraints(pattern=f"^{pattern}$", max_length=300)


_PYTHON = r"3\.[0-9]{1,2}t?"
_RELEASE = r"[0-9]+(\.[0-9]+){1,3}([a-z0-9.]*)(\+[a-z0-9.]+)?"
_DOTTED = r"[0-9]+(\.[0-9a-z_+-]+){0,5}"

Integer = Annotated[int, Field(strict=True)]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$")]
Slug = Annotated[
    str, _text(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?", "a name of lower-case letters, digits, dots and dashes")
]
Python = Annotated[
    str,
    BeforeValidator(_spelling),
    _text(_PYTHON, "a Python version such as 3.12 or 3.13t"),
    WithJsonSchema(_versioned(_PYTHON)),
]
Release = Annotated[
    str, BeforeValidator(_spelling), _text(_RELEASE, "a version such as 2.14.0"), WithJsonSchema(_versioned(_RELEASE))
]
Dotted = Annotated[
    str, BeforeValidator(_spelling), _text(_DOTTED, "a version such as 560.35.03"), WithJsonSchema(_versioned(_DOTTED))
]
Digest = Annotated[str, _text(r"sha256:[0-9a-f]{64}", "a digest: sha256: and 64 digits")]
Reference = Annotated[
    str,
    _text(r"[a-z0-9]([a-zA-Z0-9._:/-]*[a-zA-Z0-9])?(@sha256:[0-9a-f]{64})?", "an image reference such as ubuntu:24.04"),
]
Name = Annotated[str, _text(r"[A-Za-z0-9]([A-Za-z0-9._+-]*[A-Za-z0-9])?", "a name of letters, digits, dots and dashes")]
Variable = Annotated[str, _text(r"[A-Za-z_][A-Za-z0-9_]*", "the name of an environment variable")]
Door = Annotated[
    str, _text(r"[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_]*", "a door such as package.module:function")
]
RelativePath = Annotated[
    str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$"), AfterValidator(_relative)
]
Requirement = Annotated[str, StringConstraints(max_length=300), AfterValidator(_requirement)]
Percent = Annotated[str, _text(r"[0-9]+(\.[0-9]+)?%", "a share such as 1%")]
Command = Annotated[list[Text], Field(min_length=1, max_length=64)]
# what people write unquoted: `lnc: 2` is the text "2"
Scalar = Annotated[
    str,
    BeforeValidator(
        lambda value: str(_spelling(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value
    ),
    StringConstraints(max_length=2000, pattern=r"^[^\x00-\x1f\x7f]*$"),
    WithJsonSchema({"type": ["string", "number"]}),
]
Currency = Annotated[str, _text("[A-Z]{3}", "a currency such as USD")]
