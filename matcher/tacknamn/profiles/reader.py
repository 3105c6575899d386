"""Read a profile: one of Täcknamn's own by its name, or a user's file.

A profile is a TOML file, ``format = 1``, with these keys; those with * must be there::

    format = 1              * of this description
    description = "..."     * what it is for, in a line
    others = "mark"         * policy of every label that [labels] does not name
    finders = ["lists"]     * what looks: lists, patterns, marks, masks, tab
    language = "sv"           of the texts, where it is meant for one: sv or en

    [labels]                  a policy for each label, as tacknamn.profiles.methods writes them
    surname = "draw"
    [rules]                   the same for some rules of the patterns, which go before the label's
    weekday = "keep"
    [[joins]]                 neighbours that become one span, with the label of the first
    labels = ["place", "street_nr"]
    between = [" "]           what may stand between them
    [sampling]                top, cities, weighted, style (of Sampler), extent (of a scope)
    [revealing]               countries, names, context: what points at nobody
    [masks]                   switched = [1, 2], custom = [["regular expression", "text"]]

A file is untrusted input: what is not in this list, of another type or too large is refused.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError
from tacknamn.profiles.profile import Profile

__all__ = ["list_profiles", "read_profile"]

_OURS = Path(__file__).parent.parent / "profiles"
_ENDING = ".toml"
LARGEST = 300_000
"""Bytes of a profile; ours have five thousand, a hundred pairs of masks two hundred thousand."""
MOST_DOTS = 500
"""Full stops of a line: for a key of 200,000 parts (a.a.a ...) Python's reader takes 16 GB."""


def list_profiles() -> list[str]:
    """The names of Täcknamn's own profiles."""
    return sorted(path.stem for path in _OURS.glob("*" + _ENDING))


def read_profile(source: "str | os.PathLike[str] | Profile") -> Profile:
    """The profile of that name, or in that file; a profile is its own.

    >>> read_profile("swell").policy("surname").how
    'draw'
    """
    if isinstance(source, Profile):
        return source
    if isinstance(source, str) and not _is_path(source):
        return _read_own(source)
    path = Path(source)
    return _parse(path, _read_toml(path), trusted=False)


def _is_path(source: str) -> bool:
    return "\0" not in source and (source.endswith(_ENDING) or "/" in source or os.sep in source)


@cache
def _read_own(name: str) -> Profile:
    if name not in list_profiles():
        from tacknamn.support.suggest import suggest_names  # here, for most names are known

        raise InputError(
            f"there is no profile {name[:80]!r}; {suggest_names(name[:80], list_profiles())}, "
            f"and files of your own, whose names end in {_ENDING}"
        )
    path = _OURS / (name + _ENDING)
    return _parse(path, _read_toml(path), trusted=True)


def _read_toml(path: Path) -> dict[str, Any]:
    import tomllib  # here, for commands that use no profile should not wait for it

    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise InputError(f"{path}: larger than a profile may be ({LARGEST} bytes)")
        if max(line.count(b".") for line in content.split(b"\n")) > MOST_DOTS:
            raise InputError(f"{path}: a line with more than {MOST_DOTS} full stops; divide it")
        return tomllib.loads(content.decode("utf-8"))
    except (OSError, ValueError) as exc:  # broken TOML and bytes that are no UTF-8 are the latter
        reason = exc.strerror if isinstance(exc, OSError) else str(exc)[:200]
        raise InputError(f"{path}: no readable profile ({reason})") from exc
    except RecursionError as exc:
        raise InputError(f"{path}: no readable profile (nested too deeply)") from exc


def _parse(path: Path, content: dict[str, Any], trusted: bool) -> Profile:
    from tacknamn.profiles.parser import parse_profile

    return parse_profile(path, content, trusted)
