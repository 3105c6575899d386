"""Find what identifies by its shape: addresses of mail and web, and runs of digits.

Placeholders that pseudonymization puts there (``email@dot.com``, ``000-00 00``) are passed
over. Every search takes time in proportion to the text, whatever the text is.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

__all__ = ["FILLER", "LeakPattern", "find_patterns", "mask_spans"]

FILLER = "ª"
"""What stands for a letter of a masked part: a letter, so that names do not join across it; in
Latin-1, so that searching stays fast; and in no name, so that it is near to none."""
RUN = 3
"""Digits in a row that identify: seed sms4science replaces every number of three or more."""
GROUPED = 5
"""Digits in groups (08-12 34 56) that do. Four are mostly ranges and clocks: 10-15, 12.30."""
LONGEST_LOCAL, LONGEST_DOMAIN = 64, 255
"""Characters of an address before and behind the @, by RFC 5321."""

_DIGITS = re.compile(r"\d(?:[ \u00a0.\-–/]?\d)*+")
_IN_A_ROW = re.compile(rf"\d{{{RUN}}}")
_CONSTANT = ({"0"}, {"1"})
"""Digits of placeholders: 0000-00 000 00, 11-11-1111."""
_PERSON_NUMBER = "1234560000"
_URL = re.compile(
    rf"(?:https?://|ftp://|www\.)[^\s<>\"{FILLER}]++"
    # Without either, only by endings that are no Swedish words glued to a full stop (hem.Nu).
    r"|(?<![\w.@-])(?:[\w-]{1,63}+\.){1,8}(?:com|net|org|info|se|eu|dk|fi|de|uk)(?![\w-])"
    rf"(?:/[^\s<>\"{FILLER}]*+)?",
    re.IGNORECASE,
)
_BEHIND = ".,;:!?)]'\""
"""What ends a sentence and not an address."""
_PLACEHOLDERS = frozenset({"email@dot.com", "url.com", "www.url.com"})


class LeakPattern(NamedTuple):
    """A part of a text that has the shape of what identifies."""

    start: int
    end: int
    kind: str
    """``email``, ``url`` or ``digits``."""


def find_patterns(text: str) -> list[LeakPattern]:
    """Addresses and runs of digits, in their order and without overlap."""
    found = []
    for kind, search in (("email", _find_emails), ("url", _find_urls), ("digits", _find_digits)):
        parts = list(search(text))
        found += [
            LeakPattern(start, end, kind)
            for start, end in parts
            if text[start:end].casefold() not in _PLACEHOLDERS
        ]
        text = mask_spans(text, parts)  # the domain of an address is no second address
    return sorted(found)


def mask_spans(text: str, parts: Iterable[tuple[int, int]]) -> str:
    """``text`` with fillers in the place of parts, which are sorted and do not overlap."""
    pieces = []
    at = 0
    for start, end in parts:
        pieces += [text[at:start], FILLER * (end - start)]
        at = end
    return "".join([*pieces, text[at:]])


def _find_emails(text: str) -> Iterator[tuple[int, int]]:
    """Around every @, as far as an address may reach; a regular expression would search again
    from every letter before it."""
    behind = 0
    for at in (found.start() for found in re.finditer("@", text)):
        before = text[max(behind, at - LONGEST_LOCAL) : at]
        local = sum(1 for _ in takewhile(_is_local, reversed(before)))
        after = text[at + 1 : at + 1 + LONGEST_DOMAIN]
        domain = after[: sum(1 for _ in takewhile(_is_domain, after))].rstrip(".-")
        if local and "." in domain.strip("."):
            behind = at + 1 + len(domain)
            yield at - local, behind


def _is_local(letter: str) -> bool:
    return letter != FILLER and (letter.isalnum() or letter in "._%+-'")


def _is_domain(letter: str) -> bool:
    return letter != FILLER and (letter.isalnum() or letter in ".-")


def _find_urls(text: str) -> Iterator[tuple[int, int]]:
    for found in _URL.finditer(text):
        address = found.group().rstrip(_BEHIND)
        if "." in address:
            yield found.start(), found.start() + len(address)


def _find_digits(text: str) -> Iterator[tuple[int, int]]:
    for found in _DIGITS.finditer(text):
        digits = "".join(filter(str.isdecimal, found.group()))
        many = len(digits) >= GROUPED or _IN_A_ROW.search(found.group())
        if many and set(digits) not in _CONSTANT and digits != _PERSON_NUMBER:
            yield found.span()
