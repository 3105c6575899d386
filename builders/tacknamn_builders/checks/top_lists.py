"""Compare the lists that replacements are drawn from with those of the last release.

The lists are in ``sampling.json``, as row numbers of the section ``entries``. This module reads::

    {"country": "SE",
     "names": {"firstname_female": [812, 90, ...], ...},     # the most frequent first
     "cities": {"SE": [5, 17, ...], ...}}
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle
from tacknamn_builders.checks.findings import CheckFinding, Severity
from tacknamn_builders.sources.profiles import BuildProfile

__all__ = ["CHURN", "TOP", "check_top_lists", "read_top_lists"]

TOP = 50
"""Forms of a list that are compared."""
CHURN = 10
"""Forms of fifty that may be new since the last release: statistics change two or three a year,
another source or an error changes dozens."""
SHOWN = 12
"""New forms that a finding shows."""


def check_top_lists(bundle: Bundle, profile: BuildProfile) -> Iterator[CheckFinding]:
    """Compare the lists with those of the profile's last release."""
    released = _load_released(profile.name)
    for name, forms in read_top_lists(bundle).items():
        before = released.get(name)
        if before is None:
            continue
        new = [form for form in forms if form not in before]
        if new:
            severity = Severity.ERROR if len(new) > CHURN else Severity.NOTE
            shown = ", ".join(new[:SHOWN])
            yield CheckFinding("top-list", name, f"{len(new)} of {TOP} are new: {shown}", severity)


def _load_released(profile: str) -> Mapping[str, list[str]]:
    path = resources.files("tacknamn_builders.checks").joinpath("released.toml")
    released: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(path.read_text("utf-8"))
    return released.get(profile, {})


def read_top_lists(bundle: Bundle) -> dict[str, list[str]]:
    """Read the first forms of each list: the names, and as ``city`` the towns of the home
    country."""
    path = bundle.path("sampling.json")
    display = bundle.section("entries").column("display")
    strings = bundle.section("strings")
    try:
        lists = _parse_lists(json.loads(path.read_text("utf-8")), len(display))
        return {
            name: [strings.text(display[row]) for row in rows[:TOP]] for name, rows in lists.items()
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as exc:
        raise BundleError(
            f"{path}: damaged ({type(exc).__name__}); build the bundle again with "
            "`tacknamn-build compile`"
        ) from exc


def _parse_lists(sampling: Any, entries: int) -> Mapping[str, list[int]]:
    """Check that the lists are lists of row numbers, and return them."""
    lists: dict[str, Any] = dict(sampling["names"].items())
    lists["city"] = sampling["cities"].get(sampling["country"], [])
    for name, rows in lists.items():
        if not isinstance(rows, list):
            raise TypeError(name)
        if not all(type(row) is int and 0 <= row < entries for row in rows):
            raise LookupError(name)
    return lists
