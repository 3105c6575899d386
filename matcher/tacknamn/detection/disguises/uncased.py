"""Let words of scripts without capitals count as capitalized, and count those that stay.

The finders look for names among words that begin with a capital. In the Arabic, Hebrew, Thai, Chinese,
Korean and other scripts no word does, so such a word is read as a capitalized word of another foreign
script that no list has. It has the same length, so the offsets stay. A passage in such a script (more
words in a row than a name has, or a longer word where no blanks divide words) stays as it is. Words that
no finder takes for a name are counted by script, because no list knows whether they are names.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, Protocol

from tacknamn.detection.disguises.survey import UNCASED, UNCASED_RANGES, survey
from tacknamn.records import Detection

__all__ = ["count_unexamined", "describe_unexamined", "put_capitals_in", "restore_bases"]

CAPITAL: Final = "Ж"
SMALL: Final = "ж"
"""Letters of no name in the lists, from a script with capitals. A word of them is like no other."""
MOST_IN_ROW: Final = 4
"""Words of the longest name."""
LONGEST: Final = {
    "Han": 4,
    "Hiragana": 12,
    "Katakana": 12,
    "Thai": 14,
    "Lao": 14,
    "Khmer": 14,
    "Myanmar": 14,
}
"""Letters of the longest name in scripts that put no blanks between words."""
_SCRIPTS: Final = {"CJK": "Han", "HANGUL": "Hangul"}
"""Names of scripts that differ from the first word of their characters' names."""
_JOINERS: Final = "\u200c\u200d"
"""Joiners without width, which are part of words in the Persian and Indian languages."""


def put_capitals_in(text: str) -> str:
    """Return the text with a capitalized word in place of each word of a script without capitals.

    >>> put_capitals_in("Jag heter שרה.")
    'Jag heter Жжж.'
    """
    parts: list[str] = []
    done = 0
    for row in _group_rows(text):
        if len(row) > MOST_IN_ROW:
            continue
        for start, end in row:
            if end - start <= LONGEST.get(_name_script(text[start]), end):
                parts += text[done:start], CAPITAL, SMALL * (end - start - 1)
                done = end
    return "".join([*parts, text[done:]])


def _group_rows(text: str) -> Iterator[list[tuple[int, int]]]:
    """Yield the words with nothing but blanks and punctuation between them."""
    row: list[tuple[int, int]] = []
    for start, end in _find_words(text):
        if row and any(map(str.isalnum, text[row[-1][1] : start])):
            yield row
            row = []
        row.append((start, end))
    if row:
        yield row


def restore_bases(text: str, detections: Iterable[Detection]) -> list[Detection]:
    """Return the detections of a text with capitals put in; their bases are words of the original."""
    return [_restore(text, each) if CAPITAL in each.base else each for each in detections]


def _restore(text: str, detection: Detection) -> Detection:
    base = text[detection.start : detection.end]
    return detection if CAPITAL in base else detection._replace(base=base, affixes=())


class _Piece(Protocol):
    """A piece of a text: a detection, a span, a mask."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def count_unexamined(text: str, pieces: Iterable[_Piece]) -> dict[str, int]:
    """Return the number of words of scripts without capitals that are in no piece, by script.

    Args:
        pieces: What was found, from left to right.

    >>> count_unexamined("Det heter سلام عليكم.", [])
    {'Arabic': 2}
    """
    if not survey(text) & UNCASED:
        return {}
    counts: Counter[str] = Counter()
    found = iter(pieces)
    piece = next(found, None)
    for start, end in _find_words(text):
        while piece is not None and piece.end <= start:
            piece = next(found, None)
        if piece is None or piece.start >= end:
            counts[_name_script(text[start])] += 1
    return dict(sorted(counts.items()))


def describe_unexamined(counts: Mapping[str, int]) -> list[str]:
    """Return a warning for each script, which quotes no word.

    >>> describe_unexamined({"Arabic": 3})
    ['3 words in Arabic script were not examined']
    """
    return [
        f"{count:,} word{'' if count == 1 else 's'} in {script} script "
        f"{'was' if count == 1 else 'were'} not examined"
        for script, count in sorted(counts.items())
    ]


def _find_words(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each row of letters and marks of these scripts."""
    for run in _compile().finditer(text):
        start = end = run.start()
        for at in range(run.start(), run.end() + 1):
            if at == run.end() or not _is_letter(text[at]):
                if end > start:
                    yield start, end
                start = end = at + 1
            else:
                end = at + 1


@lru_cache(maxsize=1)
def _compile() -> re.Pattern[str]:
    return re.compile(f"[{UNCASED_RANGES}{_JOINERS}]+")


@lru_cache(maxsize=4096)
def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM" or character in _JOINERS


def _name_script(character: str) -> str:
    first = unicodedata.name(character, "UNKNOWN").partition(" ")[0].partition("-")[0]
    return _SCRIPTS.get(first, first.capitalize())
