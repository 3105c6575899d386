"""The finder ``masks``: apply mask patterns one after the other, and return what they cover.

Each pattern reads the text that the patterns before it left, with their placeholders in it. So a
match can touch an earlier placeholder, and then covers it whole. The results refer to the original
text: :func:`_merge_matches` translates the offsets back.
"""

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
from tacknamn.pipeline.masked_numbers import cover_numbers
from tacknamn.profiles.profile import Profile
from tacknamn.records import Action, Detection
from tacknamn.support.splice import splice

__all__ = ["add_masks", "drop_masked", "find_masks", "mask_text"]

FindOffsets = Callable[[str], Iterator[tuple[int, int]]]


class _MaskStep(NamedTuple):
    """One expression of a pattern."""

    label: str
    rule: str
    text: str
    """The placeholder."""
    find: FindOffsets


class _MaskedPiece(NamedTuple):
    """A piece of the original and its placeholder."""

    start: int
    end: int
    """Offsets in the original."""
    text: str
    """The placeholder."""
    label: str
    """Empty if the caller had replaced the piece before."""
    rule: str


def find_masks(
    text: str,
    switched: Collection[int] = ALL_NUMBERS,
    custom: Sequence[tuple[str, str]] = (),
    *,
    taken: Iterable[tuple[int, int, str]] = (),
    seconds: float = TIME_LIMIT,
) -> list[Detection]:
    """Find what the patterns match, from left to right and without overlaps.

    The label of a detection determines its placeholder
    (:func:`~tacknamn.detection.patterns.clinical_patterns.list_placeholders`,
    :func:`~tacknamn.detection.patterns.custom_masks.list_custom_texts`).

    Args:
        switched: The numbers of the clinical patterns that are on.
        custom: Pairs of a regular expression and a text.
        taken: Start, end and replacement of names that are masked already, from left to right.
            A pattern sees the replacement. A match that touches one covers it.
        seconds: How long the pairs may take together.
    """
    masked = [_MaskedPiece(*piece, "", "") for piece in taken]
    pieces = _apply_steps(text, masked, switched, custom, seconds)
    return [
        Detection(piece.start, piece.end, piece.label, piece.rule)
        for piece in pieces
        if piece.label
    ]


def add_masks(text: str, detections: Sequence[Detection], profile: Profile) -> list[Detection]:
    """Add the masks of a profile to the detections.

    A mask takes precedence over a detection that it overlaps, because names are a guess and masks
    are not (CHAS B is not a person). It covers the whole name, so that no part of it is left next
    to the placeholder, and the whole number that it was found in."""
    taken = [
        (detection.start, detection.end, text[detection.start : detection.end])
        for detection in detections
        if profile.resolve_policy(detection).action is Action.REPLACE
    ]
    masks = find_masks(text, *profile.masks, taken=taken)
    masks = cover_numbers(text, masks, profile.masks.switched, taken)
    return sorted([*drop_masked(detections, masks), *masks])


class _HasOffsets(Protocol):
    """Any piece of a text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


_Piece = TypeVar("_Piece", bound=_HasOffsets)


def drop_masked(pieces: Iterable[_Piece], masks: Sequence[_HasOffsets]) -> Iterator[_Piece]:
    """Yield the pieces that overlap no mask; both come from left to right."""
    number = 0
    for piece in pieces:
        while number < len(masks) and masks[number].end <= piece.start:
            number += 1
        if number == len(masks) or masks[number].start >= piece.end:
            yield piece


def mask_text(
    text: str,
    switched: Collection[int] = ALL_NUMBERS,
    custom: Sequence[tuple[str, str]] = (),
    *,
    seconds: float = TIME_LIMIT,
) -> str:
    """Replace what the patterns match with their placeholders.

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
    current = _replace_pieces(text, pieces) if pieces else text
    for step in _list_steps(switched, custom, seconds):
        matches = list(step.find(current))
        if matches:
            pieces = _merge_matches(pieces, matches, step)
            current = _replace_pieces(text, pieces)
    return pieces


def _list_steps(
    switched: Collection[int], custom: Sequence[tuple[str, str]], seconds: float
) -> Iterator[_MaskStep]:
    numbers = check_switches(switched)
    pairs = check_pairs(custom)
    for pattern in CLINICAL_PATTERNS:
        if pattern.number in numbers:
            for expression in pattern.expressions:
                find = partial(find_matches, expression)
                yield _MaskStep(pattern.label, f"mask:{pattern.name}", pattern.text, find)
    until = time.monotonic() + seconds
    for number, (expression, text) in enumerate(pairs, 1):
        label = make_label(number)
        find = partial(find_custom_matches, number, expression, until=until)
        yield _MaskStep(label, f"mask:{label}", text, find)


def _merge_matches(
    pieces: Sequence[_MaskedPiece], matches: Iterable[tuple[int, int]], step: _MaskStep
) -> list[_MaskedPiece]:
    """Merge the matches of one step, whose offsets refer to the current text, into the pieces.

    A match that touches pieces becomes one with them. ``shift`` is the difference between an
    offset in the original and the same offset in the current text; it grows with every piece that
    is passed."""
    merged: list[_MaskedPiece] = []
    number = shift = 0
    for start, end in matches:
        # Pass the pieces that end before the match.
        while number < len(pieces) and _current_offsets(pieces[number], shift)[1] <= start:
            shift += _removed_length(pieces[number])
            merged.append(pieces[number])
            number += 1
        first = start + shift
        # Extend the match over the pieces that it touches.
        while number < len(pieces) and _current_offsets(pieces[number], shift)[0] < end:
            first = min(first, pieces[number].start)
            end = max(end, _current_offsets(pieces[number], shift)[1])
            shift += _removed_length(pieces[number])
            number += 1
        last = end + shift
        if merged and first < merged[-1].end:  # this match and the one before touch one piece
            before = merged.pop()
            first, last = before.start, max(last, before.end)
        merged.append(_MaskedPiece(first, last, step.text, step.label, step.rule))
    return [*merged, *pieces[number:]]


def _current_offsets(piece: _MaskedPiece, shift: int) -> tuple[int, int]:
    """Return start and end of a piece in the current text."""
    start = piece.start - shift
    return start, start + len(piece.text)


def _removed_length(piece: _MaskedPiece) -> int:
    return (piece.end - piece.start) - len(piece.text)


def _replace_pieces(text: str, pieces: Iterable[_MaskedPiece]) -> str:
    return splice(text, (piece[:3] for piece in pieces))
