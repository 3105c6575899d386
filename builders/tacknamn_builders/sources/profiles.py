"""Profiles: which sources make a bundle, and for which country and languages.

``profiles.toml`` holds those of this package; a path to a file of the same form works
wherever a profile's name does, so that another country is a file and not code. With
``-permissive`` behind its name a profile has only those sources that everybody may pass on.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError, SourceError
from tacknamn_builders.sources.licences import is_permissive
from tacknamn_builders.sources.reviewed_tables import (
    NO_REVIEWED_TABLES,
    ReviewedTables,
    read_reviewed_tables,
)
from tacknamn_builders.sources.source_table import DataSource, load_sources, parse_sources

__all__ = ["MOST_SOURCES", "BuildProfile", "load_profile"]

PERMISSIVE = "-permissive"
MOST_SOURCES = 64
"""A bundle keeps the sources of an entry as the bits of one number."""


@dataclass(frozen=True, slots=True)
class BuildProfile:
    """One profile."""

    name: str
    title: str
    country: str
    """The home country: its counts are taken as they are, others at a discount."""
    sources: tuple[DataSource, ...]
    """The most authoritative first."""
    whole: frozenset[str] = frozenset()
    """Sources whose counts of personal names cover the home country's population."""
    least: Mapping[str, float] = field(default_factory=dict)
    """What ``check`` must find: shares of bearers, numbers of places, countries, languages."""
    least_permissive: Mapping[str, float] = field(default_factory=dict)
    """The same of the profile's permissive sources."""
    bounded: bool = True
    """Whether sources must keep within the row bounds of the table; miniatures do not."""
    skip_missing: bool = False
    """Whether a source that is not in ``raw/`` is left out instead of ending the build."""
    learnt: ReviewedTables = NO_REVIEWED_TABLES
    """Reviewed decisions that annotators' corrections led to."""

    def only_permissive(self) -> "BuildProfile":
        """The same profile with only those sources that everybody may pass on."""
        kept = tuple(source for source in self.sources if is_permissive(source.licence))
        whole = self.whole & {source.id for source in kept}
        return replace(
            self,
            name=self.name + PERMISSIVE,
            sources=kept,
            whole=whole,
            least=self.least_permissive,
            learnt=NO_REVIEWED_TABLES,
        )

    def with_learnt(self, tables: Sequence[Path]) -> "BuildProfile":
        """The same profile with the decisions of reviewed tables, or of folders of them."""
        if self.name.endswith(PERMISSIVE):
            raise InputError(
                f"profile {self.name} is to be passed on, and what was learnt from your texts is "
                "not; leave out --learnt (or TACKNAMN_LEARNT), or take another profile"
            )
        if len(self.sources) == MOST_SOURCES:
            raise InputError(
                f"profile {self.name} has {MOST_SOURCES} sources, and what was learnt is one more; "
                "leave one out"
            )
        return replace(self, learnt=read_reviewed_tables(tables))


def load_profile(name: str) -> BuildProfile:
    """Load a profile by name, or from a path to a TOML file with one profile."""
    if name.endswith(".toml"):
        return _load_from_file(Path(name))
    own = _load_own_profiles()
    if name.endswith(PERMISSIVE) and name.removesuffix(PERMISSIVE) in own:
        return load_profile(name.removesuffix(PERMISSIVE)).only_permissive()
    if name not in own:
        raise SourceError(
            f"no profile {name!r}: there are {', '.join(own)}, both with {PERMISSIVE} "
            "too, or give a .toml file"
        )
    return _build_profile(name, own[name], load_sources())


def _load_own_profiles() -> Mapping[str, Any]:
    text = resources.files("tacknamn_builders.sources").joinpath("profiles.toml").read_text("utf-8")
    return tomllib.loads(text)


