"""Read letters and digits as number plates and as numbers of documents."""

import re
from collections.abc import Iterator

from tacknamn.patterns.context import Context
from tacknamn.patterns.records import Reading
from tacknamn.patterns.rulebook import reading
from tacknamn.patterns.stretches import Stretch
from tacknamn.patterns.tables import words_of

__all__ = ["driving_licences", "plates"]

_PLATE = re.compile(r"([A-ZÅÄÖ]{3}|[a-zåäö]{3})[ \u00a0-]?\d\d(?:\d|[A-Za-z])(?!\w)")
_LETTERS = 3
_DOCUMENT = range(6, 10)
"""Digits of passports and cards."""
_DAYS = frozenset(("6", "8"))
_NUMBER_WORDS = words_of("licence_number")
_LICENCES = frozenset((*map(str, range(5, 13)), "6-4", "8-4"))


def plates(stretch: Stretch) -> Iterator[Reading]:
    """The readings of one run and the letters before it."""
    start, end = stretch.start, stretch.end
    if len(stretch.parts[0]) in (2, 3):
        yield from _plate(stretch)
    if len(stretch.parts[0]) in _DOCUMENT:
        text = stretch.page.text
        while start and start > stretch.start - 2 and text[start - 1].isupper():
            start -= 1
        if not text[start - 1 : start].isalnum():
            yield reading("document", start, end)


def driving_licences(stretch: Stretch, context: Context) -> Iterator[Reading]:
    """Digits that may be the number of a driving licence, which is often that of its person:
    in one run, or the last four behind a hyphen. What may be the day one got it (körkort 180512)
    must be called a number."""
    if stretch.shape not in _LICENCES:
        return
    if stretch.shape not in _DAYS or not _NUMBER_WORDS.isdisjoint(context.words_before[-4:]):
        yield reading("driving_licence", stretch.start, stretch.end)


def _plate(stretch: Stretch) -> Iterator[Reading]:
    text = stretch.page.text
    apart = 0 if text[stretch.start - 1 : stretch.start].isalpha() else 1
    start = stretch.start - apart - _LETTERS
    if start < 0 or (start and (text[start - 1].isalnum() or text[start - 1] in "-_@")):
        return
    found = _PLATE.match(text, start)
    if found is None:
        return
    letters = found.group(1)
    upper = letters.isupper()
    if upper and apart and letters.lower() in words_of("currency_code"):
        yield reading("plate_lower", start, found.end())  # PLN 552: only of a car
        return
    if letters.lower() not in words_of("no_plate") or (not apart and upper):
        yield reading("plate" if upper else "plate_lower", start, found.end())
