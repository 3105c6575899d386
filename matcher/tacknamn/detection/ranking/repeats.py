"""What is a name in one place of a text is one in the others, where less speaks for it.

*Björn kommer* begins a sentence, *björn* is an animal; but whoever wrote *min bror Björn* two
lines above means him. So does a capitalised word that no list knows and that is near to a name
of the text: *Stockhuml* where *Stockholm* stands above.
"""

from typing import Final, final

from tacknamn.detection.ranking.best_labels import RankedPiece
from tacknamn.detection.ranking.forms import MIDDLENAME, NOUNS, PERSONS, PLACES
from tacknamn.detection.ranking.multipart_names import split_double_entries
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece
from tacknamn.detection.ranking.scores import sum_scores
from tacknamn.detection.ranking.sentence_initial import (
    MOST_COMMON,
    REPEATED,
    SHORTEST,
    SURE,
    recover_sentence_initial,
)
from tacknamn.detection.ranking.similar_names import NameIndex
from tacknamn.detection.ranking.weights import WeightedPiece
from tacknamn.lexicon.affixes import GENITIVE
from tacknamn.text.fold import fold

__all__ = ["label_repeats"]

SIMILAR: Final = 1000.0
"""And a word that no list has, and that is spelt nearly so: next to nothing else is."""
LEAST_GENITIVE: Final = 3
"""Letters of a genitive beyond which the s may be left out: *Ngozis*, but not *Was*."""
_GUESSED: Final = PERSONS | PLACES
CUED: Final = 2.0
"""How much oftener a name is what its label says than lists have it, where words around say so."""
_UNKNOWN: Final = (PieceSource.UNKNOWN, PieceSource.COMPOUND)


@final
class _RepeatedName:
    """What vouches for a name."""

    __slots__ = ("is_contested", "is_told", "place")

    def __init__(self, place: RankedPiece, is_told: bool, is_contested: bool = False) -> None:
        self.place = place
        self.is_told = is_told
        """Whether the words around it say what it is."""
        self.is_contested = is_contested
        """Whether those around others say that it is a place, and around others that it is
        none."""


def label_repeats(
    text: str, found: list[RankedPiece], weights: list[WeightedPiece]
) -> list[RankedPiece]:
    """The pieces, some of those without a label with that of the same name elsewhere."""
    told = [_is_cued(*both) for both in zip(found, weights, strict=True)]
    names = _collect_names(text, found, told)
    if not names:
        return split_double_entries(text, recover_sentence_initial(text, found))
    known = NameIndex(names)
    again = [
        _correct_guess(text, one, is_told, names)
        if one.label
        else _label_repeat(text, one, weighed, names, known)
        for one, weighed, is_told in zip(found, weights, told, strict=True)
    ]
    return split_double_entries(text, recover_sentence_initial(text, again))


def _collect_names(
    text: str, found: list[RankedPiece], told: list[bool]
) -> dict[str, _RepeatedName]:
    """Of each name the place where something speaks for its label, or else the first one."""
    names: dict[str, _RepeatedName] = {}
    for one, is_told in zip(found, told, strict=True):
        if (
            one.label
            and one.label not in NOUNS
            and one.probability >= SURE
            and _is_evidence(one.piece)
        ):
            form = _fold_form(text, one)
            before = names.get(form)
            if before is None or (is_told and not before.is_told):
                names[form] = _RepeatedName(one, is_told)
            elif is_told and (before.place.label in PLACES) != (one.label in PLACES):
                before.is_contested = True  # Anna Lund bor i Lund.
    return names


def _is_evidence(piece: TextPiece) -> bool:
    return piece.end - piece.start >= SHORTEST and piece.sort is not PieceSource.INITIAL


def _is_cued(one: RankedPiece, weighed: WeightedPiece) -> bool:
    """Whether the words around a name say what it is, rather than how often names are that."""
    if one.in_row:
        return True
    form = one.piece.form
    if form is None or one.label not in form.senses:
        return bool(one.trigger)
    weights = weighed.by_cues or weighed.weights
    return weights.get(one.label, 0.0) > CUED * form.senses[one.label].mentions


def _fold_form(text: str, one: RankedPiece) -> str:
    piece = one.piece
    if piece.form is not None and one.label in piece.form.senses:
        return fold(piece.form.senses[one.label].form)
    return fold(text[piece.start : piece.end])


def _label_repeat(
    text: str,
    one: RankedPiece,
    weighed: WeightedPiece,
    names: dict[str, _RepeatedName],
    known: NameIndex,
) -> RankedPiece:
    """A piece without a label, with that of the same name elsewhere, or of one spelt nearly so."""
    piece = one.piece
    if len(weighed.weights) == 1 and piece.case is LetterCase.LOWER:
        return one  # nothing but a word
    form = fold(text[piece.start : piece.end])
    if piece.form is not None and piece.affix_bits:
        form = fold(next(iter(piece.form.senses.values())).form)
    same, is_genitive = _find_same_name(form, piece, names)
    if same is not None and piece.case is not LetterCase.LOWER and not _is_commonly_word(piece):
        return _copy_label(one, same.place, is_genitive)
    label, factor = same.place.label if same is not None else None, REPEATED
    if label is None and piece.sort in _UNKNOWN and (near := known.nearest(form)):
        label, factor = names[near[0]].place.label, SIMILAR
    if label is None or label not in weighed.weights:
        return one
    weight = weighed.weights[label] * factor
    whole = sum_scores(weighed.weights) + weight - weighed.weights[label]
    if 2 * weight <= whole:
        return one
    return RankedPiece(piece, label, weight / whole, "", False, weight / whole)


def _correct_guess(
    text: str, one: RankedPiece, is_told: bool, names: dict[str, _RepeatedName]
) -> RankedPiece:
    """A name whose label is a guess, with that which the words around the same name tell: Ngozi
    is a town as well, but not where *min fru Ngozi* stands above."""
    if is_told or one.piece.case is LetterCase.LOWER or one.label not in _GUESSED:
        return one
    same, is_genitive = _find_same_name(
        fold(text[one.piece.start : one.piece.end]), one.piece, names
    )
    if same is None or same.is_contested or not same.is_told:
        return one
    if same.place.label not in PERSONS or (same.place.label == one.label and not is_genitive):
        return one
    return _copy_label(one, same.place, is_genitive)


def _find_same_name(
    form: str, piece: TextPiece, names: dict[str, _RepeatedName]
) -> tuple[_RepeatedName | None, bool]:
    """The same name elsewhere, and whether this is its genitive where lists do not say so."""
    if (same := names.get(form)) is not None:
        return same, bool(piece.affix_bits & GENITIVE)
    if form[-1:] == "s" and len(form) > LEAST_GENITIVE and form[:-1] in names:
        return names[form[:-1]], True
    return None, False


def _is_commonly_word(piece: TextPiece) -> bool:
    """Whether it is an ordinary word too common for one place of a text to vouch for others."""
    if piece.form is None:
        return piece.sort is PieceSource.WORD
    return piece.form.ordinary >= MOST_COMMON and piece.case is not LetterCase.TITLE


def _copy_label(one: RankedPiece, same: RankedPiece, is_genitive: bool) -> RankedPiece:
    """A piece as what the same name is elsewhere."""
    own, other = one.piece, same.piece
    bits = GENITIVE if is_genitive else 0
    piece = TextPiece(
        own.start, own.end, own.case, other.form, other.entry, bits, other.edits, own.sort
    )
    label = "firstname_unknown" if same.label == MIDDLENAME and other.form is None else same.label
    return RankedPiece(piece, label, SURE, "", False, SURE)
