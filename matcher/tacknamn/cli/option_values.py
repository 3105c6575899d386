"""Parse the values of options that are more than one word: pairs and lists of numbers."""

from collections.abc import Iterable

from tacknamn.errors import InputError

__all__ = ["parse_changes", "parse_numbers", "parse_patterns", "parse_thresholds"]


def parse_changes(values: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Parse the values of ``--set``.

    >>> parse_changes(["country=keep"])
    (('country', 'keep'),)
    """
    return tuple(
        _split_pair(value, "--set", "LABEL=METHOD, e.g. country=keep", last=False)
        for value in values
    )


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
