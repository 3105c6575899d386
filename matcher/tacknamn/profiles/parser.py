"""Make a profile out of the values of its file, and refuse what no profile may have.

Täcknamn's own files are trusted to name labels that there are, because tests hold them to it
and looking up each would cost more than reading the file.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacknamn.detection.harmless.always import HarmlessSettings
from tacknamn.errors import InputError
from tacknamn.profiles.methods import read_policy
from tacknamn.profiles.policy_names import resolve_name
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.records import Join, Policy

__all__ = ["parse_profile"]

FORMAT = 1
"""The version of profiles that :mod:`tacknamn.profiles.reader` describes."""
FINDERS = ("lists", "marks", "masks", "patterns", "tab")
LANGUAGES = ("", "en", "sv")
STYLES = ("fake", "letters", "svala", "swell")
EXTENTS = ("corpus", "document")
MOST_DRAWN = 1_000_000
"""Names to draw from: more than any list has."""


@dataclass(frozen=True, slots=True)
class ProfileTable:
    """One table of a file."""

    path: Path
    place: str
    """The table's name and a full stop; empty for the keys of the file itself."""
    content: Mapping[str, Any]

    def check_keys(self, known: Iterable[str]) -> None:
        """Refuse a key that no profile has."""
        known = list(known)
        for key in self.content:
            if key not in known:
                from tacknamn.support.suggest import suggest_names

                raise self.fault(
                    key[:80], f"there is no such key; {suggest_names(key[:80], known)}"
                )

    def get(self, key: str, kind: type, default: Any = None) -> Any:
        """The value of a key; without a default it must be there."""
        if key not in self.content:
            if default is None:
                raise self.fault(key, "is missing")
            return default
        value = self.content[key]
        if type(value) is not kind:
            raise self.fault(key, f"must be {_KINDS[kind]}, not {_KINDS.get(type(value), 'that')}")
        return value

    def one_of(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """A string out of a few."""
        value: str = self.get(key, str, default)
        choices = [choice for choice in choices if choice]
        if value != default and value not in choices:
            raise self.fault(key, f"choose one of {', '.join(choices)}")
        return value

    def strings(self, key: str, default: list[str] | None = None) -> list[str]:
        """A list of strings."""
        values: list[str] = self.get(key, list, default)
        if not all(type(value) is str for value in values):
            raise self.fault(key, "must be a list of strings")
        return values

    def below(self, key: str) -> "ProfileTable":
        """A table in this one; an empty one where it is missing."""
        return ProfileTable(self.path, f"{self.place}{key}.", self.get(key, dict, {}))

    def fault(self, key: str, what: str) -> InputError:
        """An error that says where."""
        return InputError(f"{self.path}: {self.place}{key}: {what}")


_KINDS = {str: "a string", int: "a whole number", bool: "true or false", list: "a list",
          dict: "a table", float: "a number"}  # fmt: skip
_KEYS = ("format", "description", "others", "finders", "language", "labels", "rules", "joins",
         "sampling", "revealing", "masks")  # fmt: skip


def parse_profile(path: Path, content: dict[str, Any], trusted: bool) -> Profile:
    """The profile of a file with this content."""
    table = ProfileTable(path, "", content)
    if table.get("format", int) != FORMAT:
        raise table.fault("format", f"this version of tacknamn reads {FORMAT}")
    table.check_keys(_KEYS)
    sampling = table.below("sampling")
    profile = Profile(
        name=path.stem,
        description=table.get("description", str),
        policies=_read_policies(table.below("labels"), trusted, rules=False),
        others=_read_others(table),
        finders=_read_finders(table),
        rules=_read_policies(table.below("rules"), trusted, rules=True),
        joins=tuple(_read_joins(table)),
        revealing=_read_harmless(table.below("revealing")),
        drawing=_read_drawing(sampling),
        extent=sampling.one_of("extent", EXTENTS, "document"),
        language=table.one_of("language", LANGUAGES, ""),
    )
    return _add_masks(profile, table.below("masks"))


def _read_policies(table: ProfileTable, trusted: bool, rules: bool) -> dict[str, Policy]:
    """The policies of ``[labels]`` or ``[rules]``, by today's names."""
    policies = {}
    for name in table.content:
        written = table.get(name, str)
        try:
            key = name if trusted else _resolve_key(name, rules)
            policies[key] = read_policy(key, written)
        except InputError as exc:
            raise table.fault(name[:80], str(exc)) from exc
    return policies


def _resolve_key(name: str, rules: bool) -> str:
    label, rule = resolve_name(name)
    if rules and not rule:
        raise InputError("this is a label; it belongs into [labels]")
    if rule and not rules:
        raise InputError("this is a rule of the patterns; it belongs into [rules]")
    return rule or label


def _read_others(table: ProfileTable) -> Policy:
    try:
        return read_policy("", table.get("others", str))
    except InputError as exc:
        raise table.fault("others", str(exc)) from exc


def _read_finders(table: ProfileTable) -> frozenset[str]:
    finders = frozenset(table.strings("finders"))
    for finder in sorted(finders - set(FINDERS)):
        raise table.fault("finders", f"{finder[:80]!r}: choose of {', '.join(FINDERS)}")
    return finders


def _read_joins(table: ProfileTable) -> Iterator[Join]:
    for number, content in enumerate(table.get("joins", list, []), 1):
        if type(content) is not dict:
            raise table.fault("joins", "must be tables: [[joins]]")
        join = ProfileTable(table.path, f"joins {number}.", content)
        join.check_keys(("labels", "between"))
        yield Join(frozenset(join.strings("labels")), frozenset(join.strings("between", [" "])))


def _read_harmless(table: ProfileTable) -> HarmlessSettings:
    table.check_keys(("countries", "names", "context"))
    names = (name.lower() for name in table.strings("names", []))
    countries = frozenset(table.strings("countries", []))
    return HarmlessSettings(countries, frozenset(names), table.get("context", bool, False))


def _read_drawing(table: ProfileTable) -> dict[str, int | str | bool]:
    """The settings of the sampler that the file gives."""
    table.check_keys(("top", "cities", "weighted", "style", "extent"))
    drawing: dict[str, int | str | bool] = {"style": table.one_of("style", STYLES, "swell")}
    for key in ("top", "cities"):
        if key in table.content:
            drawing[key] = _read_count(table, key)
    if table.get("weighted", bool, False):
        drawing["weighted"] = True
    return drawing


def _read_count(table: ProfileTable, key: str) -> int:
    number: int = table.get(key, int)
    if not 1 <= number <= MOST_DRAWN:
        raise table.fault(key, f"must be from 1 to {MOST_DRAWN}")
    return number


def _add_masks(profile: Profile, table: ProfileTable) -> Profile:
    table.check_keys(("switched", "custom"))
    if not table.content:
        return profile
    pairs = table.get("custom", list, [])
    for pair in pairs:
        if type(pair) is not list or [type(part) for part in pair] != [str, str]:
            raise table.fault("custom", 'must be pairs: [["regular expression", "text"]]')
    try:
        return profile.with_masks(table.get("switched", list, []), [tuple(pair) for pair in pairs])
    except InputError as exc:
        raise table.fault("masks", str(exc)) from exc
