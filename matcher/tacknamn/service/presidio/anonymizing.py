"""``/anonymize`` and ``/deanonymize``: a text with its pieces replaced, from the last to the first."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.pipeline.pieces import replace_pieces
from tacknamn.pipeline.ranges import Piece
from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.presidio.anonymizers import DEFAULT, ChosenOperator
from tacknamn.service.presidio.conflicts import resolve_conflicts

__all__ = [
    "AnonymizedPiece",
    "ReplacedPiece",
    "anonymize_text",
    "deanonymize_text",
    "join_replacements",
]


class ReplacedPiece(NamedTuple):
    """A piece of the old text, and what replaces it."""

    start: int
    end: int
    entity_type: str
    score: float | None
    text: str
    """The replacement."""
    operator: str


class AnonymizedPiece(NamedTuple):
    """A piece of an anonymized text that is to be restored."""

    start: int
    end: int
    entity_type: str
    score: float | None
    """Optional, and repeated in the answer."""


class NewText(NamedTuple):
    """A text with replaced pieces."""

    text: str
    places: list[tuple[int, int]]
    """Start and end of each replacement, in the order of the pieces."""


def anonymize_text(
    engines: Engines, text: str, pieces: Iterable[Piece], operators: Mapping[str, ChosenOperator]
) -> list[ReplacedPiece]:
    """Return the pieces that are replaced, and by what, from the last to the first."""
    left = resolve_conflicts(text, pieces)
    _check_ends(text, left)
    types = {piece.entity_type for piece in left}
    chosen = {name: operators.get(name) or operators[DEFAULT] for name in types}
    pseudonyms: dict[Piece, str] = {}
    for options, group in _group_types(chosen).items():
        left = _pseudonymize(engines, text, left, (options, group), pseudonyms)
    replaced = []
    for piece in sorted(left, key=lambda piece: (piece.start, piece.end), reverse=True):
        operator = chosen[piece.entity_type]
        new = pseudonyms.get(piece)
        if new is None:
            new = operator.operate(text[piece.start : piece.end], piece.entity_type)
        replaced.append(ReplacedPiece(*piece, new, operator.name))
    return replaced


def _group_types(chosen: Mapping[str, ChosenOperator]) -> dict[EngineOptions, set[str]]:
    """Group the types that are pseudonymized with the same settings."""
    groups: dict[EngineOptions, set[str]] = {}
    for name, operator in sorted(chosen.items(), key=lambda item: item[0]):
        if operator.pseudonymizer is not None:
            groups.setdefault(operator.pseudonymizer, set()).add(name)
    return groups


def _pseudonymize(
    engines: Engines,
    text: str,
    pieces: Sequence[Piece],
    group: tuple[EngineOptions, set[str]],
    pseudonyms: dict[Piece, str],
) -> list[Piece]:
    """Pseudonymize the pieces of some types; return all pieces, some of them widened."""
    options, types = group
    own = [piece for piece in pieces if piece.entity_type in types]
    others = [piece for piece in pieces if piece.entity_type not in types]
    replaced = replace_pieces(
        engines.get(options), text, own, [(each.start, each.end) for each in others]
    )
    pseudonyms.update(replaced)
    return [*others, *(piece for piece, _ in replaced)]


def deanonymize_text(
    text: str, pieces: Sequence[AnonymizedPiece], operators: Mapping[str, ChosenOperator]
) -> list[ReplacedPiece]:
    """Return the pieces with what they stand for, from the last to the first."""
    _check_ends(text, pieces)
    replaced = []
    for piece in sorted(pieces, key=lambda piece: piece.start, reverse=True):
        operator = operators.get(piece.entity_type) or operators.get(DEFAULT)
        if operator is None:
            raise InputError(
                f"deanonymizers: a type of anonymizer_results has no operator, and there is no {DEFAULT}"
            )
        new = operator.operate(text[piece.start : piece.end], piece.entity_type)
        replaced.append(ReplacedPiece(*piece, new, operator.name))
    return replaced


def _check_ends(text: str, pieces: Iterable[Piece | AnonymizedPiece]) -> None:
    for piece in pieces:
        if piece.end > len(text):
            raise InputError(
                f"Invalid analyzer result, start: {piece.start} and end: {piece.end}, while text "
                f"length is only {len(text)}."
            )


def join_replacements(text: str, replaced: Iterable[ReplacedPiece]) -> NewText:
    """Return the new text. Where two pieces overlap, both replacements are in it, as with Presidio."""
    parts: list[str] = []
    from_end: list[tuple[int, int]] = []
    reached, size = len(text), 0
    for each in replaced:
        between = text[min(each.end, reached) : reached]
        size += len(between)
        from_end.append((size + len(each.text), size))
        size += len(each.text)
        parts += [between, each.text]
        reached = each.start
    parts.append(text[:reached])
    size += reached
    places = [(size - start, size - end) for start, end in from_end]
    return NewText("".join(reversed(parts)), places)
