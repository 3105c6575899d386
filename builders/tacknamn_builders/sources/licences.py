"""What the licences of the sources permit, from ``licences.toml``.

A bundle is passed on under one licence, :data:`RELEASE_LICENCE`. It is the share-alike licence of
its largest word list, so no other one is possible as soon as that list is part of it.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tacknamn.errors import SourceError

__all__ = [
    "RELEASE_LICENCE",
    "Licence",
    "combine_licences",
    "find_licence",
    "fits_release",
    "is_permissive",
]

RELEASE_LICENCE = "CC-BY-SA-4.0"
"""The licence under which a bundle with share-alike data is passed on."""


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence of one or more sources."""

    id: str
    title: str
    address: str
    permissive: bool
    """Whether anyone may pass on a bundle made of such data, if the credits are kept."""
    in_release: bool
    """Whether such data may be part of a bundle that has :data:`RELEASE_LICENCE` as a whole."""
    reason: str
    """Why it may or may not."""
    evidence: str
    """The page that the verdict is based on."""


def find_licence(id: str) -> Licence:
    """Find a licence by its key."""
    try:
        return _load_licences()[id]
    except KeyError:
        raise SourceError(f"licence {id!r} is not in licences.toml; describe it there") from None


def is_permissive(id: str) -> bool:
    """Whether a licence allows anyone to pass on derived data."""
    return find_licence(id).permissive


def fits_release(id: str) -> bool:
    """Whether data under this licence may be part of a release."""
    return find_licence(id).in_release


def combine_licences(ids: Iterable[str]) -> str:
    """Return the SPDX expression of a bundle made of such data; empty if it may not be passed on.

    >>> combine_licences(["CC-BY-4.0", "CC-BY-SA-4.0", "MIT"])
    'CC-BY-SA-4.0'
    >>> combine_licences(["MIT", "CC-BY-4.0"])
    'CC-BY-4.0 AND MIT'
    >>> combine_licences(["MIT", "GFDL-1.2"])
    ''
    """
    licences = {find_licence(id) for id in ids}
    if all(licence.permissive for licence in licences):
        return " AND ".join(sorted(licence.id for licence in licences))
    return RELEASE_LICENCE if all(licence.in_release for licence in licences) else ""


@cache
def _load_licences() -> Mapping[str, Licence]:
    text = resources.files("tacknamn_builders.sources").joinpath("licences.toml").read_text("utf-8")
    return {id: Licence(id, **table) for id, table in tomllib.loads(text).items()}
