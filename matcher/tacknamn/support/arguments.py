"""Check what callers give to the public classes. A wrong type is an InputError that names the remedy.

No message quotes a value, which may be a text."""

from collections.abc import Collection, Iterable
from typing import NoReturn, TypedDict

from tacknamn.errors import InputError

__all__ = ["NoOthers", "check_kind", "check_list", "check_text", "refuse_others"]


class NoOthers(TypedDict):
    """The type of further arguments of a function that has none: :func:`refuse_others` helps at
    runtime, and type checkers refuse them as without it."""


def check_kind(name: str, value: object, kinds: type | tuple[type, ...], wanted: str) -> None:
    """Refuse an argument of another type; ``wanted`` says what it must be.

    >>> check_kind("seed", "a", int, "a whole number")
    Traceback (most recent call last):
    tacknamn.errors.InputError: seed must be a whole number, not str
    """
    if not isinstance(value, kinds):
        raise InputError(f"{name} must be {wanted}, not {type(value).__name__}")


def check_text(text: object) -> None:
    """Refuse a text that is not a string."""
    if not isinstance(text, str):
        raise InputError(
            f"a text must be str, not {type(text).__name__}; decode bytes first, as with "
            'open(..., encoding="utf-8")'
        )


def check_list(name: str, values: object, of: str, remedy: str = "") -> None:
    """Refuse a single string, or something that cannot be iterated, where a list is needed."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        hint = f"; {remedy}" if remedy else ""
        raise InputError(f"{name} must be a list of {of}, not {type(values).__name__}{hint}")


def refuse_others(others: Collection[str], known: Iterable[str]) -> NoReturn:
    """Refuse arguments that do not exist; the message suggests similar names."""
    from tacknamn.support.suggest import suggest_names  # here: seldom needed

    unknown = next(iter(others))
    raise InputError(f"there is no argument {unknown!r}; {suggest_names(unknown, known)}")
