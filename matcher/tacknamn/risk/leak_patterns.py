"""Find what identifies by its shape: e-mail and web addresses, and runs of digits.

The placeholders of a pseudonymization (``email@dot.com``, ``000-00 00``) are ignored. Every search
takes linear time, whatever the text is.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from tacknamn.support.splice import splice

__all__ = ["FILLER", "LeakPattern", "find_patterns", "mask_spans"]

FILLER = "ª"
"""The filler for each letter of a masked part. It is a letter, so that no name is found across it;
it is in Latin-1, which keeps the search fast; and no name contains it, so it resembles none."""
RUN = 3
"""Digits in a row that identify. The sms4science rules replace every number of three or more."""
GROUPED = 5
"""Digits in groups that identify (08-12 34 56). Four are mostly ranges and times: 10-15, 12.30."""
LONGEST_LOCAL, LONGEST_DOMAIN = 64, 255
"""Most characters of an address before and after the @, by RFC 5321."""

_DIGITS = re.compile(r"\d(?:[ \u00a0.\-–/]?\d)*+")
_IN_A_ROW = re.compile(rf"\d{{{RUN}}}")
_CONSTANT = ({"0"}, {"1"})
"""The digits of placeholders: 0000-00 000 00, 11-11-1111."""
_PERSON_NUMBER = "1234560000"
_URL = re.compile(
    rf"(?:https?://|ftp://|www\.)[^\s<>\"{FILLER}]++"
    # Without a prefix, only top-level domains that are no Swedish words (hem.Nu has no blank).
    r"|(?<![\w.@-])(?:[\w-]{1,63}+\.){1,8}(?:com|net|org|info|se|eu|dk|fi|de|uk)(?![\w-])"
    rf"(?:/[^\s<>\"{FILLER}]*+)?",
    re.IGNORECASE,
)
_SENTENCE_ENDS = ".,;:!?)]'\""
"""Characters that end a sentence and do not belong to an address."""
_PLACEHOLDERS = frozenset({"email@dot.com", "url.com", "www.url.com"})


class LeakPattern(NamedTuple):
    """A part of a text that has the shape of an identifier."""

    start: int
    end: int
    kind: str
    """``email``, ``url`` or ``digits``."""


def find_patterns(text: str) -> list[LeakPattern]:
    """Find addresses and runs of digits, in order and without overlaps."""
    patterns: list[LeakPattern] = []
    for kind, search in (("email", _find_emails), ("url", _find_urls), ("digits", _find_digits)):
        parts = list(search(text))
        patterns += [
            LeakPattern(start, end, kind)
            for start, end in parts
            if text[start:end].casefold() not in _PLACEHOLDERS
        ]
        text = mask_spans(text, parts)  # the domain of an e-mail address is not a second finding
    return sorted(patterns)


def mask_spans(text: str, parts: Iterable[tuple[int, int]]) -> str:
    """Replace parts of ``text`` with fillers. The parts are sorted and do not overlap."""
    return splice(text, ((start, end, FILLER * (end - start)) for start, end in parts))


def _find_emails(text: str) -> Iterator[tuple[int, int]]:
    """Find addresses around every @, as far as an address may reach.

    A regular expression would start again from every letter before the @, in quadratic time."""
    reach = 0
    for at in (match.start() for match in re.finditer("@", text)):
        before = text[max(reach, at - LONGEST_LOCAL) : at]
        local = sum(1 for _ in takewhile(_is_local, reversed(before)))
        after = text[at + 1 : at + 1 + LONGEST_DOMAIN]
        domain = after[: sum(1 for _ in takewhile(_is_domain, after))].rstrip(".-")
        if local and "." in domain.strip("."):
            reach = at + 1 + len(domain)
            yield at - local, reach


def _is_local(letter: str) -> bool:
    return letter != FILLER and (letter.isalnum() or letter in "._%+-'")


def _is_domain(letter: str) -> bool:
    return letter != FILLER and (letter.isalnum() or letter in ".-")


def _find_urls(text: str) -> Iterator[tuple[int, int]]:
    for match in _URL.finditer(text):
        address = match.group().rstrip(_SENTENCE_ENDS)
        if "." in address:
            yield match.start(), match.start() + len(address)


def _find_digits(text: str) -> Iterator[tuple[int, int]]:
    for match in _DIGITS.finditer(text):
        digits = "".join(filter(str.isdecimal, match.group()))
        is_long = len(digits) >= GROUPED or _IN_A_ROW.search(match.group())
        if is_long and set(digits) not in _CONSTANT and digits != _PERSON_NUMBER:
            yield match.span()
