"""Build profiles: which sources a bundle is made of, and for which country.

``profiles.toml`` contains the profiles of this package. ``licence = "CC-BY-SA-4.0"`` is a promise: a
source that may not be passed on under it is an error. A path to a file with one profile works
wherever a profile's name does, so another country needs a file and no code. A file ``sources.toml`` next
to it, or the file that ``source_table`` names, has its own sources; ``starters`` has examples. A name followed by
``-permissive`` means the same profile with only the sources that anyone may pass on, one followed by
``-share-alike`` that with only the sources that may be passed on together under that licence.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError, SourceError, describe_os_error
from tacknamn_builders.sources.licences import (
    RELEASE_LICENCE,
    find_licence,
    fits_release,
    is_permissive,
)
from tacknamn_builders.sources.reviewed_tables import (
    NO_REVIEWED_TABLES,
    ReviewedTables,
    read_reviewed_tables,
)
from tacknamn_builders.sources.source_table import DataSource, load_sources, parse_sources

__all__ = ["MOST_SOURCES", "BuildProfile", "is_known_profile", "load_profile"]

PERMISSIVE, SHARE_ALIKE = "-permissive", "-share-alike"
"""Endings of the names of restricted profiles."""
MOST_SOURCES = 64
"""A bundle stores the sources of an entry as the bits of a 64-bit number."""


@dataclass(frozen=True, slots=True)
class BuildProfile:
    """One build profile."""

    name: str
    title: str
    country: str
    """The home country: its counts are used unchanged, those of other countries are reduced."""
    sources: tuple[DataSource, ...]
    """The most authoritative one first."""
    whole: frozenset[str] = frozenset()
    """Ids of sources whose counts of personal names cover the whole population."""
    least: Mapping[str, float] = field(default_factory=dict)
    """Minima for ``check``: shares of bearers, numbers of places, countries, languages."""
    least_permissive: Mapping[str, float] = field(default_factory=dict)
    """The same for the profile with permissive sources only."""
    references: Mapping[str, str] = field(default_factory=dict)
    """Ids of sources against which ``check`` measures how many people the names cover: of ``women``,
    ``men`` and ``surnames``. They need not be among the sources."""
    licence: str = ""
    """The licence under which its bundles are passed on; empty if it makes no such promise."""
    bounded: bool = True
    """Whether its sources are whole: each has a receipt, and a number of records that is within the
    bounds of the source table. Miniatures have neither."""
    skip_missing: bool = False
    """Whether a source that is not in ``raw/`` is left out; otherwise it ends the build."""
    fallbacks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Ids of sources that are used only if one of the sources listed for them is missing or faulty."""
    stand_ins: Mapping[str, Sequence[DataSource]] = field(default_factory=dict)
    """Ids of sources with those that take their place where their licence is not permitted."""
    reviewed: ReviewedTables = NO_REVIEWED_TABLES
    """Reviewed decisions about annotators' corrections."""
    argument: str = ""
    """What ``--profile`` names it by, if that is not its name: the path of its file."""

    def list_checked(self) -> dict[str, DataSource]:
        """Return the sources that ``check`` looks at, by id: its own, and its references."""
        table = load_sources()
        named = {id: table[id] for id in self.references.values() if id in table}
        return named | {source.id: source for source in self.sources}

    def format_fetch(self, source: str = "") -> str:
        """Format the command that fetches its sources, or one of them."""
        named = self.argument or self.name
        words = ["tacknamn-build fetch", source, "" if named == "default" else f"--profile {named}"]
        return " ".join(filter(None, words))

    def format_build(self) -> str:
        """Format the commands that make its bundle."""
        option = f" --profile {self.argument or self.name}"
        return f"`tacknamn-build fetch{option}` and `tacknamn-build compile{option}`"

    def restrict_to_permissive(self) -> "BuildProfile":
        """Return the profile with only the sources that anyone may pass on."""
        return self._restrict(PERMISSIVE, is_permissive)

    def restrict_to_share_alike(self) -> "BuildProfile":
        """Return the profile with only the sources that may be passed on under one licence."""
        return replace(self._restrict(SHARE_ALIKE, fits_release), licence=RELEASE_LICENCE)

    def _restrict(self, suffix: str, is_usable: Callable[[str], bool]) -> "BuildProfile":
        kept = tuple(self._list_usable(is_usable))
        ids = {source.id for source in kept}
        return replace(
            self,
            name=self.name + suffix,
            sources=kept,
            whole=self.whole & ids,
            least=self.least_permissive,
            fallbacks={id: better for id, better in self.fallbacks.items() if id in ids},
            stand_ins={},
            reviewed=NO_REVIEWED_TABLES,
        )

    def _list_usable(self, is_usable: Callable[[str], bool]) -> Iterator[DataSource]:
        for source in self.sources:
            if is_usable(source.licence):
                yield source
            else:
                stand_ins = self.stand_ins.get(source.id, ())
                yield from (other for other in stand_ins if is_usable(other.licence))

    def add_reviewed_tables(self, tables: Sequence[Path]) -> "BuildProfile":
        """Return the profile with the decisions of reviewed tables, or of folders of them."""
        if self.licence or self.name.endswith(PERMISSIVE):
            raise InputError(
                f"profile {self.name} makes a bundle that may be passed on, but names learned from "
                "your texts must not be; omit --learnt (or TACKNAMN_LEARNT), or use another profile"
            )
        if len(self.sources) == MOST_SOURCES:
            raise InputError(
                f"profile {self.name} has {MOST_SOURCES} sources, and the reviewed tables are one "
                "more; remove a source"
            )
        return replace(self, reviewed=read_reviewed_tables(tables))


