"""Read numbers in words, 0 to 120: Swedish and English, apart or together, and misspelt.

``numbers.tsv`` and ``ordinals.tsv`` hold the simple words with learners' and spoken forms;
tens, units and hundreds are put together here. A word that is none of them is compared with
them by edit distance, in proportion to its length, and only where the caller knows that a
number is due; the original tool compared without limit.
"""

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tacknamn.detection.patterns.context import WORD
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.support.tables import read_table

__all__ = [
    "OLDEST",
    "NumberWord",
    "find_number_at_end",
    "find_number_at_start",
    "read_cardinal",
    "read_number",
    "read_ordinal",
    "read_year_in_words",
]

OLDEST = 120
"""Years; nobody has been older than 122."""
MOST_WORDS = 5
"""Of one number: one hundred and twenty five."""
SHORTEST_GUESS = 4
"""Letters of a word that may be a misspelt number: too many words are near to "sex", "tre"."""
SHORTEST_GUESSED = 3
"""Letters of the number that it may be: "fem", "tio", no "en"."""
LONG = 7
"""Letters from which two edits are allowed (sixtton), one below (niotton has seven)."""


class NumberWord(NamedTuple):
    """A number that a text has in words."""

    start: int
    end: int
    value: int
    guessed: bool = False
    """Whether the word is misspelt and was compared."""
    ordinal: bool = False


@lru_cache(maxsize=1)
def _read_cardinals() -> dict[str, int]:
    """Every number word without its blanks and hyphens, and its number."""
    values: dict[str, int] = {}
    for language, hundreds, joints in (
        ("sv", ("hundra", "etthundra", "ethundra"), ("", "och")),
        ("en", ("hundred", "onehundred", "ahundred"), ("", "and")),
    ):
        simple = [
            (int(number), word)
            for number, spoken, words in read_table(__file__, "numbers.tsv")
            if spoken == language
            for word in words.split()
        ]
        small = {word: number for number, word in simple}
        units = [(number, word) for number, word in simple if 1 <= number <= 9]
        for ten, word in simple:
            if ten in range(20, 100, 10):
                small |= {word + unit_word: ten + unit for unit, unit_word in units}
        values |= small
        for hundred in hundreds:
            for joint in joints:
                above = {w: n for w, n in small.items() if 1 <= n <= OLDEST - 100}
                values |= {hundred + joint + word: 100 + number for word, number in above.items()}
    return values


@lru_cache(maxsize=1)
def _group_by_letter() -> dict[str, list[tuple[str, int]]]:
    """Words that others may be misspellings of, and their numbers, by the first letter."""
    forms: dict[str, list[tuple[str, int]]] = {}
    for form, number in _read_cardinals().items():
        if len(form) >= SHORTEST_GUESSED:
            forms.setdefault(form[0], []).append((form, number))
    return forms


@lru_cache(maxsize=1)
def _read_ordinals() -> dict[str, int]:
    simple = {
        word: int(number)
        for number, words in read_table(__file__, "ordinals.tsv")
        for word in words.split()
    }
    below_ten = [(word, number) for word, number in simple.items() if number < 10]
    for tens, heads in ((20, ("tjugo", "tjugi", "twenty")), (30, ("trettio", "thirty"))):
        simple |= {head + word: tens + number for head in heads for word, number in below_ten}
    return simple


def read_cardinal(word: str) -> int | None:
    """The number that a word or some words joined are, None where they are none.

    >>> value_of("tjugofem"), value_of("onehundredandfive"), value_of("golv")
    (25, 105, None)
    """
    return _read_cardinals().get(word)


def may_begin_number(word: str) -> bool:
    """Whether a number in words may begin with this word, or with one behind it."""
    return word in _read_cardinals() or word in get_word_group("adverb")


def read_ordinal(word: str) -> int | None:
    """The number of an ordinal: tjugofemte, twentyfifth."""
    return _read_ordinals().get(word)


