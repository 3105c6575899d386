"""Find schools in small letters where a sentence tells of studies: *hon går på bergaskolan*.

Words of the language that end so (*simskolan*) name none.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tacknamn.labelling.activities import tells_of
from tacknamn.labelling.words import OrdinaryWords
from tacknamn.patterns.tables import rows
from tacknamn.pseudonymizing.records import Found

__all__ = ["small_schools"]

SMALL_SCHOOL: Final = "institution"
_ENDINGS: Final = ("skolan", "gymnasiet")
_SCHOOL: Final = re.compile(
    r"(?<!\w)(?:på|vid|i) "
    r"(?:([a-zåäöé]{3,30})(?:skolan|gymnasiet)|([a-zåäöé]{2,30}ska) (?:skolan|gymnasiet))(?!\w)"
)
"""A glued name, or an adjective made of one."""
ADJECTIVE: Final = 2
"""The group of the latter: *rudbeckianska*."""


def small_schools(text: str, words: OrdinaryWords) -> Iterator[Found]:
    """The schools that a text in small letters names."""
    if not any(ending in text for ending in _ENDINGS):
        return
    for found in _SCHOOL.finditer(text):
        start = found.start(found.lastindex or 0)
        name = text[start : found.end()]
        head = found.group(found.lastindex or 0)
        stem = head[:-1] if found.lastindex == ADJECTIVE else head
        if name in _common() or any(map(words.has, (name, head, stem))) or words.is_common(head):
            continue  # På simskolan, på estetiska gymnasiet.
        label, verb = tells_of(text, start)
        if label in ("school", "work"):
            yield Found(start, found.end(), "school", SMALL_SCHOOL, name, trigger=verb)


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    return frozenset(word for (line,) in rows("common_compounds.tsv") for word in line.split())