def is_known_profile(name: str) -> bool:
    """Whether a name is that of a profile of this package, also with an ending."""
    plain = name.removesuffix(PERMISSIVE).removesuffix(SHARE_ALIKE)
    return plain in _load_own_profiles() or plain in _list_starters()


def load_profile(name: str) -> BuildProfile:
    """Load a profile by its name, or from a TOML file with one profile."""
    if name.endswith(".toml"):
        return _load_from_file(Path(name))
    profiles = _load_own_profiles()
    if name.endswith(PERMISSIVE) and name.removesuffix(PERMISSIVE) in profiles:
        return load_profile(name.removesuffix(PERMISSIVE)).restrict_to_permissive()
    if name.endswith(SHARE_ALIKE) and name.removesuffix(SHARE_ALIKE) in profiles:
        return load_profile(name.removesuffix(SHARE_ALIKE)).restrict_to_share_alike()
    if name not in profiles and name in _list_starters():
        return replace(_load_from_file(_STARTERS / f"{name}.toml"), argument="")
    if name not in profiles:
        file = f"{name}.toml"
        if re.fullmatch(r"[\w-]+", name) and Path(file).is_file():
            raise SourceError(f"no profile {name!r}, but a file: write --profile {file}")
        raise SourceError(
            f"no profile {name!r}; choose one of {', '.join([*profiles, *_list_starters()])}, add "
            f"{PERMISSIVE} or {SHARE_ALIKE} to a name, or give a .toml file"
        )
    return _build_profile(name, profiles[name], load_sources())


TABLE = "sources.toml"
"""The source table of a profile, if this file is next to it."""
_STARTERS = Path(__file__).with_name("starters")
"""Profiles of other countries, to begin with."""


def _list_starters() -> list[str]:
    return [path.stem for path in sorted(_STARTERS.glob("*.toml")) if path.name != TABLE]


def _load_own_profiles() -> Mapping[str, Any]:
    text = resources.files("tacknamn_builders.sources").joinpath("profiles.toml").read_text("utf-8")
    return tomllib.loads(text)


def _load_from_file(path: Path) -> BuildProfile:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as exc:
        raise SourceError(f"{path}: the profile cannot be read ({_describe(exc)})") from exc
    sources = dict(load_sources())
    if "source_table" in table or (path.parent / TABLE).is_file():
        file = table.pop("source_table", TABLE)
        if not isinstance(file, str):
            raise SourceError(f"{path}: source_table must be the path of a file, in quotes")
        sources |= _load_source_table(path, file)
    tables = table.pop("learnt", [])
    if not _is_list_of_texts(tables):
        raise SourceError(f"{path}: learnt must be a list of files or folders, in quotes")
    profile = replace(_build_profile(path.stem, table, sources), argument=str(path))
    if not tables:
        return profile
    return profile.add_reviewed_tables([path.parent / name for name in tables])


def _load_source_table(profile: Path, name: str) -> Mapping[str, DataSource]:
    path = profile.parent / name
    try:
        return parse_sources(path.read_text("utf-8"))
    except (OSError, ValueError) as exc:
        problem = _describe(exc)
        raise SourceError(f"{profile}: its source_table {path} cannot be read ({problem})") from exc
    except SourceError as exc:
        problem = str(exc).removeprefix(TABLE).lstrip(",: ")
        raise SourceError(f"{path}, a source table: {problem}") from exc


def _describe(error: Exception) -> str:
    """Describe an error without the name of the file, which the message has already."""
    return describe_os_error(error) if isinstance(error, OSError) else str(error)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_release_licence(value: object) -> bool:
    return value == RELEASE_LICENCE


def _is_table_of_lists(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_list_of_texts, value.values()))


def _is_boolean(value: object) -> bool:
    return isinstance(value, bool)


def _is_table_of_numbers(value: object) -> bool:
    return isinstance(value, dict) and all(type(n) in (int, float) for n in value.values())


def _is_table_of_references(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() <= {"women", "men", "surnames"}
        and all(map(_is_text, value.values()))
    )


