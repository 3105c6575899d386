"""What a name looks like: its words, whether another name resembles it, whether it is a street."""

import re

from rapidfuzz.distance import OSA

__all__ = ["is_similar", "is_street", "split_words"]

_WORD = re.compile(r"\w+")
SHORT_NAME = 5
"""Letters of a name up to which names one edit apart are similar (Karin, Carin); longer names may
be two edits apart (Kristina, Christina). The matcher allows two edits only from eight letters.
Here the cost of an error is different: a name too few in a list costs nothing, a pseudonym that
reveals the original does."""
_STREET = re.compile(
    r"(gat(a|an)|väg(en)?|gränd(en)?|stig(en)?|torg(et)?|plan(en)?|all[eé](n)?|backen?"
    r"|liden|led(en)?|kaj(en)?|esplanad(en)?|slingan?|ring(en)?|promenaden|stråket|plats(en)?"
    r"|(?<=\w)(gång|krok|sväng)(en)?)$",
    re.IGNORECASE,  # both Stora Torget and Stora torget occur
)
"""Endings of Swedish street names. Uppsala C and Slussen are places but not addresses."""


def split_words(folded: str) -> tuple[str, ...]:
    """Split a folded text into words; the parts of a double name are words.

    >>> split_words("anna-karin o'brien")
    ('anna', 'karin', 'o', 'brien')
    """
    return tuple(_WORD.findall(folded))


def is_similar(name: str, other: str) -> bool:
    """Whether two folded names are so similar that one may be the other misspelt.

    >>> is_similar("kristina", "christina"), is_similar("eva", "ida")
    (True, False)
    """
    most = 1 if min(len(name), len(other)) <= SHORT_NAME else 2
    return OSA.distance(name, other, score_cutoff=most) <= most


def is_street(name: str) -> bool:
    """Whether a place is a street, by its ending. To replace Slussen by a street would change what
    the text says.

    >>> places = ("Nygatan", "Stora Torget", "Slussen", "Villa Segeborg")
    >>> [name for name in places if is_street(name)]
    ['Nygatan', 'Stora Torget']
    """
    return _STREET.search(name) is not None
