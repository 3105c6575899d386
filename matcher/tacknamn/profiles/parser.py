"""Check the values of a profile file and make a profile of them.

Built-in profiles are trusted to use labels that exist: tests check them, and looking up each label
would take longer than reading the file.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacknamn.detection.harmless.always import HarmlessSettings
from tacknamn.detection.thresholds import check_threshold
from tacknamn.errors import InputError
from tacknamn.labels import LABELS
from tacknamn.profiles.policy_syntax import is_known_label, read_policy, resolve_name
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.records import Join, Policy
from tacknamn.text.languages import AUTO, LANGUAGES

__all__ = ["parse_profile"]

FORMAT = 1
"""The version of the format that :mod:`tacknamn.profiles.reader` describes."""
FINDERS = ("lists", "marks", "masks", "notes", "patterns", "tab")
STYLES = ("fake", "letters", "svala", "swell")
EXTENTS = ("corpus", "document")
MOST_DRAWN = 1_000_000
"""More names than any list has."""
_LONGEST_SHOWN = 80
"""Characters of an unknown name that a message shows."""
_KINDS = {str: "a string", int: "a whole number", bool: "true or false", list: "a list",
          dict: "a table", float: "a number"}  # fmt: skip
_KEYS = ("format", "description", "others", "finders", "language", "labels", "own", "rules", "joins",
         "sampling", "revealing", "thresholds", "masks")  # fmt: skip


@dataclass(frozen=True, slots=True)
class ProfileTable:
    """One table of a profile file."""

    path: Path
    prefix: str
    """The table's name and a full stop; empty for the file itself."""
    content: Mapping[str, Any]

    def check_keys(self, known: Iterable[str]) -> None:
        """Refuse unknown keys."""
        known = list(known)
        for key in self.content:
            if key not in known:
                from tacknamn.support.suggest import suggest_names

                shown = key[:_LONGEST_SHOWN]
                message = f"there is no such key; {suggest_names(shown, known)}"
                raise self.make_error(shown, message)

    def get(self, key: str, kind: type, default: Any = None) -> Any:
        """Return the value of a key and check its type; without a default the key is required."""
        if key not in self.content:
            if default is None:
                raise self.make_error(key, "is missing")
            return default
        value = self.content[key]
        if type(value) is not kind:
            wrong = _KINDS.get(type(value), "a date or time")
            raise self.make_error(key, f"must be {_KINDS[kind]}, not {wrong}")
        return value

    def get_choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """Return a string that must be one of a few."""
        value: str = self.get(key, str, default)
        choices = [choice for choice in choices if choice]
        if value != default and value not in choices:
            raise self.make_error(key, f"choose one of {', '.join(choices)}")
        return value

    def get_strings(self, key: str, default: list[str] | None = None) -> list[str]:
        """Return a list of strings."""
        values: list[str] = self.get(key, list, default)
        if not all(type(value) is str for value in values):
            raise self.make_error(key, "must be a list of strings")
        return values

    def get_table(self, key: str) -> "ProfileTable":
        """Return a table of this one; an empty table if it is missing."""
        return ProfileTable(self.path, f"{self.prefix}{key}.", self.get(key, dict, {}))

    def make_error(self, key: str, message: str) -> InputError:
        """Make an error that names the file and the key."""
        return InputError(f"{self.path}: {self.prefix}{key}: {message}")


def parse_profile(path: Path, content: dict[str, Any], trusted: bool) -> Profile:
    """Make the profile of a file with this content.

    Args:
        trusted: Whether the file is a built-in profile, whose labels are not looked up.
    """
    table = ProfileTable(path, "", content)
    if table.get("format", int) != FORMAT:
        raise table.make_error("format", f"this version of tacknamn reads format {FORMAT}")
    table.check_keys(_KEYS)
    sampling = table.get_table("sampling")
    own = _read_own_policies(table.get_table("own"))
    profile = Profile(
        name=path.stem,
        description=table.get("description", str),
        policies={**_read_policies(table.get_table("labels"), trusted, rules=False), **own},
        others=_read_others(table),
        finders=_read_finders(table),
        rules=_read_policies(table.get_table("rules"), trusted, rules=True),
        joins=tuple(_read_joins(table)),
        harmless=_read_harmless(table.get_table("revealing")),
        sampler_settings=_read_sampling(sampling),
        extent=sampling.get_choice("extent", EXTENTS, "document"),
        thresholds=_read_thresholds(table.get_table("thresholds")),
        own_labels=frozenset(own),
        language=table.get_choice("language", (*LANGUAGES, AUTO), ""),
    )
    return _add_masks(profile, table.get_table("masks"))


