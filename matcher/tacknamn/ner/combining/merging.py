"""Merge neighbouring parts of a name: *Mary* and *Lee* become one ``[Name]`` (rule C2).

Between two parts may be blanks, a hyphen, the full stop of an initial, initials that no backend
found, and the particles of surnames: ``George W. Bush``, ``Ludwig van Beethoven``. Each of these
is optional, so the result does not depend on which of them a backend has found.
"""

import re
from collections.abc import Iterable

from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.combining.trimming import is_initial_before

__all__ = ["merge_neighbours"]

_BLANK = r"[ \t\u00a0\u202f]{1,3}"
"""As in :mod:`tacknamn.taxonomy.coarse_classes`: the next line begins another name."""
_PARTICLES = "von|van|af|av|de|der|den|la|le|du|da|di|del|della|dos|zu|zur|ter|bin|bint|ibn|el|al"
_GAP = re.compile(
    rf"(?P<stop>\.)?(?:{_BLANK})?(?:(?P<initials>(?:[^\W\d_]\.(?:{_BLANK})?){{0,3}})"
    rf"(?:(?:{_PARTICLES}){_BLANK}){{0,3}})|[-‐‑]",
    re.IGNORECASE,
)
LONGEST_GAP = 40
"""Characters of the longest gap that the expression can match; longer gaps are not examined."""


def merge_neighbours(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """Merge mentions with the same label that are parts of one name; sort them.

    The score of a merged mention is the highest score of its parts.

    >>> text = "George W. Bush met Anna."
    >>> parts = [NamedMention(0, 6, "PER"), NamedMention(10, 14, "PER")]
    >>> [text[mention.start : mention.end] for mention in merge_neighbours(text, parts)]
    ['George W. Bush']
    """
    merged: list[NamedMention] = []
    lasts: dict[str, int] = {}  # for each label, the index of its last mention in merged
    for mention in sorted(mentions):
        last = lasts.get(mention.label, -1)
        if last >= 0 and _are_one_name(text, merged[last].end, mention.start):
            before = merged[last]
            end, score = max(before.end, mention.end), max(before.score, mention.score)
            merged[last] = before._replace(end=end, score=score)
        else:
            lasts[mention.label] = len(merged)
            merged.append(mention)
    return sorted(merged)  # mentions grew: of two with the same start, the other may be shorter now


def _are_one_name(text: str, end: int, start: int) -> bool:
    """Whether a part that ends at ``end`` and one that begins at ``start`` are one name."""
    if start <= end:
        return True
    if start - end > LONGEST_GAP:
        return False
    gap = _GAP.fullmatch(text, end, start)
    if gap is None:
        return False
    if gap["stop"] and not is_initial_before(text, end):
        return False
    return all(letter.isupper() for letter in gap["initials"] or "" if letter.isalpha())