def _load_from_file(path: Path) -> BuildProfile:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as exc:
        raise SourceError(f"{path}: no readable profile ({exc})") from exc
    sources = dict(load_sources())
    if "source_table" in table:
        own = table.pop("source_table")
        if not isinstance(own, str):
            raise SourceError(f"{path}: source_table must be the path of a file, in quotes")
        sources |= _load_source_table(path, own)
    learnt = table.pop("learnt", [])
    if not _is_list_of_texts(learnt):
        raise SourceError(f"{path}: learnt must be a list of files or folders, in quotes")
    profile = _build_profile(path.stem, table, sources)
    return profile.with_learnt([path.parent / name for name in learnt]) if learnt else profile


def _load_source_table(profile: Path, name: str) -> Mapping[str, DataSource]:
    path = profile.parent / name
    try:
        return parse_sources(path.read_text("utf-8"))
    except (OSError, ValueError) as exc:
        raise SourceError(f"{profile}: its source_table {path} cannot be read ({exc})") from exc
    except SourceError as exc:
        raise SourceError(f"{path}, a source table: {exc}") from exc


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_boolean(value: object) -> bool:
    return isinstance(value, bool)


def _is_table_of_numbers(value: object) -> bool:
    return isinstance(value, dict) and all(type(n) in (int, float) for n in value.values())


_NEEDED = ("title", "country", "sources")
_KEYS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "title": (_is_text, "text in quotes"),
    "country": (_is_text, "text in quotes"),
    "sources": (_is_list_of_texts, "a list of the ids of sources"),
    "whole": (_is_list_of_texts, "a list of the ids of sources"),
    "least": (_is_table_of_numbers, "a table of numbers"),
    "least_permissive": (_is_table_of_numbers, "a table of numbers"),
    "bounded": (_is_boolean, "true or false"),
    "skip_missing": (_is_boolean, "true or false"),
}
"""What a profile may say, and what that must be."""


def _find_mistakes(table: Mapping[str, Any], sources: Mapping[str, DataSource]) -> Iterator[str]:
    lacking = [key for key in _NEEDED if key not in table]
    if lacking:
        yield f"{', '.join(lacking)} is missing"
    unknown = sorted(table.keys() - _KEYS.keys())
    if unknown:
        yield f"{', '.join(unknown)} means nothing; there are {', '.join(sorted(_KEYS))}"
    for key, (holds, said) in _KEYS.items():
        if key in table and not holds(table[key]):
            yield f"{key} must be {said}"
    if not re.fullmatch("[A-Z]{2}", table["country"]):
        yield "country must be a code of two capitals, like SE"
    yield from _find_source_mistakes(table["sources"], table.get("whole", ()), sources)


def _find_source_mistakes(
    named: Sequence[str], whole: Sequence[str], sources: Mapping[str, DataSource]
) -> Iterator[str]:
    if not named:
        yield "there are no sources, of which nothing can be made"
    missing = [id for id in named if id not in sources]
    if missing:
        yield f"no source {', '.join(missing)} in sources.toml"
    if len(set(named)) < len(named):
        yield "a source stands there twice"
    if len(named) > MOST_SOURCES:
        yield f"more than {MOST_SOURCES} sources"
    stray = [id for id in whole if id not in named]
    if stray:
        yield f"{', '.join(stray)} is called whole and is not among the sources"


def _build_profile(
    name: str, table: Mapping[str, Any], sources: Mapping[str, DataSource]
) -> BuildProfile:
    for mistake in _find_mistakes(table, sources):  # the first: the others may follow from it
        raise SourceError(f"profile {name}: {mistake}")
    return BuildProfile(
        name=name,
        title=table["title"],
        country=table["country"],
        sources=tuple(sources[id] for id in table["sources"]),
        whole=frozenset(table.get("whole", ())),
        least=table.get("least", {}),
        least_permissive=table.get("least_permissive", {}),
        bounded=table.get("bounded", True),
        skip_missing=table.get("skip_missing", False),
    )
