"""Find out whether a text mentions the writer near an offset.

A sensitive word says something about a person only if one is near: "jag", "min mamma". A third
person counts if the sentence before has the first one ("Min vän heter Ali. Han är ...").
"""

import re
from functools import lru_cache

from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = ["AROUND", "find_sentence", "find_writer"]

BEFORE, AFTER = 240, 160
"""Characters within which a sentence ends: learners often leave the full stop out."""
AROUND = 400
"""Characters on each side within which a strong word is about the writer: a few sentences."""
_BORDER = compile_lazily(r"[.!?;\n]\s")


@lru_cache(maxsize=2)
def _compile_persons(language: str) -> re.Pattern[str]:
    """Return an expression whose alternatives begin with different letters: at other letters it
    fails fast."""
    by_letter: dict[str, list[str]] = {}
    for word_language, line in read_table(__file__, "persons.tsv"):
        for word in line.split() if word_language in ("any", language) else ():
            by_letter.setdefault(word[0], []).append(re.escape(word[1:]))
    words = [
        rf"{letter}(?<![^\W_]{letter})(?:{'|'.join(rests)})" for letter, rests in by_letter.items()
    ]
    return re.compile(rf"(?:{'|'.join(words)})(?![^\W_])")


def find_sentence(lowered: str, start: int, end: int) -> tuple[int, int]:
    """Return the start and the end of the sentence around a piece."""
    first = max(0, start - BEFORE)
    for border in _BORDER.finditer(lowered, first, start):
        first = border.end()
    after = _BORDER.search(lowered, end, min(len(lowered), end + AFTER))
    return first, after.start() if after else min(len(lowered), end + AFTER)


def find_writer(lowered: str, start: int, end: int, language: str, reach: int = 0) -> str:
    """Return the word for the writer in the sentence around a piece; empty if there is none.

    Args:
        reach: The number of characters around the sentence that are searched as well.
    """
    first, last = find_sentence(lowered, start, end)
    match = _compile_persons(language).search(lowered, max(0, first - reach), last + reach)
    return match.group() if match else ""
