"""Read the number of a house that is told without its street: vi bor i nummer 33."""

import re
from collections.abc import Iterator

from tacknamn.patterns.context import Context
from tacknamn.patterns.records import Reading
from tacknamn.patterns.rulebook import reading
from tacknamn.patterns.stretches import Stretch

__all__ = ["NUMBER_WORDS", "house_numbers"]

NUMBER_WORDS = frozenset(("nummer", "nr", "number"))
"""Words right before the number."""
_HOUSE = re.compile(
    r"\b(?:(?:bor|bo|bodde|bott|flyttade|flyttat|live|lives|lived)(?: \w{1,12})? (?:i|på|vid|till|at|in)"
    r"|(?:hus|huset|villa|villan|radhus|radhuset|porten|port|house)(?: har| är| med| has)?)"
    r" (?:nummer|nr\.?|number) \Z"
)
_LONGEST = 44
"""Characters that the words before the number take."""
_TAIL = re.compile(r"\s?[A-Za-z](?![\w.:])")
"""33 B; "i" and "å" are words where a blank stands before them."""


def house_numbers(stretch: Stretch, context: Context) -> Iterator[Reading]:
    """The reading behind "bor i nummer", "hus nummer"."""
    if stretch.head or stretch.tail or context.words_before[-1:] == []:
        return
    if context.words_before[-1] not in NUMBER_WORDS:
        return
    if _HOUSE.search(context.before[-_LONGEST:]):
        text, end = stretch.page.text, stretch.end
        tail = _TAIL.match(text, end)
        if tail and tail.group() not in (" i", " I", " å", " Å"):
            end = tail.end()
        yield reading("street_nr_alone", stretch.start, end)
