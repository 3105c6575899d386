"""Suggest valid names for an unknown one."""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["suggest_names"]

_MOST_LISTED = 24
"""Names in one message; a longer list is not read."""


def suggest_names(unknown: str, known: Iterable[str]) -> str:
    """List the known names for an error message, the most similar ones first.

    >>> suggest_names("surnames", ["city", "surname"])
    'did you mean surname? There are surname, city'
    """
    names = sorted(known)
    similar = get_close_matches(unknown, names, n=3, cutoff=0.6)
    ordered = [*similar, *(name for name in names if name not in similar)]
    more = f" and {len(ordered) - _MOST_LISTED} more" if len(ordered) > _MOST_LISTED else ""
    guess = f"did you mean {' or '.join(similar)}? " if similar else ""
    listed = f"there are {', '.join(ordered[:_MOST_LISTED])}{more}"
    return f"{guess}T{listed[1:]}" if guess else listed
