"""What a sentence tells of before a name: work, studies, a club (``activities.tsv``).

The nearest verb decides: *Jag jobbar natt och min son går på Ekskolan* tells of no work there.
"""

import re
from functools import lru_cache
from typing import Final

from tacknamn.support.tables import read_table

__all__ = ["find_activity", "find_work_after"]

_REACH: Final = 60
"""Characters before an institution in which the verb stands: *jobbar sedan fem år på Volvo*."""
_SENTENCE: Final = re.compile(r"[.!?\n]")
_BEHIND: Final = re.compile(
    r"\s*,?\s*(?:där|dar|where)\s+\w+\s+(?:\w+\s+)?(job+a\w*|arbet\w*|work\w*)"
)


def find_activity(text: str, start: int, is_place: bool = False) -> tuple[str, str]:
    """What the sentence before a place of the text tells of - ``work``, ``school`` or
    ``other_institution`` - and the word that says so; nothing where it tells of none.

    Args:
        is_place: Whether a place is named there: to one of those people just go.
    """
    before = _SENTENCE.split(text[max(0, start - _REACH) : start])[-1].lower()
    last = None
    for found in _compile_verbs().finditer(before):
        last = found
    if last is None or last.lastgroup is None or last.lastgroup == "else":
        return "", ""
    if last.lastgroup == "goes":
        return ("", "") if is_place else ("school", last.group().strip())
    return last.lastgroup, last.group().strip()


def find_work_after(text: str, end: int) -> str:
    """The word behind a name that says that somebody works there: *Volvo, där min bror jobbar*."""
    behind = _BEHIND.match(text, end, end + _REACH)
    return behind.group(1).lower() if behind else ""


@lru_cache(maxsize=1)
def _compile_verbs() -> re.Pattern[str]:
    groups: dict[str, list[str]] = {}
    for topic, forms in read_table(__file__, "activities.tsv"):
        groups.setdefault(topic, []).extend(forms.split("; "))
    named = [f"(?P<{topic}>{'|'.join(forms)})" for topic, forms in groups.items()]
    return re.compile(rf"\b(?:{'|'.join(named)})(?:(?<=\s)|(?!\w))")
