"""Read the numbers of bus and tram lines, right behind the word for them or in a list: linje 3, 7
och 11."""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.patterns.context import WORD, Context
from tacknamn.patterns.houses import NUMBER_WORDS
from tacknamn.patterns.records import Reading
from tacknamn.patterns.rulebook import reading
from tacknamn.patterns.stretches import Stretch
from tacknamn.patterns.tables import rows, words_of

__all__ = ["line_words", "lines"]

MOST_DIGITS = 3
_LISTED = re.compile(
    r"(?<!\d)(?:\d{1,3}\s?(?:,|och|eller|samt|and|or|&)\s?(?:nr\.?\s|nummer\s|number\s)?){1,6}\Z"
)
"""The numbers of a list before its last."""
_LONGEST_LIST = 48
"""Characters of such a list."""
_NEXT = re.compile(r"\s?([^\W\d_]+)")
_COUNTED = words_of("unit") | {"år", "års", "years", "year"}
"""Behind the last number of a list they count something else: buss 4, 10 minuter bort."""
_NEVER_ALONE = frozenset((",", ":", "-"))


@lru_cache(maxsize=1)
def line_words() -> frozenset[str]:
    """The words that the number of a line stands behind."""
    return frozenset(
        word
        for target, _, _, words in rows("triggers.tsv")
        for word in words.split()
        if target == "transport_nr"
    )


def lines(stretch: Stretch, context: Context) -> Iterator[Reading]:
    """The number of a line; in a list it counts nothing."""
    if len(stretch.parts[0]) > MOST_DIGITS or not context.words_before:
        return
    before = context.before
    listed = _LISTED.search(before, max(0, len(before) - _LONGEST_LIST))
    if listed is None:
        is_line = stretch.head not in _NEVER_ALONE and _ends_with_line(before)
    else:
        is_line = _ends_with_line(before[: listed.start()]) and not _is_count(stretch)
    if is_line:
        yield reading("transport_nr", stretch.start, stretch.end)


def _ends_with_line(before: str) -> bool:
    """Whether the words end with that for a line, "nummer" aside."""
    words = WORD.findall(before, max(0, len(before) - _LONGEST_LIST))[-2:]
    if not words or not before.rstrip(" .").endswith(words[-1]):
        return False
    return (words[0] if words[-1] in NUMBER_WORDS else words[-1]) in line_words()


def _is_count(stretch: Stretch) -> bool:
    following = _NEXT.match(stretch.page.lowered, stretch.end)
    return following is not None and following.group(1) in _COUNTED
