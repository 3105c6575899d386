"""Decode percent-encoded text: *namn=Anna%20Ek*, *mailto:anna%40exempel.se*.

Web addresses stay as they are, because they are found as a whole.
"""

from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from tacknamn.detection.disguises.mapped_text import Edit
from tacknamn.detection.patterns.electronic import TOP_LEVEL_DOMAINS
from tacknamn.support.expressions import compile_lazily

__all__ = ["find_encoded_text"]

_ENCODED = compile_lazily(r"(?<![0-9])(?:%[0-9A-Fa-f]{2})+")
_WEB = compile_lazily(rf"://|www\.|\w\.(?:{'|'.join(TOP_LEVEL_DOMAINS)})/")
_LONGEST = 400
"""Characters before a code in which a web address may begin."""
_ENDS = ' \t\n\r<>"'
"""What no web address goes on over."""
_SIGN = 3
"""Characters of one encoded byte."""
_SIGNS = frozenset(" '+,-./:=@_")
"""What separates names and belongs to addresses. What else is no letter or digit stays encoded."""


def find_encoded_text(text: str) -> list[Edit]:
    """Return the edits that decode letters, digits, and signs of names and addresses."""
    return [
        edit
        for match in _ENCODED.finditer(text)
        if not _is_in_web_address(text, match.start())
        for edit in _decode(match.group(), match.start())
    ]


def _is_in_web_address(text: str, start: int) -> bool:
    before = text[max(0, start - _LONGEST) : start]
    token = before[1 + max(map(before.rfind, _ENDS)) :]
    return _WEB.search(token) is not None


def _decode(codes: str, at: int) -> Iterator[Edit]:
    """Yield an edit for each character, so that a name ends where its own code ends."""
    try:
        decoded = unquote_to_bytes(codes).decode("utf-8")
    except UnicodeDecodeError:
        return
    if not all(sign.isalnum() or sign in _SIGNS for sign in decoded):
        return
    for sign in decoded:
        end = at + _SIGN * len(sign.encode("utf-8"))
        yield Edit(at, end, sign)
        at = end
