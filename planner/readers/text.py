"""Bytes to text, as a tolerant editor would: BOM, declared encoding, UTF-8, else Latin-1."""

import codecs
import re

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BREAK = re.compile(r"\r\n|\r|\n")
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(content: bytes) -> str | None:
    """The text of a file, or nothing where it is binary."""
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return content.decode(encoding, errors="replace")
    if b"\0" in content[:65536]:
        return None
    for line in content.split(b"\n", 2)[:2]:
        if match := _COOKIE.match(line):
            try:
                text = content.decode(match[1].decode("ascii"))
                # a codec may make what no other can write
                text.encode("utf-8")
                return text
            except (LookupError, UnicodeError):
                break
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def lines_of(text: str) -> list[str]:
    """The lines as an editor counts them: a form feed or a separator of Unicode ends none."""
    return _BREAK.split(text)
