"""Refuse arguments of a wrong type with one clear error that does not quote them."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from tacknamn.errors import InputError

__all__ = ["check_list", "check_packages", "check_text", "describe_type"]

_Value = TypeVar("_Value")


def describe_type(value: object) -> str:
    """Describe a value of a wrong type for messages, without quoting it.

    >>> describe_type(5), describe_type("")
    ('int', 'an empty string')
    """
    return "an empty string" if value == "" else type(value).__name__


def check_list(name: str, values: Iterable[_Value]) -> Iterable[_Value]:
    """Return the values; raise InputError if they are not a list or another collection."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{name}: give a list, not {describe_type(values)}")
    return values


def check_packages(packages: object) -> None:
    """Raise InputError for packages that are neither a string nor a list of strings."""
    if isinstance(packages, str):
        return
    if isinstance(packages, bytes) or not isinstance(packages, Sequence):
        raise InputError(f"packages: give a list of names, not {describe_type(packages)}")
    for package in packages:
        if not isinstance(package, str):
            raise InputError(f"packages: a name must be a string, not {describe_type(package)}")


def check_text(text: object) -> None:
    """Raise InputError for a text that is not a string."""
    if not isinstance(text, str):
        raise InputError(f"the text must be a string, not {describe_type(text)}")
