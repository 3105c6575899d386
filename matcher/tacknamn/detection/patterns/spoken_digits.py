"""Find numbers whose digits are spoken: *noll sju noll, ett sjuttiofyra noll sex noll fem*.

A search begins at two neighbouring words for digits, which are literals. Seven digits or more with a
nought first are a telephone number, others are one where the sentence speaks of calling, and ten or
twelve may be a personal identity number. Counting (*ett två tre fyra*) is neither.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.patterns.dates_and_amounts import is_day
from tacknamn.detection.patterns.identifiers import is_luhn
from tacknamn.detection.patterns.number_words import read_cardinal
from tacknamn.detection.patterns.rulebook import WORD, SentenceContext, propose, weigh
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["find_spoken_digits", "list_pairs"]

_UNITS = (
    ("noll", "nolla", "ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio"),
    ("zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
)
_TENS = (
    ("tio", "elva", "tolv", "tretton", "fjorton", "femton", "sexton", "sjutton", "arton", "nitton",
     "tjugo", "trettio", "fyrtio", "femtio", "sextio", "sjuttio", "åttio", "nittio"),
    ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
     "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)  # fmt: skip
_NOUGHTS = {"nolla": "0", "oh": "0", "o": "0", "hundra": "", "hundred": ""}
"""Words in spoken numbers that the tables of numbers do not have, and the digits that they add."""
_REPEATS = {"double": 2, "triple": 3, "dubbel": 2, "dubbla": 2, "trippel": 3}
_FIRST = ("noll", "zero")
"""Words with which a number begins that is written as one word: nollsjunoll."""
_DIGIT_OF = {
    "noll": "0", "zero": "0",
    **{word: str(digit) for words in _UNITS for digit, word in enumerate(words[2:], 1)},
}  # fmt: skip
_UNIT = re.compile("|".join(_DIGIT_OF))
_GLUED = re.compile(f"(?:{_UNIT.pattern}){{2,}}")
_JOINT = compile_lazily(r"[ ,.\-–\u00a0\n]{1,3}(?=[^\W\d_])")
_MOST_WORDS = 24
_MOST_BELOW = 100
_LENGTHS, _SURE = range(5, 16), 7
"""Digits of a number next to a word of calling, and of one with a nought first."""
_IDENTITY = (10, 12)
_FIRSTS = frozenset(word for units in _UNITS for word in units)
_REACH = 60
"""Characters before a word for a digit in which its number may begin."""
_COUNTED = ("0123456789", "1234567891011121314", "1020304050607080", "9876543210")


@lru_cache(maxsize=1)
def list_pairs() -> tuple[str, ...]:
    """Return every two neighbouring words for digits, as texts write them."""
    return tuple(
        f"{first}{joint}{second}"
        for units, tens in zip(_UNITS, _TENS, strict=True)
        for first in units
        for second in (*units, *tens)
        for joint in (" ", ", ", "-", *([""] if first in _FIRST else []))
    )


def find_spoken_digits(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the number around the two words at ``start``, if they are its first two for digits."""
    lowered = normalized.lowered
    if start and lowered[start - 1].isalnum():
        return
    start = _find_first(lowered, start)
    if start < 0:
        return
    last, digits = _read(lowered, start)
    if len(digits) not in _LENGTHS or any(counted.startswith(digits) for counted in _COUNTED):
        return
    context = SentenceContext(normalized, start, last)
    is_sure = digits[0] == "0" and len(digits) >= _SURE
    yield weigh(propose("phone_spoken" if is_sure else "phone_spoken_part", start, last), context)
    short = digits[-10:]
    if len(digits) in _IDENTITY and is_day(short[2:4], short[4:6]):
        is_valid = is_luhn(short)
        rule = "person_spoken" if is_valid else "person_number_any"
        yield weigh(propose(rule, start, last, is_valid), context)


def _find_first(lowered: str, start: int) -> int:
    """Return where the number of the word at ``start`` begins, with the greater words before it:
    *åttiofem noll sju*; -1 if another word for a digit stands there, which finds the whole."""
    for word in list(WORD.finditer(lowered, max(0, start - _REACH), start))[::-1]:
        joint = _JOINT.match(lowered, word.end())
        if joint is None or joint.end() != start or not _read_word(word.group()):
            break
        if word.group() in _FIRSTS:
            return -1
        start = word.start()
    return start


def _read(lowered: str, start: int) -> tuple[int, str]:
    """Return the end of the last word for a digit from here on, and all digits."""
    at, last, digits, times = start, start, "", 1
    for _ in range(_MOST_WORDS):
        word = WORD.match(lowered, at)
        if word is None:
            break
        if word.group() in _REPEATS:
            times = _REPEATS[word.group()]
        else:
            read = _read_word(word.group())
            if not read and word.group() not in _NOUGHTS:
                break
            digits += read * times
            times = 1
            if read:
                last = word.end()
        joint = _JOINT.match(lowered, word.end())
        if joint is None:
            break
        at = joint.end()
    return last, digits


def _read_word(word: str) -> str:
    """Return the digits of a word; nothing if it has none."""
    if word in _NOUGHTS:
        return _NOUGHTS[word]
    value = read_cardinal(word.removesuffix("hundra") or word)  # femhundra tolv: 5 12
    if value is not None:
        return str(value) if value < _MOST_BELOW and word != "en" else ""
    return (
        "".join(_DIGIT_OF[unit] for unit in _UNIT.findall(word)) if _GLUED.fullmatch(word) else ""
    )
