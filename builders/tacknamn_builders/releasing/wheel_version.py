"""Choose the version of a data wheel, ``FORMAT.YYYYMM.PATCH``, by rule.

FORMAT is the format of the bundle, so ``tacknamn-data-sv==7.*`` are the lists that a program can
read. YYYYMM is the month of the newest data. PATCH counts the releases with the same month, from 0.
A later release has a higher version even if its newest source is gone: then it keeps the month of
the last one. No part is the date of the build, so equal inputs have equal versions.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from tacknamn.errors import InputError
from tacknamn.lexicon.manifest_facts import find_newest_month

__all__ = ["WheelVersion", "choose_version"]

_PATTERN = re.compile(r"([1-9]\d{0,3})\.((?:19|20)\d\d(?:0[1-9]|1[0-2]))\.(0|[1-9]\d{0,5})")


class WheelVersion(NamedTuple):
    """The version of a data wheel. A later one is greater."""

    form: int
    """The format of the bundle."""
    month: int
    """Year and month, as in 202611."""
    patch: int

    def __str__(self) -> str:
        return f"{self.form}.{self.month}.{self.patch}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse ``7.202611.0``."""
        found = _PATTERN.fullmatch(text)
        if found is None:
            raise InputError(f"version {text!r:.40}: must be FORMAT.YYYYMM.PATCH, like 7.202611.0")
        return cls(*map(int, found.groups()))


def choose_version(manifest: Mapping[str, Any], last: WheelVersion | None = None) -> WheelVersion:
    """Choose the version of a bundle that is released after ``last``."""
    month = find_newest_month(manifest)
    if not month:
        raise InputError(
            "no source of the bundle states the month of its data, so the wheel has no version; "
            'write a vintage such as "2026-11" into the source table'
        )
    version = WheelVersion(manifest["version"], int(month.replace("-", "")), 0)
    if last is None or version > last:
        return version
    if version.form < last.form:
        raise InputError(
            f"the last release {last} has a newer format than this bundle ({version.form}); release "
            "with the newer program"
        )
    return last._replace(patch=last.patch + 1)
