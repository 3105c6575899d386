"""Repeats of a person's name that the matcher leaves out, because they are ordinary words.

A text that has *min lärare heter bo* means him with *bo sa* and *med bo* as well, but not with *jag vill
bo*. So the words around decide: a name stands before a verb, after *med*, or after another person;
a word stands after an article, after *att*, or before its noun (*hans fru*). A repeat that is no word at
all needs no such evidence, and may be misspelt.
"""

import re
from collections.abc import Iterator
from typing import Final

import ahocorasick

from tacknamn.detection.ranking.introduced_names import is_verb_after
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, NOUNS, PERSONS
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, RankedPiece, TextPiece
from tacknamn.labels import GENITIVE
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon
from tacknamn.support.tables import read_words

__all__ = ["add_small_repeats"]

_TABLE: Final = "introductions.tsv"
SURE: Final = 0.5
"""The probability from which a name is evidence for its repeats."""
SHORTEST: Final = 2
_REACH: Final = 40
"""Characters on each side in which the next word stands."""
_BEFORE: Final = re.compile(r"(\d|[^\W\d_]+(?:-[^\W\d_]+)*) +$")
_AFTER: Final = re.compile(r" +(\d|[^\W\d_]+)")
_FUNCTION, _VERB, _NOUN, _ADJECTIVE = 16, 2, 1, 4
"""Bits of parts of speech in the lists."""
NO_WORD: Final = 4.5
"""A form without a part of speech is a word all the same from this Zipf frequency on."""


COMMON: Final = 6.0
"""The Zipf frequency from which a capital at the start of a sentence is no evidence."""


def add_small_repeats(text: str, ranked: list[RankedPiece], lexicon: Lexicon) -> list[RankedPiece]:
    """Return the pieces together with further mentions of their persons, from left to right."""
    names: dict[str, RankedPiece] = {}
    for piece in ranked:
        if piece.label in PERSONS and piece.probability >= SURE and _is_evidence(piece.piece):
            form = text[piece.piece.start : piece.piece.end].lower()
            names.setdefault(form, piece)
    if not names:
        return ranked
    labelled = [piece for piece in ranked if piece.label and not _is_capital_noun(piece)]
    taken = {offset for piece in labelled for offset in range(piece.piece.start, piece.piece.end)}
    repeats = {
        repeat.piece.start: repeat
        for repeat in _find_repeats(text, names, lexicon)
        if repeat.piece.start not in taken
    }
    if not repeats:
        return ranked
    kept = [piece for piece in ranked if piece.piece.start not in repeats]
    return sorted([*kept, *repeats.values()], key=lambda piece: piece.piece.start)


def _is_evidence(piece: TextPiece) -> bool:
    return (
        piece.end - piece.start >= SHORTEST
        and piece.source is not PieceSource.INITIAL
        and not piece.affix_bits
    )


def _is_capital_noun(ranked: RankedPiece) -> bool:
    return ranked.label in NOUNS and ranked.piece.case is not LetterCase.LOWER


def _find_repeats(
    text: str, names: dict[str, RankedPiece], lexicon: Lexicon
) -> Iterator[RankedPiece]:
    lowered = text.lower()
    if len(lowered) != len(text):
        return
    automaton = ahocorasick.Automaton()
    for name in names:
        automaton.add_word(name, name)
    automaton.make_automaton()
    for last, name in automaton.iter(lowered):
        start, end = last + 1 - len(name), last + 1
        if start and _continues_word(text, start - 1):
            continue
        is_genitive = lowered[end : end + 1] == "s" and _continues_word(text, end)
        if _continues_word(text, end + is_genitive):
            continue
        own = names[name]
        is_lower = text[start].islower()
        if not _fits(text, start, end + is_genitive, own, lexicon, is_genitive):
            continue
        case = LetterCase.LOWER if is_lower else LetterCase.START
        bits = GENITIVE if is_genitive else 0
        piece = TextPiece(
            start, end + is_genitive, case, own.piece.form, own.piece.entry, bits, own.piece.edits,
            own.piece.source,
        )  # fmt: skip
        yield RankedPiece(piece, own.label, SURE, "", False, SURE)


def _fits(
    text: str, start: int, end: int, own: RankedPiece, lexicon: Lexicon, is_genitive: bool
) -> bool:
    """Return whether a word in this position is the person of the text with this name."""
    word = lexicon.word(text[start:end].lower())
    pos = 0 if word is None else word.pos & ~PROPER_NOUN
    if not pos and (word is None or word.zipf_sv < NO_WORD):
        return True
    if text[start].isupper() and not pos & _FUNCTION and word is not None:
        return word.zipf_sv < COMMON  # a capital, and the same name elsewhere
    if own.label not in FIRSTNAMES:
        return False
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    previous = before.group(1).lower() if before else ""
    after = _AFTER.match(text, end, end + _REACH)
    following = after.group(1).lower() if after else ""
    if following.isdigit() or following in _read("number"):
        return False
    if previous in _read("person"):
        return _goes_on(lexicon, following)
    if previous in _read("beside"):
        if pos & _FUNCTION:
            return _goes_on(lexicon, following)
        return not _is_noun_or_adjective(lexicon, following)
    if previous in _read("letter"):
        return _goes_on(lexicon, following)
    is_opening = previous == "" or previous in _read("opening")
    if is_genitive:
        return is_opening and _is_noun_or_adjective(lexicon, following)
    if not is_opening or (previous == "att" and pos & _VERB):
        return False
    return is_verb_after(lexicon, following)


def _goes_on(lexicon: Lexicon, following: str) -> bool:
    is_end = following == "" or following in _read("ends")
    return is_end or is_verb_after(lexicon, following)


def _is_noun_or_adjective(lexicon: Lexicon, word: str) -> bool:
    known = lexicon.word(word) if word else None
    if known is None or word in _read("ends"):
        return False
    return bool(known.pos & (_NOUN | _ADJECTIVE)) and not known.pos & (_FUNCTION | _VERB)


def _read(kind: str) -> frozenset[str]:
    return read_words(__file__, _TABLE, kind)


def _continues_word(text: str, offset: int) -> bool:
    """Return whether the character there belongs to a word."""
    sign = text[offset : offset + 1]
    return sign.isalnum() or (sign != "" and sign in "_-@")
