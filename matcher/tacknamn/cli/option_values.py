"""Parse the values of options that are more than one word: pairs and lists of numbers."""

from collections.abc import Iterable
from pathlib import Path

from tacknamn.errors import InputError, describe_os_error
from tacknamn.replacement.keys import describe_open_key, read_key
from tacknamn.support.printing import make_printable
from tacknamn.support.special_files import open_stream
from tacknamn.support.standard_streams import write_stderr

__all__ = [
    "choose_person",
    "parse_changes",
    "parse_delimiter",
    "parse_numbers",
    "parse_patterns",
    "parse_thresholds",
    "read_key_option",
]


_LONGEST_NAME = 1000
"""Bytes of a file of a name."""


def read_key_option(file: Path | None) -> bytes:
    """Return the key of ``--key-file`` or of the environment, and warn if others may read its file."""
    key = read_key(file)
    if warning := describe_open_key(file):
        write_stderr(f"warning: {warning}\n")
    return key


def choose_person(name: str | None, file: Path | None) -> str:
    """Return the person of ``--protect`` or ``--protect-file``; empty if neither is given.

    No message quotes the name."""
    if file is None:
        return name or ""
    if name is not None:
        raise InputError("--protect and --protect-file: give only one of them")
    shown = f"--protect-file {make_printable(str(file))}"
    try:
        with open_stream(file) as stream:
            content = stream.read(_LONGEST_NAME + 1)
        name = content.decode("utf-8-sig").strip()
    except OSError as exc:
        raise InputError(f"{shown}: {describe_os_error(exc)}") from exc
    except UnicodeDecodeError:
        raise InputError(f"{shown}: not UTF-8; convert it, e.g. with `iconv`") from None
    if not name or len(content) > _LONGEST_NAME or not name.isprintable():
        raise InputError(f"{shown}: must have one line with one name")
    return name


def parse_changes(values: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Parse the values of ``--set``.

    >>> parse_changes(["country=keep"])
    (('country', 'keep'),)
    """
    return tuple(
        _split_pair(value, "--set", "LABEL=METHOD, e.g. country=keep", last=False)
        for value in values
    )


def parse_delimiter(value: str | None) -> str:
    r"""Parse the value of ``--delimiter``. Without one, it is guessed.

    >>> parse_delimiter("|"), parse_delimiter("tab"), parse_delimiter(None)
    ('|', '\t', '')
    """
    if value is None:
        return ""
    sign = "\t" if value in ("tab", "\\t") else value
    if len(sign) != 1 or sign.isalnum() or sign in '"\r\n':
        raise InputError(
            "--delimiter: give one character, no letter, digit or quote, or the word tab"
        )
    return sign


def parse_patterns(values: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Parse the values of ``--pattern``. The pattern may contain an equals sign, the text not.

    >>> parse_patterns(["a=b=[X]"])
    (('a=b', '[X]'),)
    """
    return tuple(_split_pair(value, "--pattern", "REGEX=TEXT", last=True) for value in values)


def parse_thresholds(values: Iterable[str]) -> tuple[tuple[str, float], ...]:
    """Parse the values of ``--threshold``.

    >>> parse_thresholds(["surname=0.9"])
    (('surname', 0.9),)
    """
    shape = "LABEL=NUMBER, e.g. surname=0.9"
    return tuple(_parse_threshold(value, shape) for value in values)


def _parse_threshold(value: str, shape: str) -> tuple[str, float]:
    label, number = _split_pair(value, "--threshold", shape, last=False)
    try:
        return label, float(number)
    except ValueError:
        raise InputError(f"--threshold: write {shape}") from None


def parse_numbers(value: str | None) -> tuple[int, ...] | None:
    """Parse the value of ``--details``. An empty value switches all patterns off.

    >>> parse_numbers("1,2,5"), parse_numbers(""), parse_numbers(None)
    ((1, 2, 5), (), None)
    """
    if value is None:
        return None
    try:
        return tuple(int(number) for number in value.split(",") if number.strip())
    except ValueError:
        raise InputError(
            "--details: give numbers from 1 to 9, separated by commas: 1,2,5"
        ) from None


def _split_pair(pair: str, option: str, shape: str, last: bool) -> tuple[str, str]:
    name, sign, value = pair.rpartition("=") if last else pair.partition("=")
    if not sign or not name:
        raise InputError(f"{option}: write {shape}")
    return name, value
