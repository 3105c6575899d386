"""Tell what there is when somebody asks for what there is not: the closest first."""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["suggest_names"]

_MOST_LISTED = 24
"""Names in one message; more nobody reads."""


def suggest_names(asked: str, known: Iterable[str]) -> str:
    """The known names, those like the one asked for first.

    >>> closest("surnames", ["city", "surname"])
    'did you mean surname? There are surname, city'
    """
    names = sorted(known)
    alike = get_close_matches(asked, names, n=3, cutoff=0.6)
    told = [*alike, *(name for name in names if name not in alike)]
    more = f" and {len(told) - _MOST_LISTED} more" if len(told) > _MOST_LISTED else ""
    guess = f"did you mean {' or '.join(alike)}? " if alike else ""
    listed = f"there are {', '.join(told[:_MOST_LISTED])}{more}"
    return f"{guess}T{listed[1:]}" if guess else listed
