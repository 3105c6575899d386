"""Numbered placeholders for what has no pseudonym: ``[phone_nr 1]``.

Each spelling has a placeholder of its own, so that it comes back letter by letter: ``070-123 45 67`` and
``+46 70 123 45 67`` are ``[phone_nr 1]`` and ``[phone_nr 2]``.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tacknamn.profiles.records import RUNNING_NUMBER, Policy

__all__ = [
    "NumberedPlaceholder",
    "PlaceholderTable",
    "compile_placeholders",
    "is_placeholder_start",
    "name_placeholder",
    "normalize_placeholder",
]

_BRACKETS = re.compile(r"\[ *([^\W\d_](?:[\w \-/.]*\w)?) *\]")
"""A placeholder of a profile without its running number: its name is a word or several."""
_BLANKS = re.compile(r"\s+")
_MOST_DIGITS = 9
_DIGITS = re.compile(rf"[0-9]{{1,{_MOST_DIGITS}}}")
_NEVER = "(?!)"
"""An expression that matches nothing."""


class NumberedPlaceholder(NamedTuple):
    """A placeholder and its number."""

    text: str
    number: int


class PlaceholderTable:
    """The placeholders of a session, and what each stands for."""

    def __init__(self, pairs: Iterable[tuple[str, int, str]] = ()) -> None:
        """Make the table of triples: name, number, original."""
        self._numbers: dict[tuple[str, str], NumberedPlaceholder] = {}
        self._originals: dict[str, str] = {}
        self._last: dict[str, int] = {}
        self._names: dict[str, None] = {}
        for name, number, original in pairs:
            self._add(name, number, original)

    def __len__(self) -> int:
        return len(self._originals)

    def list_triples(self) -> list[tuple[str, int, str]]:
        """Return name, number and original of each placeholder."""
        return [
            (name, placeholder.number, original)
            for (name, original), placeholder in self._numbers.items()
        ]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the placeholders in use, in lower case."""
        return tuple(self._names)

    def find_original(self, placeholder: str) -> str | None:
        """Return what a placeholder stands for, however it is written."""
        return self._originals.get(normalize_placeholder(placeholder))

    def get_placeholder(self, name: str, original: str, folded: str) -> NumberedPlaceholder:
        """Return the placeholder of an original; a new one if it has none.

        Args:
            folded: The text in which it will be, in small letters. No new placeholder is one that the
                text has itself.
        """
        known = self._numbers.get((name, original))
        if known is not None:
            return known
        number = self._last.get(name.casefold(), 0) + 1
        while f"[{name} {number}]".casefold() in folded:
            number += 1
        return self._add(name, number, original)

    def _add(self, name: str, number: int, original: str) -> NumberedPlaceholder:
        placeholder = NumberedPlaceholder(f"[{name} {number}]", number)
        self._numbers[name, original] = placeholder
        self._originals[normalize_placeholder(placeholder.text)] = original
        folded = name.casefold()
        self._last[folded] = max(number, self._last.get(folded, 0))
        self._names[folded] = None
        return placeholder


def name_placeholder(label: str, policy: Policy) -> str:
    """Return the name of the placeholders of a label: that of the profile if it has brackets.

    >>> name_placeholder("surname", Policy("replace", "placeholder", "[LastName]"))
    'LastName'
    """
    if policy.method != "placeholder":
        return label
    found = _BRACKETS.fullmatch(policy.text.replace(RUNNING_NUMBER, "").strip())
    return label if found is None else found[1]


def normalize_placeholder(text: str) -> str:
    """Return the usual spelling of a placeholder, whose letter case, blanks and escapes may differ.

    >>> normalize_placeholder(r"\\[Phone\\_nr  1\\]")
    '[phone_nr 1]'
    """
    return _BLANKS.sub(" ", text.replace("\\", "")).casefold()


@lru_cache(maxsize=256)
def compile_placeholders(names: tuple[str, ...]) -> str:
    r"""Return the expression for placeholders with these names, also as Markdown escapes them."""
    if not names:
        return _NEVER
    written = (
        re.escape(name).replace("_", r"\\?_").replace(r"\ ", r"\s+") for name in sorted(names)
    )
    return rf"\\?\[(?:{'|'.join(written)})\s+[0-9]{{1,{_MOST_DIGITS}}}\\?\]"


def is_placeholder_start(text: str, names: Iterable[str]) -> bool:
    """Whether a text may be the beginning of a placeholder with one of these names."""
    begun = normalize_placeholder(text)
    for name in names:
        start = f"[{name} "
        if start.startswith(begun):
            return True
        number = begun.removeprefix(start)
        if number != begun and _DIGITS.fullmatch(number):
            return True
    return False
