"""Find a name again where the matcher has passed it over as an ordinary word.

*Björn kommer* begins a sentence, where every word has a capital; the matcher tells it only
where it is likely to be a name. Whoever wrote *min bror Björn* elsewhere means him here, too.
"""

from typing import Final

import ahocorasick

from tacknamn.detection.ranking.best_labels import RankedPiece
from tacknamn.detection.ranking.forms import NOUNS, PERSONS
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece
from tacknamn.lexicon.affixes import GENITIVE

__all__ = ["MOST_COMMON", "REPEATED", "SHORTEST", "SURE", "recover_sentence_initial"]

REPEATED: Final = 60.0
"""How much oftener a word is a name that the same text has as a name elsewhere."""
MOST_COMMON: Final = 1_000_000.0
"""Uses in a billion words from which a word that begins a sentence is one, although words around
it elsewhere tell of a name: *Den*, *Will*; *Hope* and *Hans* are rarer."""
SURE: Final = 0.5
"""Probability from which a name vouches for its other places."""
SHORTEST: Final = 2
"""Letters of a name that vouches: one alone is an initial, or a word."""


def recover_sentence_initial(text: str, found: list[RankedPiece]) -> list[RankedPiece]:
    """The same with those, from left to right."""
    names: dict[str, RankedPiece] = {}
    for one in found:
        if one.label and _may_be_passed_over(one):
            names.setdefault(text[one.piece.start : one.piece.end], one)
    more = _find_repeats(text, names, {one.piece.start for one in found}) if names else []
    return sorted([*found, *more], key=lambda one: one.piece.start) if more else list(found)


def _may_be_passed_over(one: RankedPiece) -> bool:
    """Whether it is an ordinary word as well, and oftener a name than that where one is told of."""
    piece = one.piece
    if piece.sort is PieceSource.WORD:
        return one.label in PERSONS and bool(one.trigger) and one.probability >= SURE
    if piece.form is None or piece.affix_bits or piece.edits or one.label not in piece.form.senses:
        return False
    ordinary, named = piece.form.ordinary, piece.form.senses[one.label].mentions
    return (
        0 < ordinary < (MOST_COMMON if one.in_row or one.trigger else named * REPEATED)
        and one.probability >= SURE
        and (piece.case is LetterCase.TITLE or (piece.case is LetterCase.START and one.in_row))
        and piece.end - piece.start >= SHORTEST
        and one.label not in NOUNS
    )


def _find_repeats(text: str, names: dict[str, RankedPiece], seen: set[int]) -> list[RankedPiece]:
    """The other places of the names, in one pass: a text may have thousands of both."""
    automaton = ahocorasick.Automaton()
    for name in names:
        automaton.add_word(name, name)
    automaton.make_automaton()
    more: dict[int, RankedPiece] = {}
    for last, name in automaton.iter(text):
        start, end = last + 1 - len(name), last + 1
        genitive = _continues_word(text, end) and text[end] == "s"
        if (
            start in seen
            or _continues_word(text, end + genitive)
            or (start and _continues_word(text, start - 1))
        ):
            continue
        one, bits = names[name], GENITIVE if genitive else 0
        if not (genitive and start in more):  # Hans, rather than Han's
            own = one.piece
            piece = TextPiece(
                start,
                end + genitive,
                LetterCase.START,
                own.form,
                own.entry,
                bits,
                own.edits,
                own.sort,
            )
            more[start] = RankedPiece(piece, one.label, SURE, "", False, SURE)
    return list(more.values())


def _continues_word(text: str, place: int) -> bool:
    """Whether a word goes on in a place of the text."""
    sign = text[place : place + 1]
    return sign.isalnum() or (sign != "" and sign in "_-")
