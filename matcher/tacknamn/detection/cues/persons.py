"""Tell whether the writer, or somebody near, is spoken of around a place in a text.

A sensitive word says something about a person only where there is one: "jag", "min mamma".
A third person counts where the sentence before has the first ("Min vän heter Ali. Han är ...").
"""

import re
from functools import lru_cache

from tacknamn.support.tables import read_table

__all__ = ["AROUND", "find_sentence", "find_writer"]

BEFORE, BEHIND = 240, 160
"""Characters that a sentence is followed to: learners often leave the full stop out."""
AROUND = 400
"""Characters to either side in which a strong word is the writer's matter: some sentences."""
_BORDER = re.compile(r"[.!?;]\s|\n\s")


@lru_cache(maxsize=2)
def _compile_persons(language: str) -> re.Pattern[str]:
    words = [
        re.escape(word)
        for spoken, of_line in read_table(__file__, "persons.tsv")
        if spoken in ("any", language)
        for word in of_line.split()
    ]
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])")


def find_sentence(lowered: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentence around a place begins and ends."""
    first = max(0, start - BEFORE)
    for border in _BORDER.finditer(lowered, first, start):
        first = border.end()
    behind = _BORDER.search(lowered, end, min(len(lowered), end + BEHIND))
    return first, behind.start() if behind else min(len(lowered), end + BEHIND)


def find_writer(lowered: str, start: int, end: int, language: str, reach: int = 0) -> str:
    """The word for the writer that stands in the sentence around a place, or in ``reach``
    characters around that sentence; empty where none does."""
    first, last = find_sentence(lowered, start, end)
    found = _compile_persons(language).search(lowered, max(0, first - reach), last + reach)
    return found.group() if found else ""
