"""Tell professions that somebody is said to have from those that are only met.

A6 marks "jag är webbutvecklare" and "min far jobbar som kock"; the doctor who says that it is
nothing, or the boss of the others, reveals nobody. Professions are never replaced, so that one
left by mistake stands as openly as it would with its mark.
"""

import re
from functools import lru_cache

from tacknamn.marking.persons import sentence_around
from tacknamn.marking.tables import rows
from tacknamn.pseudonymizing.records import Found

__all__ = ["only_met"]

BEFORE, MOST_BETWEEN = 60, 4
"""Characters and words before a profession in which it is said that somebody has it: "är ju en
mycket duktig kock"."""
_WORD = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=1)
def _being() -> frozenset[str]:
    return frozenset(word for (words,) in rows("being.tsv", __file__) for word in words.split())


def only_met(text: str, one: Found) -> bool:
    """Whether nothing before a profession in its sentence says that somebody has it."""
    if one.trigger:
        return False
    first, _ = sentence_around(text, one.start, one.end)
    words = _WORD.findall(text[max(first, one.start - BEFORE) : one.start].lower())
    return _being().isdisjoint(words[-MOST_BETWEEN:])
