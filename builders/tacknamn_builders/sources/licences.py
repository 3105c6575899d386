"""What the licences of the sources permit, from ``licences.toml``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tacknamn.errors import SourceError

__all__ = ["Licence", "find_licence", "is_permissive"]


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence of one or more sources."""

    id: str
    title: str
    address: str
    permissive: bool
    """Whether anyone may pass on a bundle made of such data, if the credits are kept."""


def find_licence(id: str) -> Licence:
    """Find a licence by its key."""
    try:
        return _load_licences()[id]
    except KeyError:
        raise SourceError(f"licence {id!r} is not in licences.toml; describe it there") from None


def is_permissive(id: str) -> bool:
    """Whether a licence allows anyone to pass on derived data."""
    return find_licence(id).permissive


@cache
def _load_licences() -> Mapping[str, Licence]:
    text = resources.files("tacknamn_builders.sources").joinpath("licences.toml").read_text("utf-8")
    return {id: Licence(id, **table) for id, table in tomllib.loads(text).items()}
