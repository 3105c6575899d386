"""Read the numbers of cases and customers, right behind the word for them: dnr 2019-123.

They often begin with a year or look like an amount, and are one number all the same. Personal
identity numbers and days are stronger, for they may stand there too.
"""

import re
from collections.abc import Iterator

from tacknamn.patterns.context import Context
from tacknamn.patterns.houses import NUMBER_WORDS
from tacknamn.patterns.records import Reading
from tacknamn.patterns.rulebook import reading
from tacknamn.patterns.stretches import Stretch
from tacknamn.patterns.tables import words_of

__all__ = ["register_numbers"]

_REGISTER_WORDS = words_of("register")
_KIND_WORDS = words_of("register_kind")
_ALL_WORDS = _REGISTER_WORDS | _KIND_WORDS
_NUMBER_WORDS = NUMBER_WORDS | {"numret", "no", "num", "id"}
_LINK_WORDS = words_of("register_link")
_UNIT_WORDS = words_of("unit")
_NEXT = re.compile(r"\s([^\W\d_]+)")
_BETWEEN = 2
"""Words between the one that names the number and the number: kundnummer är, dnr KS 2019-123."""
_LONGEST_CODE = 5
"""Letters of a code before the number, all of them capitals."""
_JOINTS = frozenset("-/. ")
_LEAST = 3
_NO_NUMBER = re.compile(r"\d[^\W\d_]*[,;)]?\s|[.!?]\s\Z")
"""Between the word and the number stands another number, or the end of a sentence."""


def register_numbers(stretch: Stretch, context: Context) -> Iterator[Reading]:
    """The reading of runs that hang together: with blanks only where two digits or more do."""
    words = context.words_before[-_BETWEEN - 1 :]
    if _ALL_WORDS.isdisjoint(words):
        return
    gaps, parts = stretch.gaps, stretch.parts
    if stretch.head or not _JOINTS.issuperset(gaps) or len(stretch.digits) < _LEAST:
        return
    if " " in gaps and (min(map(len, parts)) < _LEAST or _has_unit(stretch)):
        return
    if _is_named(stretch, context, words[::-1]):
        yield reading("register", stretch.start, stretch.end)


def _is_named(stretch: Stretch, context: Context, nearest: list[str]) -> bool:
    is_number = bool(stretch.gaps) and " " not in stretch.gaps
    for word in nearest:
        if word in _REGISTER_WORDS or (is_number and word in _KIND_WORDS):
            named = context.before.rindex(word) + len(word)
            return _NO_NUMBER.search(context.before, named) is None
        if word not in _LINK_WORDS and not _is_code(stretch, word):
            return False
        is_number = is_number or word in _NUMBER_WORDS
    return False


def _is_code(stretch: Stretch, word: str) -> bool:
    """Whether the word is letters that belong to the number: KS 2019-123, ABC-2019."""
    near = stretch.page.text[max(0, stretch.start - 2 * _LONGEST_CODE) : stretch.start]
    return len(word) <= _LONGEST_CODE and word.upper() in near


def _has_unit(stretch: Stretch) -> bool:
    following = _NEXT.match(stretch.page.lowered, stretch.end)
    return following is not None and following.group(1) in _UNIT_WORDS
