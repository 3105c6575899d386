"""Replace parts of a text and leave everything between them as it is."""

from collections.abc import Iterable, Iterator
from itertools import islice

__all__ = ["join_pieces", "join_some", "splice"]

_MOST_PIECES = 1 << 14
"""Pieces that are kept at a time: each takes sixty bytes, and a long text has a million."""


def splice(text: str, replacements: Iterable[tuple[int, int, str]]) -> str:
    """Replace ``text[start:end]`` for each (start, end, replacement).

    The replacements are sorted and do not overlap; their positions are those of ``text``.

    >>> splice("Elena bor i Umeå.", [(0, 5, "Anna"), (12, 16, "Kiruna")])
    'Anna bor i Kiruna.'
    """
    return join_pieces(_list_pieces(text, replacements))


def _list_pieces(text: str, replacements: Iterable[tuple[int, int, str]]) -> Iterator[str]:
    done = 0
    for start, end, replacement in replacements:
        yield text[done:start]
        yield replacement
        done = end
    yield text[done:]


def join_pieces(pieces: Iterable[str], between: str = "") -> str:
    """Join pieces as ``between.join`` does, without keeping all of them at a time."""
    return between.join(join_some(pieces, between))


def join_some(pieces: Iterable[str], between: str = "") -> Iterator[str]:
    """Join some thousand pieces at a time; joined in the same way, the results are the whole."""
    left = iter(pieces)
    while some := list(islice(left, _MOST_PIECES)):
        yield between.join(some)
