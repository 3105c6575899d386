"""Read the number of a house that is told without its street: vi bor i nummer 33."""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.patterns.context import WORD, SentenceContext
from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.records import Alternative
from tacknamn.support.tables import read_table

__all__ = [
    "NUMBER_WORDS",
    "find_house_numbers",
    "find_line_numbers",
    "find_register_numbers",
    "read_line_words",
]

NUMBER_WORDS = frozenset(("nummer", "nr", "number"))
"""Words right before the number."""
_HOUSE = re.compile(
    r"\b(?:(?:bor|bo|bodde|bott|flyttade|flyttat|live|lives|lived)(?: \w{1,12})? (?:i|på|vid|till|at|in)"
    r"|(?:hus|huset|villa|villan|radhus|radhuset|porten|port|house)(?: har| är| med| has)?)"
    r" (?:nummer|nr\.?|number) \Z"
)
_HOUSE_WORDS_LENGTH = 44
"""Characters that the words before the number take."""
_HOUSE_LETTER = re.compile(r"\s?[A-Za-z](?![\w.:])")
"""33 B; "i" and "å" are words where a blank stands before them."""


def find_house_numbers(stretch: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """The reading behind "bor i nummer", "hus nummer"."""
    if stretch.head or stretch.tail or context.words_before[-1:] == []:
        return
    if context.words_before[-1] not in NUMBER_WORDS:
        return
    if _HOUSE.search(context.before[-_HOUSE_WORDS_LENGTH:]):
        text, end = stretch.page.text, stretch.end
        tail = _HOUSE_LETTER.match(text, end)
        if tail and tail.group() not in (" i", " I", " å", " Å"):
            end = tail.end()
        yield propose("street_nr_alone", stretch.start, end)


# Read the numbers of bus and tram lines, right behind the word for them or in a list: linje 3, 7
# och 11.


_MOST_LINE_DIGITS = 3
_LISTED = re.compile(
    r"(?<!\d)(?:\d{1,3}\s?(?:,|och|eller|samt|and|or|&)\s?(?:nr\.?\s|nummer\s|number\s)?){1,6}\Z"
)
"""The numbers of a list before its last."""
_LONGEST_LIST = 48
"""Characters of such a list."""
_COUNTED_WORD = re.compile(r"\s?([^\W\d_]+)")
_COUNTED_UNITS = get_word_group("unit") | {"år", "års", "years", "year"}
"""Behind the last number of a list they count something else: buss 4, 10 minuter bort."""
_NEVER_ALONE = frozenset((",", ":", "-"))


@lru_cache(maxsize=1)
def read_line_words() -> frozenset[str]:
    """The words that the number of a line stands behind."""
    return frozenset(
        word
        for target, _, _, words in read_table(__file__, "cue_words.tsv")
        for word in words.split()
        if target == "transport_nr"
    )


def find_line_numbers(stretch: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """The number of a line; in a list it counts nothing."""
    if len(stretch.parts[0]) > _MOST_LINE_DIGITS or not context.words_before:
        return
    before = context.before
    listed = _LISTED.search(before, max(0, len(before) - _LONGEST_LIST))
    if listed is None:
        is_line = stretch.head not in _NEVER_ALONE and _ends_with_line(before)
    else:
        is_line = _ends_with_line(before[: listed.start()]) and not _is_count(stretch)
    if is_line:
        yield propose("transport_nr", stretch.start, stretch.end)


def _ends_with_line(before: str) -> bool:
    """Whether the words end with that for a line, "nummer" aside."""
    words = WORD.findall(before, max(0, len(before) - _LONGEST_LIST))[-2:]
    if not words or not before.rstrip(" .").endswith(words[-1]):
        return False
    return (words[0] if words[-1] in NUMBER_WORDS else words[-1]) in read_line_words()


def _is_count(stretch: DigitSequence) -> bool:
    following = _COUNTED_WORD.match(stretch.page.lowered, stretch.end)
    return following is not None and following.group(1) in _COUNTED_UNITS


# Read the numbers of cases and customers, right behind the word for them: dnr 2019-123.
#
# They often begin with a year or look like an amount, and are one number all the same. Personal
# identity numbers and days are stronger, for they may stand there too.


_REGISTER_WORDS = get_word_group("register")
_KIND_WORDS = get_word_group("register_kind")
_ALL_WORDS = _REGISTER_WORDS | _KIND_WORDS
_REGISTER_NUMBER_WORDS = NUMBER_WORDS | {"numret", "no", "num", "id"}
_LINK_WORDS = get_word_group("register_link")
_UNIT_WORDS = get_word_group("unit")
_UNIT_WORD = re.compile(r"\s([^\W\d_]+)")
_BETWEEN = 2
"""Words between the one that names the number and the number: kundnummer är, dnr KS 2019-123."""
_LONGEST_CODE = 5
"""Letters of a code before the number, all of them capitals."""
_JOINTS = frozenset("-/. ")
_FEWEST_DIGITS = 3
_NO_NUMBER = re.compile(r"\d[^\W\d_]*[,;)]?\s|[.!?]\s\Z")
"""Between the word and the number stands another number, or the end of a sentence."""


def find_register_numbers(
    stretch: DigitSequence, context: SentenceContext
) -> Iterator[Alternative]:
    """The reading of runs that hang together: with blanks only where two digits or more do."""
    words = context.words_before[-_BETWEEN - 1 :]
    if _ALL_WORDS.isdisjoint(words):
        return
    gaps, parts = stretch.gaps, stretch.parts
    if stretch.head or not _JOINTS.issuperset(gaps) or len(stretch.digits) < _FEWEST_DIGITS:
        return
    if " " in gaps and (min(map(len, parts)) < _FEWEST_DIGITS or _has_unit(stretch)):
        return
    if _is_named(stretch, context, words[::-1]):
        yield propose("register", stretch.start, stretch.end)


def _is_named(stretch: DigitSequence, context: SentenceContext, nearest: list[str]) -> bool:
    is_number = bool(stretch.gaps) and " " not in stretch.gaps
    for word in nearest:
        if word in _REGISTER_WORDS or (is_number and word in _KIND_WORDS):
            named = context.before.rindex(word) + len(word)
            return _NO_NUMBER.search(context.before, named) is None
        if word not in _LINK_WORDS and not _is_code(stretch, word):
            return False
        is_number = is_number or word in _REGISTER_NUMBER_WORDS
    return False


def _is_code(stretch: DigitSequence, word: str) -> bool:
    """Whether the word is letters that belong to the number: KS 2019-123, ABC-2019."""
    near = stretch.page.text[max(0, stretch.start - 2 * _LONGEST_CODE) : stretch.start]
    return len(word) <= _LONGEST_CODE and word.upper() in near


def _has_unit(stretch: DigitSequence) -> bool:
    following = _UNIT_WORD.match(stretch.page.lowered, stretch.end)
    return following is not None and following.group(1) in _UNIT_WORDS
