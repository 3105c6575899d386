"""Compare names: which words they are made of, and which are spellings of one another."""

import re

from rapidfuzz.distance import OSA

__all__ = [
    "is_similar",
    "is_street",
    "split_words",
]

_WORD = re.compile(r"\w+")
SHORT_NAME = 5
"""Letters of a name up to which one edit may make another spelling of it (Karin, Carin),
beyond it two (Kristina, Christina). Stricter than the matcher, which asks for eight: a name
too few in a list costs nothing, a pseudonym that gives the original away does."""


def split_words(folded: str) -> tuple[str, ...]:
    """The words of a folded text; parts of double names are words.

    >>> folded_words("anna-karin o'brien")
    ('anna', 'karin', 'o', 'brien')
    """
    return tuple(_WORD.findall(folded))


def is_similar(one: str, other: str) -> bool:
    """Whether two folded names are so alike that one may be the other misspelt.

    >>> is_near("kristina", "christina"), is_near("eva", "ida")
    (True, False)
    """
    most = 1 if min(len(one), len(other)) <= SHORT_NAME else 2
    return OSA.distance(one, other, score_cutoff=most) <= most


# Tell streets from other places: replacing Slussen by a street would make another text.


_STREET = re.compile(
    r"(gat(a|an)|väg(en)?|gränd(en)?|stig(en)?|torg(et)?|plan(en)?|all[eé](n)?|backen?"
    r"|liden|led(en)?|kaj(en)?|esplanad(en)?|slingan?|ring(en)?|promenaden|stråket|plats(en)?"
    r"|(?<=\w)(gång|krok|sväng)(en)?)$",
    re.IGNORECASE,  # Stora Torget beside Stora torget
)
"""What Swedish street names end in; Uppsala C and Slussen are places, but no addresses."""


def is_street(name: str) -> bool:
    """Tell a street by its ending.

    >>> [name for name in ("Nygatan", "Stora Torget", "Slussen", "Villa Segeborg") if is_street(name)]
    ['Nygatan', 'Stora Torget']
    """
    return _STREET.search(name) is not None
