"""Read a profile: a built-in one by its name, or a user's file.

A profile is a TOML file, ``format = 1``, with these keys; those with * are required::

    format = 1              * the version of this description
    extends = "swell"         another profile, or its file: what this one leaves out, it takes from there
    description = "..."     * the purpose of the profile, in one line
    others = "mark"         * the policy of every label that [labels] does not name
    finders = ["lists"]     * what searches: lists, patterns, marks, notes, masks, tab
    language = "sv"           the language of the texts (sv or en), if the profile is for one

    [labels]                  a policy for each label (see tacknamn.profiles.policy_syntax)
    surname = "draw"
    [own]                     a policy for labels of the user's lists
    ward = "[Ward {n}]"
    [rules]                   policies for rules of the patterns; they precede that of the label
    weekday = "keep"
    [[joins]]                 neighbours that become one span, with the label of the first
    labels = ["place", "street_nr"]
    between = [" "]           the text that may stand between them
    [sampling]                top, cities, weighted, style (of Sampler), extent (of a
                              pseudonym)
    [revealing]               countries, names, context: what identifies no person
    [thresholds]              the least probability of a label that the lists rank
    surname = 0.9
    [masks]                   switched = [1, 2], custom = [["regular expression", "text"]]

With ``extends``, only ``format`` is required. Tables are merged key by key, and all other values are
replaced. A file is untrusted input: unknown keys, values of another type and large files are refused.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError, describe_os_error
from tacknamn.profiles.profile import Profile
from tacknamn.support.special_files import refuse_special_file

__all__ = ["list_profiles", "read_profile"]

_FOLDER = Path(__file__).parent
_ENDING = ".toml"
LARGEST_FILE = 300_000
"""Bytes of a profile. Built-in ones have five thousand; a hundred pairs of masks take two hundred
thousand."""
MOST_PARENTS = 10
"""Profiles above one another."""
MOST_DOTS = 500
"""Full stops of a line. Python's TOML reader takes 16 GB for a key of 200,000 parts (a.a.a ...)."""


def list_profiles() -> list[str]:
    """List the names of the built-in profiles."""
    return sorted(path.stem for path in _FOLDER.glob("*" + _ENDING))


def read_profile(source: "str | os.PathLike[str] | Profile") -> Profile:
    """Read the profile of this name, or of this file; a Profile is returned as it is.

    A string is a file if it ends in ``.toml`` or has a slash.

    >>> read_profile("swell").get_policy("surname").method
    'draw'
    """
    if isinstance(source, Profile):
        return source
    if isinstance(source, str) and not _is_path(source):
        return _read_builtin(source)
    path = Path(source)
    return _parse(path, _read_whole(path), trusted=False)


def _is_path(source: str) -> bool:
    return "\0" not in source and (source.endswith(_ENDING) or "/" in source or os.sep in source)


@cache
def _read_builtin(name: str) -> Profile:
    if name not in list_profiles():
        from tacknamn.support.suggest import suggest_names  # here, because most names are right

        raise InputError(
            f"there is no profile {name[:80]!r}; {suggest_names(name[:80], list_profiles())}, "
            f"and files of your own, whose names end in {_ENDING}"
        )
    path = _FOLDER / (name + _ENDING)
    return _parse(path, _read_whole(path), trusted=True)


def _read_whole(path: Path, children: tuple[Path, ...] = ()) -> dict[str, Any]:
    """Read a profile with what it takes from the profile that it extends."""
    if _is_among(path, children):
        names = " extends ".join(child.name for child in (*children, path))
        raise InputError(
            f"{children[0]}: extends: a circle of profiles ({names}); remove one of them"
        )
    if len(children) > MOST_PARENTS:
        raise InputError(f"{children[0]}: extends: more than {MOST_PARENTS} profiles above it")
    content = _read_toml(path)
    if "extends" not in content:
        return content
    parent = content.pop("extends")
    if not isinstance(parent, str):
        raise InputError(f"{path}: extends: must be the name of a profile or of a file")
    if _is_path(parent):
        above = path.parent / parent
        if not above.is_file():
            raise InputError(f"{path}: extends: there is no file {parent[:80]!r}; check the name")
    else:
        above = _FOLDER / (parent + _ENDING)
        if parent not in list_profiles():
            from tacknamn.support.suggest import suggest_names  # here, because most names are right

            known = suggest_names(parent[:80], list_profiles())
            raise InputError(f"{path}: extends: there is no profile {parent[:80]!r}; {known}")
    inherited = _read_whole(above, (*children, path))
    return _merge_tables({**inherited, "format": content.get("format")}, content)


def _is_among(path: Path, others: tuple[Path, ...]) -> bool:
    return path.resolve() in [other.resolve() for other in others]


def _merge_tables(inherited: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
    merged = dict(inherited)
    for key, value in content.items():
        before = merged.get(key)
        both = isinstance(before, dict) and isinstance(value, dict)
        merged[key] = before | value if both else value
    if merged.get("format") is None:
        del merged["format"]
    return merged


def _read_toml(path: Path) -> dict[str, Any]:
    import tomllib  # here, so that commands without a profile start faster

    refuse_special_file(path)
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise InputError(f"{path}: larger than a profile may be ({LARGEST_FILE} bytes)")
        if max(line.count(b".") for line in content.split(b"\n")) > MOST_DOTS:
            raise InputError(f"{path}: a line with more than {MOST_DOTS} full stops; divide it")
        return tomllib.loads(content.decode("utf-8"))
    except (OSError, ValueError) as exc:  # ValueError: broken TOML, or bytes that are not UTF-8
        reason = describe_os_error(exc) if isinstance(exc, OSError) else str(exc)[:200]
        raise InputError(f"{path}: not a readable profile ({reason})") from exc
    except RecursionError as exc:
        raise InputError(f"{path}: not a readable profile (nested too deeply)") from exc


def _parse(path: Path, content: dict[str, Any], trusted: bool) -> Profile:
    from tacknamn.profiles.parser import parse_profile  # here for the same reason

    return parse_profile(path, content, trusted)