_NEEDED = ("title", "country", "sources")
_KEYS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "title": (_is_text, "text in quotes"),
    "country": (_is_text, "text in quotes"),
    "sources": (_is_list_of_texts, "a list of the ids of sources"),
    "whole": (_is_list_of_texts, "a list of the ids of sources"),
    "least": (_is_table_of_numbers, "a table of numbers"),
    "least_permissive": (_is_table_of_numbers, "a table of numbers"),
    "references": (_is_table_of_references, "a table of women, men and surnames"),
    "licence": (_is_release_licence, f'"{RELEASE_LICENCE}", or left out'),
    "fallbacks": (_is_table_of_lists, "a table of lists of the ids of sources"),
    "stand_ins": (_is_table_of_lists, "a table of lists of the ids of sources"),
    "bounded": (_is_boolean, "true or false"),
    "skip_missing": (_is_boolean, "true or false"),
}
"""The keys of a profile, each with a test of its value and the words that describe it."""


def _find_mistakes(table: Mapping[str, Any], sources: Mapping[str, DataSource]) -> Iterator[str]:
    missing = [key for key in _NEEDED if key not in table]
    if missing:
        yield f"{', '.join(missing)} is missing"
    unknown = sorted(table.keys() - _KEYS.keys())
    if unknown:
        yield f"unknown key {', '.join(unknown)}; the keys are {', '.join(sorted(_KEYS))}"
    for key, (is_valid, description) in _KEYS.items():
        if key in table and not is_valid(table[key]):
            yield f"{key} must be {description}"
    if not re.fullmatch("[A-Z]{2}", table["country"]):
        yield "country must be a code of two capitals, like SE"
    named = table["sources"]
    yield from _find_source_mistakes(named, table.get("whole", ()), sources)
    fallbacks = table.get("fallbacks", {})
    for stray in {*fallbacks, *chain.from_iterable(fallbacks.values())}.difference(named):
        yield f"{stray} is listed in fallbacks but not in sources"
    unknown = sorted(set(table.get("references", {}).values()) - sources.keys())
    if unknown:
        yield f"no source {', '.join(unknown)} in sources.toml, but references name it"
    stand_ins = table.get("stand_ins", {})
    yield from _find_stand_in_mistakes(named, stand_ins, sources)
    if "licence" in table:
        yield from _find_licence_mistakes(named, sources)


def _find_source_mistakes(
    named: Sequence[str], whole: Sequence[str], sources: Mapping[str, DataSource]
) -> Iterator[str]:
    if not named:
        yield "sources is empty"
    missing = [id for id in named if id not in sources]
    if missing:
        yield f"no source {', '.join(missing)} in sources.toml"
    if len(set(named)) < len(named):
        yield "a source is listed twice"
    if len(named) > MOST_SOURCES:
        yield f"more than {MOST_SOURCES} sources"
    stray = [id for id in whole if id not in named]
    if stray:
        yield f"{', '.join(stray)} is listed in whole but not in sources"


def _find_stand_in_mistakes(
    named: Sequence[str],
    stand_ins: Mapping[str, Sequence[str]],
    sources: Mapping[str, DataSource],
) -> Iterator[str]:
    for id in sorted(stand_ins.keys() - set(named)):
        yield f"{id} is listed in stand_ins but not in sources"
    others = list(chain.from_iterable(stand_ins.values()))
    missing = [id for id in others if id not in sources]
    if missing:
        yield f"no source {', '.join(missing)} in sources.toml"
    twice = sorted(id for id in {*others} if id in named or others.count(id) > 1)
    if twice:
        yield f"{', '.join(twice)} is listed twice, as a stand-in"


def _find_licence_mistakes(
    named: Sequence[str], sources: Mapping[str, DataSource]
) -> Iterator[str]:
    for id in named:
        licence = find_licence(sources[id].licence)
        if not fits_release(licence.id):
            yield (
                f"source {id} ({licence.id}) may not be passed on under {RELEASE_LICENCE}: "
                f"{licence.reason} Remove the source, or remove licence from the profile"
            )


def _build_profile(
    name: str, table: Mapping[str, Any], sources: Mapping[str, DataSource]
) -> BuildProfile:
    for mistake in _find_mistakes(table, sources):  # the first one may cause the others
        raise SourceError(f"profile {name}: {mistake}")
    return BuildProfile(
        name=name,
        title=table["title"],
        country=table["country"],
        sources=tuple(sources[id] for id in table["sources"]),
        whole=frozenset(table.get("whole", ())),
        least=table.get("least", {}),
        least_permissive=table.get("least_permissive", {}),
        references=table.get("references", {}),
        licence=table.get("licence", ""),
        fallbacks=table.get("fallbacks", {}),
        stand_ins={
            id: tuple(sources[other] for other in others)
            for id, others in table.get("stand_ins", {}).items()
        },
        bounded=table.get("bounded", True),
        skip_missing=table.get("skip_missing", False),
    )
