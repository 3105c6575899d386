"""Compare names: which words they are made of, and which are spellings of one another."""

import re

from rapidfuzz.distance import OSA

__all__ = ["folded_words", "is_near"]

_WORD = re.compile(r"\w+")
SHORT = 5
"""Letters of a name up to which one edit may make another spelling of it (Karin, Carin),
beyond it two (Kristina, Christina). Stricter than the matcher, which asks for eight: a name
too few in a list costs nothing, a pseudonym that gives the original away does."""


def folded_words(folded: str) -> tuple[str, ...]:
    """The words of a folded text; parts of double names are words.

    >>> folded_words("anna-karin o'brien")
    ('anna', 'karin', 'o', 'brien')
    """
    return tuple(_WORD.findall(folded))


def is_near(one: str, other: str) -> bool:
    """Whether two folded names are so alike that one may be the other misspelt.

    >>> is_near("kristina", "christina"), is_near("eva", "ida")
    (True, False)
    """
    most = 1 if min(len(one), len(other)) <= SHORT else 2
    return OSA.distance(one, other, score_cutoff=most) <= most
