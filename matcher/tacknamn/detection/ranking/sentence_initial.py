"""Recover names at the start of sentences that the matcher has left out as ordinary words.

In *Björn kommer* every first word has a capital, so the matcher reports such a word only if it is
likely to be a name. If the text has *min bror Björn* elsewhere, it is that name here as well.
"""

from typing import Final

import ahocorasick

from tacknamn.detection.ranking.label_groups import NOUNS, PERSONS
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, RankedPiece, TextPiece
from tacknamn.labels import GENITIVE

__all__ = ["MOST_COMMON", "REPEATED", "SHORTEST", "SURE", "recover_sentence_initial"]

REPEATED: Final = 60.0
"""How much more often a word is a name if the same text has it as a name elsewhere."""
MOST_COMMON: Final = 1_000_000.0
"""Uses per billion words from which a word at the start of a sentence is a word, although the words
around it elsewhere introduce a name: *Den*, *Will*. *Hope* and *Hans* are rarer."""
SURE: Final = 0.5
"""The probability from which a name in one place is evidence for other places."""
SHORTEST: Final = 2
"""Letters of such a name: a single letter is an initial or a word."""


def recover_sentence_initial(text: str, ranked: list[RankedPiece]) -> list[RankedPiece]:
    """Return the pieces together with the recovered names, from left to right."""
    names: dict[str, RankedPiece] = {}
    for piece in ranked:
        if piece.label and _may_be_left_out(piece):
            names.setdefault(text[piece.piece.start : piece.piece.end], piece)
    if not names:
        return list(ranked)
    more = _find_repeats(text, names, {piece.piece.start for piece in ranked})
    if not more:
        return list(ranked)
    return sorted([*ranked, *more], key=lambda piece: piece.piece.start)


def _may_be_left_out(ranked: RankedPiece) -> bool:
    """Return whether the matcher leaves this name out at the start of a sentence, because it is an
    ordinary word as well, and whether it is evidence enough for a name there."""
    piece = ranked.piece
    if piece.source is PieceSource.WORD:
        return ranked.label in PERSONS and bool(ranked.cue) and ranked.probability >= SURE
    if piece.form is None or piece.affix_bits or piece.edits:
        return False
    if ranked.label not in piece.form.candidates:
        return False
    word_mentions = piece.form.word_mentions
    name_mentions = piece.form.candidates[ranked.label].mentions
    is_introduced = ranked.in_row or ranked.cue
    return (
        0 < word_mentions < (MOST_COMMON if is_introduced else name_mentions * REPEATED)
        and ranked.probability >= SURE
        and (piece.case is LetterCase.TITLE or (piece.case is LetterCase.START and ranked.in_row))
        and piece.end - piece.start >= SHORTEST
        and ranked.label not in NOUNS
    )


def _find_repeats(text: str, names: dict[str, RankedPiece], seen: set[int]) -> list[RankedPiece]:
    """Return the other places of the names. One automaton finds all of them in one pass, because a
    text may have thousands of names and of places."""
    automaton = ahocorasick.Automaton()
    for name in names:
        automaton.add_word(name, name)
    automaton.make_automaton()
    repeats: dict[int, RankedPiece] = {}
    for last, name in automaton.iter(text):
        start, end = last + 1 - len(name), last + 1
        genitive = _continues_word(text, end) and text[end] == "s"
        if start in seen or _continues_word(text, end + genitive):
            continue
        if start and _continues_word(text, start - 1):
            continue
        if genitive and start in repeats:  # Hans is a name, rather than the genitive of Han
            continue
        ranked, bits = names[name], GENITIVE if genitive else 0
        own = ranked.piece
        piece = TextPiece(
            start,
            end + genitive,
            LetterCase.START,
            own.form,
            own.entry,
            bits,
            own.edits,
            own.source,
        )
        repeats[start] = RankedPiece(piece, ranked.label, SURE, "", False, SURE)
    return list(repeats.values())


def _continues_word(text: str, offset: int) -> bool:
    """Return whether the character there belongs to a word."""
    sign = text[offset : offset + 1]
    return sign.isalnum() or (sign != "" and sign in "_-")
