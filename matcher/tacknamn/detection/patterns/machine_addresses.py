"""Find addresses of computers and devices: IPv6 (2001:db8::1) and MAC (00:1a:2b:3c:4d:5e).

A search begins at a colon between hexadecimal digits. Clock times and scores have few colons and are no
addresses. MAC addresses with hyphens are codes (:mod:`codes`).
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.rulebook import propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["FEWEST_COLONS", "find_machine_addresses"]

FEWEST_COLONS = 2
"""Colons of the shortest address; most texts have fewer."""
LONGEST = 45
"""Characters of the longest address: IPv6 with an IPv4 address at its end."""
_HEX = frozenset("0123456789abcdefABCDEF")
_SIGNS = _HEX | frozenset(":.")
_PART = "[0-9A-Fa-f]{1,4}"
_TAIL = rf"(?:{_PART}|(?:\d{{1,3}}\.){{3}}\d{{1,3}})"
_WHOLE = compile_lazily(rf"(?:{_PART}:){{6,7}}{_TAIL}")
_SHORTENED = compile_lazily(rf"(?:{_PART}(?::{_PART}){{0,6}})?::(?:(?:{_PART}:){{0,6}}{_TAIL})?")
_MAC = compile_lazily(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}(?:(?::[0-9A-Fa-f]{2}){2})?")
_FEWEST_PARTS = 3
"""Parts of a shortened address, unless one of them has four digits: 12::30 is a clock."""
_PARTS = 8


def find_machine_addresses(normalized: NormalizedText) -> Iterator[Alternative]:
    """Find the addresses around colons."""
    text = normalized.text
    at, reach = text.find(":"), 0
    while at >= 0:
        if at >= reach and _is_between_digits(text, at):
            start, end = _find_token(text, at)
            rule = _choose_rule(text, start, end)
            if rule:
                yield propose(rule, start, end)
            reach = end
        at = text.find(":", at + 1)


def _is_between_digits(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return (before in _HEX or after == ":") and (after in _HEX or after == ":")


def _find_token(text: str, at: int) -> tuple[int, int]:
    """Return start and end of the hexadecimal digits, colons and full stops around a colon."""
    start, end = at, at
    while start > max(0, at - LONGEST) and text[start - 1] in _SIGNS:
        start -= 1
    while end < min(len(text), start + LONGEST + 1) and text[end] in _SIGNS:
        end += 1
    while text[end - 1] in ".:" and not text.startswith("::", end - 2):
        end -= 1
    return start, end


def _choose_rule(text: str, start: int, end: int) -> str:
    """Return the rule of a token, or an empty string."""
    if text[end : end + 1].isalnum() or (
        start and (text[start - 1].isalnum() or text[start - 1] == "_")
    ):
        return ""
    if _MAC.fullmatch(text, start, end):
        return "mac_address"
    if _WHOLE.fullmatch(text, start, end):
        return "ip_address_6" if text.count(":", start, end) <= _PARTS - 1 else ""
    if _SHORTENED.fullmatch(text, start, end):
        parts = re.findall(r"[0-9A-Fa-f]+", text[start:end])
        is_long = len(parts) >= _FEWEST_PARTS or any(len(part) == 4 for part in parts)
        return "ip_address_6" if is_long and len(parts) < _PARTS else ""
    return ""
