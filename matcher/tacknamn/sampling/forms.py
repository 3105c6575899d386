"""Give a replacement the form of the original, and tell what could not be given."""

from collections.abc import Iterable
from typing import NamedTuple

from tacknamn.fold import fold
from tacknamn.inflecting import inflect, render, taken_apart
from tacknamn.inflecting.genitives import APOSTROPHES
from tacknamn.labels import Label
from tacknamn.sampling.entries import Entries
from tacknamn.sampling.originals import Seen
from tacknamn.sampling.settings import NAMES

__all__ = ["Shaped", "base_of", "shaped", "with_affixes"]


class Shaped(NamedTuple):
    """A replacement in the form that is wanted."""

    text: str
    affixes: tuple[str, ...]
    missing: tuple[str, ...]
    """Affixes that could not be made."""


def shaped(seen: Seen, base: str, label: str) -> Shaped:
    """The replacement with affixes and letter case of the original."""
    made = render(seen.text, base, seen.affixes, _inflected_as(label), seen.original.base)
    return Shaped(*made)


def with_affixes(base: str, affixes: Iterable[str], label: str) -> Shaped:
    """The replacement with affixes in its own letter case: a placeholder keeps its capital."""
    wanted = tuple(affixes)
    text = inflect(base, wanted, _inflected_as(label))
    return Shaped(base, (), wanted) if text is None else Shaped(text, wanted, ())


def base_of(form: str, label: str, entries: Entries) -> tuple[str, tuple[str, ...]]:
    """Take a form apart where no matcher has."""

    if label in NAMES and form[-1:] not in _GENITIVE_ENDS:
        return form, ()  # names have no other form than the genitive

    def is_known(word: str) -> bool:
        return entries.knows(fold(word), label)

    return taken_apart(form, _inflected_as(label), is_known)


_GENITIVE_ENDS = frozenset(f"sS{APOSTROPHES}")
"""What genitives end in."""


def _inflected_as(label: str) -> str:
    """A label of the lexicon whose words are inflected alike."""
    return Label.COUNTRY if label == "country_of_origin" else label
