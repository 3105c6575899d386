"""The options of the commands that say where to read and write, and words that become records."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import InputError

__all__ = ["Options", "changes", "numbers", "pairs"]


@dataclass(frozen=True, slots=True)
class Options:
    """What decides where results go, and how it is told."""

    files: tuple[str, ...] = ()
    format: str | None = None
    """What is written; None: what was read."""
    source: str | None = None
    """What is read; None: by the files' endings."""
    columns: tuple[str, ...] = ()
    """Of tables: what is read of them; none where they have but one."""
    header: bool = True
    """Whether the first row of a table has the names of its columns."""
    output: Path | None = None
    """The folder of results."""
    jobs: int | None = None
    """Processes; None: as many as there is work for."""
    key_file: Path | None = None
    vault: Path | None = None
    force: bool = False
    fail_fast: bool = False
    quiet: bool = False
    json: bool = False
    summary: bool = True
    """Whether what was done is told besides faults and warnings, and how far it has come."""


def changes(written: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Policies as ``--set`` has them.

    >>> changes(["country=keep"])
    (('country', 'keep'),)
    """
    return tuple(
        _split(one, "--set", "LABEL=POLICY, e.g. country=keep", last=False) for one in written
    )


def pairs(written: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Patterns and what stands instead; the pattern may have an equals sign, the text none.

    >>> pairs(["a=b=[X]"])
    (('a=b', '[X]'),)
    """
    return tuple(_split(one, "--pattern", "REGEX=TEXT", last=True) for one in written)


def numbers(written: str | None) -> tuple[int, ...] | None:
    """Numbers as ``--details`` has them; none at all switch everything off.

    >>> numbers("1,2,5"), numbers(""), numbers(None)
    ((1, 2, 5), (), None)
    """
    if written is None:
        return None
    try:
        return tuple(int(one) for one in written.split(",") if one.strip())
    except ValueError:
        raise InputError("--details: give numbers from 1 to 9, with commas: 1,2,5") from None


def _split(written: str, option: str, shape: str, last: bool) -> tuple[str, str]:
    name, sign, value = written.rpartition("=") if last else written.partition("=")
    if not sign or not name:
        raise InputError(f"{option}: write {shape}")
    return name, value
