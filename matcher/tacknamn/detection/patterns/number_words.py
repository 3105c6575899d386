"""Read numbers from 0 to 120 in Swedish and English words, apart or joined, also misspelt.

``numbers.tsv`` and ``ordinals.tsv`` hold the simple words, with forms of learners and of speech.
Tens, units and hundreds are combined here. A word that is not among them is compared with them by
edit distance, but only where the caller expects a number. The limit grows with the length of the
word; the original SweLL tool has no limit.
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tacknamn.detection.patterns.rulebook import WORD, get_word_group
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = [
    "OLDEST",
    "NumberWord",
    "find_number_at_end",
    "find_number_at_start",
    "may_end_number",
    "read_cardinal",
    "read_number",
    "read_ordinal",
    "read_year_in_words",
    "write_cardinal",
]

_TENS = range(20, 100, 10)
OLDEST = 120
"""Years. The oldest person on record reached 122."""
MOST_WORDS = 5
"""Words of one number: one hundred and twenty five."""
SHORTEST_GUESS = 4
"""Letters of a word that may be a misspelt number. Too many words are similar to "sex", "tre"."""
SHORTEST_GUESSED = 3
"""Letters of a number word that others are compared with: "fem" and "tio", but not "en"."""
LONG = 7
"""Letters from which two edits are allowed (sixtton); below, one (niotton has seven)."""


class NumberWord(NamedTuple):
    """A number written in words."""

    start: int
    end: int
    value: int
    guessed: bool = False
    """Whether the word is misspelt, so that the number is the nearest one."""
    ordinal: bool = False


@lru_cache(maxsize=1)
def _read_cardinals() -> dict[str, int]:
    """Read every number word, without spaces and hyphens, and its number."""
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
        # Combine tens and units (tjugofem), then hundreds and everything below (etthundrafem).
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
    """Group the words that misspelt words are compared with by their first letter."""
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
    """Return the number of a word, or of several words joined; None if they are not a number.

    >>> read_cardinal("tjugofem"), read_cardinal("onehundredandfive"), read_cardinal("golv")
    (25, 105, None)
    """
    return _read_cardinals().get(word)


def write_cardinal(number: int) -> str:
    """Return the Swedish word of a number from 0 to 120, as words are built with it.

    >>> write_cardinal(4), write_cardinal(21), write_cardinal(90)
    ('fyra', 'tjugoett', 'nittio')
    """
    return _list_cardinals()[number]


@lru_cache(maxsize=1)
def _list_cardinals() -> dict[int, str]:
    """Return the usual word of each number, which is the first one of its line of the table."""
    words: dict[int, str] = {}
    for word, number in _read_cardinals().items():
        words.setdefault(number, word)
    return words


def may_begin_number(word: str) -> bool:
    """Whether a number in words may begin with this word or with the one after it."""
    return word in _read_cardinals() or word in get_word_group("adverb")


def read_ordinal(word: str) -> int | None:
    """Return the number of an ordinal: tjugofemte, twentyfifth."""
    return _read_ordinals().get(word)


def read_number(words: str) -> int | None:
    """Read a number in words as texts write it: apart, with a hyphen, ordinal or misspelt.

    >>> read_number("Twenty-five"), read_number("niotton"), read_number("åttonde")
    (25, 19, 8)
    """
    joined = "".join(WORD.findall(words.lower()))
    for read in (read_cardinal, read_ordinal, _guess):
        number = read(joined)
        if number is not None:
            return number
    return None


TAIL = 4
"""Letters at the end of a word that say whether a number may end with it."""
_YEAR = compile_lazily(
    r"(?:(nitton|arton|aderton|sjutton)hundra|(tvåtusen|tjugohundra))[ -]?([^\W\d_]*)"
)
_HUNDREDS = {"nitton": 1900, "arton": 1800, "aderton": 1800, "sjutton": 1700}


def read_year_in_words(lowered: str, start: int) -> tuple[int, int] | None:
    """Return the year in words that begins at ``start`` and its end: nittonhundranittio."""
    match = _YEAR.match(lowered, start)
    if match is None:
        return None
    thousand, rest = match.group(2), match.group(3)
    below = read_cardinal(rest) if rest else 0
    if below is None or below > 99 or not (rest or thousand):
        return (2000, match.end(2)) if thousand and lowered[match.end(2)] == " " else None
    year = (2000 if thousand else _HUNDREDS[match.group(1)]) + below
    return year, match.end(3) if rest else match.end(2)


@lru_cache(maxsize=4096)
def _guess(word: str) -> int | None:
    """Return the number whose word is nearest, if near enough; of two (sixtton: 16, 17) the lower."""
    from rapidfuzz.distance import OSA  # imported here because few texts need it

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


@lru_cache(maxsize=1)
def _read_tails() -> frozenset[str]:
    """Return the last letters of all numbers in words, up to four."""
    longest = {word[-TAIL:] for word in (*_read_cardinals(), *_read_ordinals())}
    return frozenset(tail[first:] for tail in longest for first in range(len(tail)))


def may_end_number(word: str) -> bool:
    """Return whether a number in words, perhaps a misspelt one, may end with this word."""
    return word[-TAIL:] in _read_tails() or _guess(word) is not None


def find_number_at_end(lowered: str, begin: int, end: int, guess: bool) -> NumberWord | None:
    """Find the number in words that ends right before ``end``, except for a space or hyphen."""
    words = [match.span() for match in WORD.finditer(lowered, begin, end)][-MOST_WORDS:]
    if not words or not _is_joint(lowered[words[-1][1] : end]):
        return None
    # A quick test, because most words before a relative or "år" are no numbers.
    last = lowered[words[-1][0] : words[-1][1]]
    for first in range(len(words)) if last[-TAIL:] in _read_tails() else ():
        number = _join_words(lowered, words[first:])
        if number is not None:
            return number
    number = _guess_number(lowered, *words[-1]) if guess else None
    if number and number.value < 10 and len(words) > 1 and not number.ordinal:
        start, end = words[-2]
        tens = read_cardinal(lowered[start:end])
        if (
            tens is not None and tens in _TENS and _is_joint(lowered[end : number.start])
        ):  # trettio femm
            return NumberWord(start, number.end, tens + number.value, guessed=True)
    return number


def find_number_at_start(lowered: str, begin: int, end: int, guess: bool) -> NumberWord | None:
    """Find the number in words that begins right after ``begin``."""
    words = []
    for match in WORD.finditer(lowered, begin, end):
        words.append(match.span())
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
    """Read neighbouring words as one number, if only spaces or hyphens separate them."""
    joined = "".join([lowered[start:end] for start, end in words])
    value, ordinal = _read_cardinals().get(joined), None
    if value is None:
        ordinal = _read_ordinals().get(joined)
        if ordinal is None:  # so it is for most words, so the rest is looked at last
            return None
    for left, right in pairwise(words):
        if not _is_joint(lowered[left[1] : right[0]]):
            return None
    start, end = words[0][0], words[-1][1]
    if lowered[end : end + 1].isalnum() and not lowered.startswith(("år", "years"), end):
        return None
    if value is None:
        return None if ordinal is None else NumberWord(start, end, ordinal, ordinal=True)
    return NumberWord(start, end, value)


def _guess_number(lowered: str, start: int, end: int) -> NumberWord | None:
    if lowered[end : end + 1].isalnum() or (start and lowered[start - 1].isalnum()):
        return None
    value = _guess(lowered[start:end])
    return None if value is None else NumberWord(start, end, value, guessed=True)


def _is_joint(between: str) -> bool:
    return between in ("", " ", "-", "\u00a0", "  ", "\n")
