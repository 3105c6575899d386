"""Look from a unit back to the number before it, in digits and in words."""

import re
from functools import lru_cache

from tacknamn.tab.tables import words_of

__all__ = ["NUMBER", "number_before", "number_behind"]

FARTHEST = 48
"""Characters that a number before a unit takes at most."""
NUMBER = r"\d[\d.,\u00a0]*"
_BEHIND = re.compile(
    rf"[ \u00a0]?({NUMBER}(?<![.,])(?:[ \u00a0](?:million|billion|thousand|miljoner))?)"
)


@lru_cache(maxsize=4)
def _before(between: int) -> re.Pattern[str]:
    """A number, then up to ``between`` words, then a blank or hyphen at the end. It is searched
    for in a few characters only, so how it goes about does not matter."""
    words = "|".join(sorted(words_of("number_word"), key=len, reverse=True))
    number = rf"(?:{NUMBER}(?<![.,])|(?:{words})(?:[ \u00a0‑-](?:{words})){{0,3}})"
    scale = r"(?:[ \u00a0](?:million|billion|hundred|thousand|miljoner))?"
    half = r"(?:[ \u00a0]and a half|½)?"
    other_words = rf"(?:[ \u00a0][a-z-]{{2,12}}){{0,{between}}}"
    return re.compile(rf"(?<![\w.,])({number}{scale}{half}){other_words}[ \u00a0‑-]?$")


def number_before(lowered: str, place: int, between: int = 0) -> int | None:
    """Where a number begins that stands before a place with at most ``between`` words more."""
    begin = max(0, place - FARTHEST)
    found = _before(between).search(lowered[begin:place])
    return None if found is None else begin + found.start(1)


def number_behind(lowered: str, place: int) -> int | None:
    """Where a number in digits ends that stands behind a place."""
    found = _BEHIND.match(lowered, place)
    return None if found is None else found.end(1)
