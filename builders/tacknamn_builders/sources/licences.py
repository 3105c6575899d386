"""What the licences of sources permit, from ``licences.toml``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tacknamn.errors import SourceError

__all__ = ["Licence", "find_licence", "is_permissive"]


@dataclass(frozen=True, slots=True)
class Licence:
    """One licence."""

    id: str
    title: str
    address: str
    permissive: bool
    """Whether anybody may pass a bundle on that was made of such data, with credit."""


def find_licence(id: str) -> Licence:
    """Look a licence up by its key."""
    try:
        return _load_licences()[id]
    except KeyError:
        raise SourceError(f"licence {id!r} is not in licences.toml: describe it there") from None


def is_permissive(id: str) -> bool:
    """Whether a licence lets anybody pass derived data on."""
    return find_licence(id).permissive


@cache
def _load_licences() -> Mapping[str, Licence]:
    text = resources.files("tacknamn_builders.sources").joinpath("licences.toml").read_text("utf-8")
    return {id: Licence(id, **table) for id, table in tomllib.loads(text).items()}
