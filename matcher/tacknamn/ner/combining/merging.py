"""Put neighbouring parts of a name together: *Mary* and *Lee* are one ``[Name]`` (C2).

Between them may stand blanks, a hyphen, the full stop of an initial, initials that nobody found
and the small words of surnames: ``George W. Bush``, ``Ludwig van Beethoven``. What may stand
between two parts may also stand there in pieces, so that it does not matter which of it a
backend found.
"""

import re
from collections.abc import Iterable

from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.combining.trimming import is_initial_before

__all__ = ["merge_neighbours"]

_BLANK = r"[ \t\u00a0\u202f]{1,3}"
"""As in :mod:`tacknamn.taxonomy.coarse_classes`; in another line begins another name."""
_PARTICLES = "von|van|af|av|de|der|den|la|le|du|da|di|del|della|dos|zu|zur|ter|bin|bint|ibn|el|al"
_GAP = re.compile(
    rf"(?P<stop>\.)?(?:{_BLANK})?(?:(?P<initials>(?:[^\W\d_]\.(?:{_BLANK})?){{0,3}})"
    rf"(?:(?:{_PARTICLES}){_BLANK}){{0,3}})|[-‐‑]",
    re.IGNORECASE,
)
LONGEST_GAP = 40
"""Characters in which all of this has room; longer ones are not looked at."""


def merge_neighbours(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """The mentions from left to right, those of one label that belong together as one.

    Its score is that of its surest part.

    >>> text = "George W. Bush met Anna."
    >>> [text[one.start : one.end] for one in merged(text, [Mention(0, 6, "PER"), Mention(10, 14, "PER")])]
    ['George W. Bush']
    """
    whole: list[NamedMention] = []
    lasts: dict[str, int] = {}
    for one in sorted(mentions):
        last = lasts.get(one.label, -1)
        if last >= 0 and _are_one_name(text, whole[last].end, one.start):
            before = whole[last]
            end, score = max(before.end, one.end), max(before.score, one.score)
            whole[last] = before._replace(end=end, score=score)
        else:
            lasts[one.label] = len(whole)
            whole.append(one)
    return sorted(whole)  # they grew: of two that begin together, the other may be shorter now


def _are_one_name(text: str, end: int, start: int) -> bool:
    """Whether what ends and what starts there are parts of one name."""
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
