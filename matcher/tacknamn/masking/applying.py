"""Apply patterns to a text one after the other, and tell which characters of it they took."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from tacknamn.masking.custom import SECONDS, checked_pairs, custom_places, label_of
from tacknamn.masking.patterns import ALL, PATTERNS, checked_switches, places_of
from tacknamn.policies.profile import Profile
from tacknamn.pseudonymizing.records import Action, Found

__all__ = ["beside", "mask_text", "masks", "with_masks"]

Places = Callable[[str], Iterator[tuple[int, int]]]


class _Step(NamedTuple):
    """One expression."""

    label: str
    rule: str
    text: str
    places: Places


class _Taken(NamedTuple):
    """Characters of the original that a placeholder stands for."""

    start: int
    end: int
    """In the original."""
    text: str
    label: str
    """Empty where the caller had taken it."""
    rule: str


def masks(
    text: str,
    switched: Collection[int] = ALL,
    custom: Sequence[tuple[str, str]] = (),
    *,
    taken: Iterable[tuple[int, int, str]] = (),
    seconds: float = SECONDS,
) -> list[Found]:
    """What the patterns find, from left to right and without overlaps.

    The placeholder of each is that of its label: :func:`mask_texts`, :func:`custom_texts`.

    Args:
        switched: Numbers of seed C's patterns.
        custom: Pairs of a regular expression and a text.
        taken: Start, end and replacement of what is masked already (names), from left to right.
            A pattern sees the replacement; where it touches one, what it finds covers it.
        seconds: The most time that the pairs may take together.
    """
    pieces = _applied(text, [_Taken(*one, "", "") for one in taken], switched, custom, seconds)
    return [Found(one.start, one.end, one.label, one.rule) for one in pieces if one.label]


def with_masks(text: str, found: Sequence[Found], profile: Profile) -> list[Found]:
    """The pieces, and what the profile's masks find.

    Where both meet the mask goes first, because names are guessed at and masks are not (CHAS B is
    no person), and it covers the whole name: nothing of it is left beside the placeholder."""
    taken = [
        (one.start, one.end, text[one.start : one.end])
        for one in found
        if profile.policy_of(one).action is Action.REPLACE
    ]
    masked = masks(text, *profile.masks, taken=taken)
    return sorted([*beside(found, masked), *masked])


class _Placed(Protocol):
    """A piece of a text, whatever else it tells."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


_Piece = TypeVar("_Piece", bound=_Placed)


def beside(found: Iterable[_Piece], masked: Sequence[_Placed]) -> Iterator[_Piece]:
    """The pieces that overlap none of the masks; both come from left to right."""
    number = 0
    for one in found:
        while number < len(masked) and masked[number].end <= one.start:
            number += 1
        if number == len(masked) or masked[number].start >= one.end:
            yield one


def mask_text(
    text: str,
    switched: Collection[int] = ALL,
    custom: Sequence[tuple[str, str]] = (),
    *,
    seconds: float = SECONDS,
) -> str:
    """The text with the placeholders in it.

    >>> mask_text("Seen 1 January 2012, S1234567A. Bed: a12")
    'Seen [DATE], [NRIC]. Bed:[BedNo]'
    """
    return _written(text, _applied(text, [], switched, custom, seconds))


def _applied(
    text: str,
    pieces: list[_Taken],
    switched: Collection[int],
    custom: Sequence[tuple[str, str]],
    seconds: float,
) -> list[_Taken]:
    now = _written(text, pieces) if pieces else text
    for step in _steps(switched, custom, seconds):
        places = list(step.places(now))
        if places:
            pieces = _merged(pieces, places, step)
            now = _written(text, pieces)
    return pieces


def _steps(
    switched: Collection[int], custom: Sequence[tuple[str, str]], seconds: float
) -> Iterator[_Step]:
    wanted = checked_switches(switched)
    pairs = checked_pairs(custom)
    for one in PATTERNS:
        if one.number in wanted:
            for expression in one.expressions:
                places = partial(places_of, expression)
                yield _Step(one.label, f"mask:{one.name}", one.text, places)
    until = time.monotonic() + seconds
    for number, (expression, text) in enumerate(pairs, 1):
        label = label_of(number)
        yield _Step(label, f"mask:{label}", text, partial(_places, number, expression, until))


def _places(number: int, expression: str, until: float, text: str) -> Iterator[tuple[int, int]]:
    return custom_places(number, expression, text, until)


def _merged(
    pieces: Sequence[_Taken], places: Iterable[tuple[int, int]], step: _Step
) -> list[_Taken]:
    """The pieces and those of one step, whose places count characters of the text as it is now.

    A place that touches pieces becomes one with them. ``shift`` is what must be added to a
    place to get that of the original."""
    merged: list[_Taken] = []
    number = shift = 0
    for start, end in places:
        while number < len(pieces) and _now(pieces[number], shift)[1] <= start:
            shift += _growth(pieces[number])
            merged.append(pieces[number])
            number += 1
        first = start + shift
        while number < len(pieces) and _now(pieces[number], shift)[0] < end:
            first = min(first, pieces[number].start)
            end = max(end, _now(pieces[number], shift)[1])
            shift += _growth(pieces[number])
            number += 1
        last = end + shift
        if merged and first < merged[-1].end:  # both touched the same piece
            one = merged.pop()
            first, last = one.start, max(last, one.end)
        merged.append(_Taken(first, last, step.text, step.label, step.rule))
    return [*merged, *pieces[number:]]


def _now(piece: _Taken, shift: int) -> tuple[int, int]:
    """Where a piece stands in the text as it is now."""
    start = piece.start - shift
    return start, start + len(piece.text)


def _growth(piece: _Taken) -> int:
    return (piece.end - piece.start) - len(piece.text)


def _written(text: str, pieces: Iterable[_Taken]) -> str:
    parts = []
    at = 0
    for piece in pieces:
        parts += [text[at : piece.start], piece.text]
        at = piece.end
    return "".join([*parts, text[at:]])