def read_number(words: str) -> int | None:
    """The number of words as a text has them: apart, with a hyphen, ordinal or misspelt.

    >>> read_number("Twenty-five"), read_number("niotton"), read_number("åttonde")
    (25, 19, 8)
    """
    joined = "".join(WORD.findall(words.lower()))
    for read in (read_cardinal, read_ordinal, _guess):
        number = read(joined)
        if number is not None:
            return number
    return None


_YEAR = re.compile(
    r"(?:(nitton|arton|aderton|sjutton)hundra|(tvåtusen|tjugohundra))[ -]?([^\W\d_]*)"
)
_HUNDREDS = {"nitton": 1900, "arton": 1800, "aderton": 1800, "sjutton": 1700}


def read_year_in_words(lowered: str, start: int) -> tuple[int, int] | None:
    """The year in words that begins at ``start``, and where it ends: nittonhundranittio."""
    found = _YEAR.match(lowered, start)
    if found is None:
        return None
    thousand, rest = found.group(2), found.group(3)
    below = read_cardinal(rest) if rest else 0
    if below is None or below > 99 or not (rest or thousand):
        return (2000, found.end(2)) if thousand and lowered[found.end(2)] == " " else None
    year = (2000 if thousand else _HUNDREDS[found.group(1)]) + below
    return year, found.end(3) if rest else found.end(2)


@lru_cache(maxsize=4096)
def _guess(word: str) -> int | None:
    """The number whose word is nearest, the lesser of two (sixtton: 16, 17), if near enough."""
    from rapidfuzz.distance import OSA  # here, for texts seldom need it

    if len(word) < SHORTEST_GUESS or word in get_word_group("no_number"):
        return None
    limit = 2 if len(word) >= LONG else 1
    near: dict[int, int] = {}
    for form, number in _group_by_letter().get(word[0], ()):
        if abs(len(form) - len(word)) <= limit:
            edits = OSA.distance(word, form, score_cutoff=limit)
            if edits <= limit:
                near[number] = min(edits, near.get(number, limit))
    if not near:
        return None
    fewest = min(near.values())
    return min(number for number, edits in near.items() if edits == fewest)


def find_number_at_end(lowered: str, begin: int, end: int, guess: bool) -> NumberWord | None:
    """The number in words that ends right before ``end``, a blank or hyphen aside."""
    words = [found.span() for found in WORD.finditer(lowered, begin, end)][-MOST_WORDS:]
    if not words or not _is_joint(lowered[words[-1][1] : end]):
        return None
    for first in range(len(words)):
        number = _join_words(lowered, words[first:])
        if number is not None:
            return number
    return _guess_number(lowered, *words[-1]) if guess else None


def find_number_at_start(lowered: str, begin: int, end: int, guess: bool) -> NumberWord | None:
    """The number in words that begins right behind ``begin``."""
    words = []
    for found in WORD.finditer(lowered, begin, end):
        words.append(found.span())
        if len(words) == MOST_WORDS:
            break
    if not words or not _is_joint(lowered[begin : words[0][0]]):
        return None
    for last in range(len(words), 0, -1):
        number = _join_words(lowered, words[:last])
        if number is not None:
            return number
    return _guess_number(lowered, *words[0]) if guess else None


def _join_words(lowered: str, words: list[tuple[int, int]]) -> NumberWord | None:
    pairs = pairwise(words)
    if not all(_is_joint(lowered[left[1] : right[0]]) for left, right in pairs):
        return None
    joined = "".join([lowered[start:end] for start, end in words])
    start, end = words[0][0], words[-1][1]
    if lowered[end : end + 1].isalnum() and not lowered.startswith(("år", "years"), end):
        return None
    value = read_cardinal(joined)
    if value is not None:
        return NumberWord(start, end, value)
    value = read_ordinal(joined)
    return None if value is None else NumberWord(start, end, value, ordinal=True)


def _guess_number(lowered: str, start: int, end: int) -> NumberWord | None:
    if lowered[end : end + 1].isalnum() or (start and lowered[start - 1].isalnum()):
        return None
    value = _guess(lowered[start:end])
    return None if value is None else NumberWord(start, end, value, guessed=True)


def _is_joint(between: str) -> bool:
    return between in ("", " ", "-", "\u00a0", "  ", "\n")
