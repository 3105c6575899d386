"""Apply patterns to a text one after the other, and tell which characters of it they took."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from tacknamn.detection.patterns.clinical_patterns import (
    ALL_NUMBERS,
    CLINICAL_PATTERNS,
    check_switches,
    find_matches,
)
from tacknamn.detection.patterns.custom_masks import (
    TIME_LIMIT,
    check_pairs,
    find_custom_matches,
    make_label,
)
from tacknamn.profiles.profile import Profile
from tacknamn.records import Action, Detection
from tacknamn.support.splice import splice

__all__ = ["add_masks", "drop_overlapping", "find_masks", "mask_text"]

FindOffsets = Callable[[str], Iterator[tuple[int, int]]]


class _MaskStep(NamedTuple):
    """One expression."""

    label: str
    rule: str
    text: str
    places: FindOffsets


class _MaskedPiece(NamedTuple):
    """Characters of the original that a placeholder stands for."""

    start: int
    end: int
    """In the original."""
    text: str
    label: str
    """Empty where the caller had taken it."""
    rule: str


def find_masks(
    text: str,
    switched: Collection[int] = ALL_NUMBERS,
    custom: Sequence[tuple[str, str]] = (),
    *,
    taken: Iterable[tuple[int, int, str]] = (),
    seconds: float = TIME_LIMIT,
) -> list[Detection]:
    """What the patterns find, from left to right and without overlaps.

    The placeholder of each is that of its label: :func:`mask_texts`, :func:`custom_texts`.

    Args:
        switched: Numbers of seed C's patterns.
        custom: Pairs of a regular expression and a text.
        taken: Start, end and replacement of what is masked already (names), from left to right.
            A pattern sees the replacement; where it touches one, what it finds covers it.
        seconds: The most time that the pairs may take together.
    """
    pieces = _apply_steps(
        text, [_MaskedPiece(*one, "", "") for one in taken], switched, custom, seconds
    )
    return [Detection(one.start, one.end, one.label, one.rule) for one in pieces if one.label]


def add_masks(text: str, found: Sequence[Detection], profile: Profile) -> list[Detection]:
    """The pieces, and what the profile's masks find.

    Where both meet the mask goes first, because names are guessed at and masks are not (CHAS B is
    no person), and it covers the whole name: nothing of it is left beside the placeholder."""
    taken = [
        (one.start, one.end, text[one.start : one.end])
        for one in found
        if profile.policy_of(one).action is Action.REPLACE
    ]
    masked = find_masks(text, *profile.masks, taken=taken)
    return sorted([*drop_overlapping(found, masked), *masked])


class _HasOffsets(Protocol):
    """A piece of a text, whatever else it tells."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


_AnyPiece = TypeVar("_AnyPiece", bound=_HasOffsets)


def drop_overlapping(
    found: Iterable[_AnyPiece], masked: Sequence[_HasOffsets]
) -> Iterator[_AnyPiece]:
    """The pieces that overlap none of the masks; both come from left to right."""
    number = 0
    for one in found:
        while number < len(masked) and masked[number].end <= one.start:
            number += 1
        if number == len(masked) or masked[number].start >= one.end:
            yield one


def mask_text(
    text: str,
    switched: Collection[int] = ALL_NUMBERS,
    custom: Sequence[tuple[str, str]] = (),
    *,
    seconds: float = TIME_LIMIT,
) -> str:
    """The text with the placeholders in it.

    >>> mask_text("Seen 1 January 2012, S1234567A. Bed: a12")
    'Seen [DATE], [NRIC]. Bed:[BedNo]'
    """
    return _replace_pieces(text, _apply_steps(text, [], switched, custom, seconds))


def _apply_steps(
    text: str,
    pieces: list[_MaskedPiece],
    switched: Collection[int],
    custom: Sequence[tuple[str, str]],
    seconds: float,
) -> list[_MaskedPiece]:
    now = _replace_pieces(text, pieces) if pieces else text
    for step in _list_steps(switched, custom, seconds):
        places = list(step.places(now))
        if places:
            pieces = _merge_pieces(pieces, places, step)
            now = _replace_pieces(text, pieces)
    return pieces


def _list_steps(
    switched: Collection[int], custom: Sequence[tuple[str, str]], seconds: float
) -> Iterator[_MaskStep]:
    wanted = check_switches(switched)
    pairs = check_pairs(custom)
    for one in CLINICAL_PATTERNS:
        if one.number in wanted:
            for expression in one.expressions:
                places = partial(find_matches, expression)
                yield _MaskStep(one.label, f"mask:{one.name}", one.text, places)
    until = time.monotonic() + seconds
    for number, (expression, text) in enumerate(pairs, 1):
        label = make_label(number)
        yield _MaskStep(
            label, f"mask:{label}", text, partial(_find_custom, number, expression, until)
        )


def _find_custom(
    number: int, expression: str, until: float, text: str
) -> Iterator[tuple[int, int]]:
    return find_custom_matches(number, expression, text, until)


def _merge_pieces(
    pieces: Sequence[_MaskedPiece], places: Iterable[tuple[int, int]], step: _MaskStep
) -> list[_MaskedPiece]:
    """The pieces and those of one step, whose places count characters of the text as it is now.

    A place that touches pieces becomes one with them. ``shift`` is what must be added to a
    place to get that of the original."""
    merged: list[_MaskedPiece] = []
    number = shift = 0
    for start, end in places:
        while number < len(pieces) and _current_offsets(pieces[number], shift)[1] <= start:
            shift += _removed_length(pieces[number])
            merged.append(pieces[number])
            number += 1
        first = start + shift
        while number < len(pieces) and _current_offsets(pieces[number], shift)[0] < end:
            first = min(first, pieces[number].start)
            end = max(end, _current_offsets(pieces[number], shift)[1])
            shift += _removed_length(pieces[number])
            number += 1
        last = end + shift
        if merged and first < merged[-1].end:  # both touched the same piece
            one = merged.pop()
            first, last = one.start, max(last, one.end)
        merged.append(_MaskedPiece(first, last, step.text, step.label, step.rule))
    return [*merged, *pieces[number:]]


def _current_offsets(piece: _MaskedPiece, shift: int) -> tuple[int, int]:
    """Where a piece stands in the text as it is now."""
    start = piece.start - shift
    return start, start + len(piece.text)


def _removed_length(piece: _MaskedPiece) -> int:
    return (piece.end - piece.start) - len(piece.text)


def _replace_pieces(text: str, pieces: Iterable[_MaskedPiece]) -> str:
    return splice(text, ((piece.start, piece.end, piece.text) for piece in pieces))
