"""Facts that the manifest of a bundle states, in the words of people: its age and its licence."""

import re
from collections.abc import Mapping
from typing import Any

__all__ = ["describe_terms", "find_newest_month"]

_MONTH = re.compile(r"(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?!\d)")


def find_newest_month(manifest: Mapping[str, Any]) -> str:
    """Return the month of the newest data, such as ``2026-11``; empty if no source states one.

    A vintage may be a month, a day, a year or a remark (``daily``). Only the first two say a month.

    >>> find_newest_month({"sources": {"a": {"vintage": "2025-05"}, "b": {"vintage": "daily"}}})
    '2025-05'
    """
    vintages = (source["vintage"] for source in manifest["sources"].values())
    return max((month for text in vintages for month in _MONTH.findall(text)), default="")


def describe_terms(manifest: Mapping[str, Any]) -> str:
    """Say whether the bundle may be passed on, and under which licence.

    Bundles that were made before the manifest stated the licence have none."""
    licence = manifest.get("licence")
    if not manifest["redistributable"]:
        return "may not be passed on as a whole"
    return f"may be passed on under {licence}" if licence else "may be passed on"