def _read_policies(table: ProfileTable, trusted: bool, rules: bool) -> dict[str, Policy]:
    """Read the policies of ``[labels]`` or ``[rules]``; old names of labels become today's."""
    policies = {}
    for name in table.content:
        written = table.get(name, str)
        try:
            key = name if trusted else _resolve_key(name, rules)
            policies[key] = read_policy(key, written)
        except InputError as exc:
            raise table.make_error(name[:_LONGEST_SHOWN], str(exc)) from exc
    return policies


def _read_own_policies(table: ProfileTable) -> dict[str, Policy]:
    """Read the policies of ``[own]``: for labels that only lists of the user have."""
    if not table.content:
        return {}
    from tacknamn.lexicon.own.labels import check_label  # here, because few profiles need it

    policies = {}
    for label in table.content:
        written = table.get(label, str)
        try:
            if check_label(label) in LABELS or is_known_label(label):
                raise InputError("this is a label of ours; it belongs into [labels]")
            policies[label] = read_policy(label, written)
        except InputError as exc:
            raise table.make_error(label[:_LONGEST_SHOWN], str(exc)) from exc
    return policies


def _resolve_key(name: str, rules: bool) -> str:
    label, rule = resolve_name(name)
    if rules and not rule:
        raise InputError("this is a label; it belongs into [labels]")
    if rule and not rules:
        raise InputError("this is a rule of the patterns; it belongs into [rules]")
    return rule or label


def _read_others(table: ProfileTable) -> Policy:
    written = table.get("others", str)
    try:
        return read_policy("", written)
    except InputError as exc:
        raise table.make_error("others", str(exc)) from exc


def _read_finders(table: ProfileTable) -> frozenset[str]:
    finders = frozenset(table.get_strings("finders"))
    for finder in sorted(finders - set(FINDERS)):
        message = f"{finder[:_LONGEST_SHOWN]!r}: choose from {', '.join(FINDERS)}"
        raise table.make_error("finders", message)
    return finders


def _read_thresholds(table: ProfileTable) -> dict[str, float]:
    thresholds = {}
    for label in table.content:
        kind = int if type(table.content[label]) is int else float
        value = table.get(label, kind)
        try:
            thresholds[label] = check_threshold(label, value)
        except InputError as exc:
            raise table.make_error(label[:_LONGEST_SHOWN], str(exc)) from exc
    return thresholds


def _read_joins(table: ProfileTable) -> Iterator[Join]:
    for number, content in enumerate(table.get("joins", list, []), 1):
        if type(content) is not dict:
            raise table.make_error("joins", "must be tables: [[joins]]")
        join = ProfileTable(table.path, f"joins {number}.", content)
        join.check_keys(("labels", "between"))
        labels, between = join.get_strings("labels"), join.get_strings("between", [" "])
        yield Join(frozenset(labels), frozenset(between))


def _read_harmless(table: ProfileTable) -> HarmlessSettings:
    table.check_keys(("countries", "names", "context"))
    names = (name.lower() for name in table.get_strings("names", []))
    countries = frozenset(table.get_strings("countries", []))
    return HarmlessSettings(countries, frozenset(names), table.get("context", bool, False))


_COUNTS = ("top", "cities")
"""Settings of the sampler that are numbers."""


def _read_sampling(table: ProfileTable) -> dict[str, int | str | bool]:
    """Read the settings of the sampler that the file has."""
    table.check_keys((*_COUNTS, "weighted", "style", "extent"))
    settings: dict[str, int | str | bool] = {"style": table.get_choice("style", STYLES, "swell")}
    for key in _COUNTS:
        if key in table.content:
            settings[key] = _read_count(table, key)
    if table.get("weighted", bool, False):
        settings["weighted"] = True
    return settings


def _read_count(table: ProfileTable, key: str) -> int:
    number: int = table.get(key, int)
    if not 1 <= number <= MOST_DRAWN:
        raise table.make_error(key, f"must be from 1 to {MOST_DRAWN}")
    return number


def _add_masks(profile: Profile, table: ProfileTable) -> Profile:
    table.check_keys(("switched", "custom"))
    if not table.content:
        return profile
    pairs = table.get("custom", list, [])
    for pair in pairs:
        if type(pair) is not list or [type(part) for part in pair] != [str, str]:
            raise table.make_error("custom", 'must be pairs: [["regular expression", "text"]]')
    switched = table.get("switched", list, [])
    try:
        return profile.change_masks(switched, [(pair[0], pair[1]) for pair in pairs])
    except InputError as exc:
        raise table.make_error("masks", str(exc)) from exc
