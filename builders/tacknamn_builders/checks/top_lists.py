"""Read ``sampling.json``: the lists that replacements are drawn from, as rows of the entries.

What is read of it here::

    {"country": "SE",
     "names": {"firstname_female": [812, 90, ...], ...},     # the most frequent first
     "cities": {"SE": [5, 17, ...], ...}}
"""

import json
from collections.abc import Mapping
from typing import Any

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle

__all__ = ["read_drawn_forms"]


def read_drawn_forms(bundle: Bundle, number: int) -> dict[str, list[str]]:
    """The first forms of the lists of names, and as ``city`` of the home country's towns."""
    path = bundle.path("sampling.json")
    display = bundle.section("entries").column("display")
    strings = bundle.section("strings")
    try:
        lists = _parse_lists(json.loads(path.read_text("utf-8")), len(display))
        return {
            name: [strings.text(display[row]) for row in rows[:number]]
            for name, rows in lists.items()
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as exc:
        raise BundleError(
            f"{path}: damaged ({type(exc).__name__}); build the bundle anew with "
            "`tacknamn-build compile`"
        ) from exc


def _parse_lists(sampling: Any, entries: int) -> Mapping[str, list[int]]:
    """The lists, when they are lists of numbers of entries."""
    lists: dict[str, Any] = dict(sampling["names"].items())
    lists["city"] = sampling["cities"].get(sampling["country"], [])
    for name, rows in lists.items():
        if not isinstance(rows, list):
            raise TypeError(name)
        if not all(type(row) is int and 0 <= row < entries for row in rows):
            raise LookupError(name)
    return lists
