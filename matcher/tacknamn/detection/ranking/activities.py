"""What a sentence says is done at a name: work, studies, a club (``activities.tsv``).

The nearest verb decides: in *Jag jobbar natt och min son går på Ekskolan* it is not work.
"""

import re
from functools import lru_cache
from typing import Final

from tacknamn.support.tables import read_table

__all__ = ["find_activity", "find_work_after"]

_REACH: Final = 60
"""Characters before an institution in which its verb may stand: *jobbar sedan fem år på Volvo*."""
_SENTENCE: Final = re.compile(r"[.!?\n]")
_WHERE_SOMEBODY_WORKS: Final = re.compile(
    r"\s*,?\s*(?:där|dar|where)\s+\w+\s+(?:\w+\s+)?(job+a\w*|arbet\w*|work\w*)"
)


def find_activity(text: str, start: int, is_place: bool = False) -> tuple[str, str]:
    """Return what the sentence says is done at the name that starts here: ``work``, ``school`` or
    ``other_institution``, and the word that says so. Both are empty if it says nothing.

    Args:
        is_place: Whether the name is that of a place. People just go to a place.
    """
    before = _SENTENCE.split(text[max(0, start - _REACH) : start])[-1].lower()
    last = None
    for match in _compile_verbs().finditer(before):
        last = match
    if last is None or last.lastgroup is None or last.lastgroup == "else":
        return "", ""
    if last.lastgroup == "goes":
        return ("", "") if is_place else ("school", last.group().strip())
    return last.lastgroup, last.group().strip()


def find_work_after(text: str, end: int) -> str:
    """Return the verb after a name that says that a person works there: *Volvo, där min bror
    jobbar*."""
    match = _WHERE_SOMEBODY_WORKS.match(text, end, end + _REACH)
    return match.group(1).lower() if match else ""


@lru_cache(maxsize=1)
def _compile_verbs() -> re.Pattern[str]:
    """Return the verbs of all activities, each in a group with the activity's name."""
    groups: dict[str, list[str]] = {}
    for activity, forms in read_table(__file__, "activities.tsv"):
        groups.setdefault(activity, []).extend(forms.split("; "))
    named = [f"(?P<{activity}>{'|'.join(forms)})" for activity, forms in groups.items()]
    return re.compile(rf"\b(?:{'|'.join(named)})(?:(?<=\s)|(?!\w))")
