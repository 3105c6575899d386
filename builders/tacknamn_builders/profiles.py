"""Profiles: which sources make a bundle, and for which country and languages.

``profiles.toml`` holds those of this package; a path to a file of the same form works
wherever a profile's name does, so that another country is a file and not code.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

from tacknamn.errors import SourceError
from tacknamn_builders.licences import is_permissive
from tacknamn_builders.sources import Source, load_sources, parse_sources

__all__ = ["MOST_SOURCES", "Profile", "load_profile"]

MOST_SOURCES = 64
"""A bundle keeps the sources of an entry as the bits of one number."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One profile."""

    name: str
    title: str
    country: str
    """The home country: its counts are taken as they are, others at a discount."""
    sources: tuple[Source, ...]
    """The most authoritative first."""
    whole: frozenset[str] = frozenset()
    """Sources whose counts of personal names cover the home country's population."""
    least: Mapping[str, float] = field(default_factory=dict)
    """What ``check`` must find: shares of bearers, numbers of places, countries, languages."""
    bounded: bool = True
    """Whether sources must keep within the row bounds of the table; miniatures do not."""
    skip_missing: bool = False
    """Whether a source that is not in ``raw/`` is left out instead of ending the build."""

    def only_permissive(self) -> "Profile":
        """The same profile with only those sources that everybody may pass on."""
        kept = tuple(source for source in self.sources if is_permissive(source.licence))
        whole = self.whole & {source.id for source in kept}
        return replace(self, name=f"{self.name}-permissive", sources=kept, whole=whole, least={})


def load_profile(name: str) -> Profile:
    """Load a profile by name, or from a path to a TOML file with one profile."""
    if name.endswith(".toml"):
        return _from_file(Path(name))
    own = _own()
    if name not in own:
        raise SourceError(f"no profile {name!r}: there are {', '.join(own)}, or give a .toml file")
    return _profile(name, own[name], load_sources())


def _own() -> Mapping[str, Any]:
    text = resources.files("tacknamn_builders").joinpath("profiles.toml").read_text("utf-8")
    return tomllib.loads(text)


def _from_file(path: Path) -> Profile:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as exc:
        raise SourceError(f"{path}: no readable profile ({exc})") from exc
    sources = dict(load_sources())
    if "source_table" in table:
        sources |= _source_table(path, str(table.pop("source_table")))
    return _profile(path.stem, table, sources)


def _source_table(profile: Path, name: str) -> Mapping[str, Source]:
    path = profile.parent / name
    try:
        return parse_sources(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as exc:
        raise SourceError(f"{profile}: its source_table {path} cannot be read ({exc})") from exc
    except SourceError as exc:
        raise SourceError(f"{path}, a source table: {exc}") from exc


def _mistakes(table: Mapping[str, Any], sources: Mapping[str, Source]) -> Iterator[str]:
    lacking = [key for key in ("title", "country", "sources") if key not in table]
    if lacking:
        yield f"{', '.join(lacking)} is missing"
        return
    unknown = sorted(table.keys() - _KEYS)
    if unknown:
        yield f"{', '.join(unknown)} means nothing; there are {', '.join(sorted(_KEYS))}"
    named = table["sources"]
    missing = [id for id in named if id not in sources]
    if missing:
        yield f"no source {', '.join(missing)} in sources.toml"
    if len(set(named)) < len(named):
        yield "a source stands there twice"
    if len(named) > MOST_SOURCES:
        yield f"more than {MOST_SOURCES} sources"
    stray = [id for id in table.get("whole", ()) if id not in named]
    if stray:
        yield f"{', '.join(stray)} is called whole and is not among the sources"


_KEYS = {"title", "country", "sources", "whole", "least", "bounded", "skip_missing"}


def _profile(name: str, table: Mapping[str, Any], sources: Mapping[str, Source]) -> Profile:
    for mistake in _mistakes(table, sources):
        raise SourceError(f"profile {name}: {mistake}")
    return Profile(
        name=name,
        title=table["title"],
        country=table["country"],
        sources=tuple(sources[id] for id in table["sources"]),
        whole=frozenset(table.get("whole", ())),
        least=table.get("least", {}),
        bounded=table.get("bounded", True),
        skip_missing=table.get("skip_missing", False),
    )
