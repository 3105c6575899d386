"""Names that another person of the text stands beside, joined by *och* or a comma.

In *viggo och sol kommer* the second word is ordinary, but people come in rows; in *Ola och Kuba* it is
also the name of a country. So a first name of the text speaks for the word that is joined to it,
if that word may be a name and the sentence goes on as after a name: not *viggo och katten*.
"""

import re
from typing import Final

from tacknamn.detection.ranking.introductions import (
    Lookup,
    count_persons,
    is_verb_after,
    read_introductions,
)
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, PERSONS, PLACES
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, RankedPiece, TextPiece
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon
from tacknamn.support.expressions import compile_lazily

__all__ = ["add_coordinated"]

SURE: Final = 0.5
"""The probability from which a name is evidence for its neighbours."""
LEAST: Final = 100.0
"""Mentions per billion words from which an ordinary word may be a name beside another."""
LEAST_SHARE: Final = 0.01
"""The share of its mentions as a name that such a word needs."""
_WORD: Final = r"[^\W\d_]+(?:-[^\W\d_]+)*"
_AFTER: Final = re.compile(rf"(?:,? (?:och|o|å|samt)|(?P<comma>,)) (?P<name>{_WORD})")
_JOINT_STARTS: Final = (", ", " o", " å", " s")
"""How these joints begin."""
_BEFORE: Final = compile_lazily(rf"(?<![\w-])(?P<name>{_WORD}) (?:och|o|å|samt) $")
_AGED_BEFORE: Final = compile_lazily(
    rf"(?<![\w-])(?P<name>{_WORD}) \d{{1,2}}(?: år)? (?:och|o|å|samt) $"
)
"""A name with an age before another: *Tuvali 15 och Melker 11*."""
_CONTINUES: Final = compile_lazily(r"(?:,| och| o| å| samt) [^\W\d_]")
_NEXT: Final = compile_lazily(r" ([^\W\d_]+)")
_LAST: Final = re.compile(r"([^\W\d_]+) $")
_REACH: Final = 40
_FUNCTION, _VERB = 16, 2
"""Bits of parts of speech in the lists."""
_OF_PLACES: Final = frozenset(("i", "från", "till", "genom", "mellan", "över"))
"""Words before a name that is rather a place."""


def add_coordinated(
    text: str, ranked: list[RankedPiece], lexicon: Lexicon, look_up: Lookup
) -> list[RankedPiece]:
    """Return the pieces together with the names that are joined to first names, from left to
    right."""
    firsts = [each for each in ranked if each.label in FIRSTNAMES and _is_evidence(each)]
    if not firsts or not any(joint in text for joint in (" och ", " o ", " å ", " samt ", ", ")):
        return ranked
    by_start = {each.piece.start: each for each in ranked}
    for first in firsts:
        _add_before(text, first, by_start, lexicon, look_up)
        _add_after(text, first, by_start, lexicon, look_up)
    return [by_start[start] for start in sorted(by_start)]


def _is_evidence(ranked: RankedPiece) -> bool:
    piece = ranked.piece
    return ranked.probability >= SURE and piece.source is not PieceSource.INITIAL


def _add_after(
    text: str,
    first: RankedPiece,
    by_start: dict[int, RankedPiece],
    lexicon: Lexicon,
    look_up: Lookup,
) -> None:
    """Add the names after a first name: *viggo, sol och max kommer*."""
    end = first.piece.end
    if text[end : end + 2] not in _JOINT_STARTS:
        return  # a shortcut for most names
    while match := _AFTER.match(text, end):
        start, end = match.span("name")
        known = by_start.get(start)
        if known is not None and known.piece.end > end:
            return
        if known is not None and known.label:
            if known.label in PERSONS or match.group("comma"):
                return
            if _find_last(text, first.piece.start) in _OF_PLACES:
                return
            named = _relabel(text, known, look_up)
        else:
            if match.group("comma") and not _CONTINUES.match(text, end):
                return
            named = _read_small(text, start, end, lexicon, look_up)
        if named is None:
            return
        by_start[start] = named


def _add_before(
    text: str,
    first: RankedPiece,
    by_start: dict[int, RankedPiece],
    lexicon: Lexicon,
    look_up: Lookup,
) -> None:
    """Add the name before a first name: *sol och viggo kommer*, *Tuvali 15 och Melker 11*."""
    at = first.piece.start
    low = max(0, at - _REACH)
    if text[max(0, at - 5) : at].rpartition(" ")[0].rpartition(" ")[2] not in (
        "och", "o", "å", "samt",
    ):  # fmt: skip
        return
    match = _BEFORE.search(text, low, at)
    if match is not None:
        start, end = match.span("name")
        known = by_start.get(start)
        previous = _find_last(text, start)
        if (known is None or not known.label) and text[start].islower():
            is_open = previous in read_introductions("beside") or previous in read_introductions(
                "meets"
            )
            is_first = not text[:start].rstrip(" ") or text[:start].rstrip(" ")[-1:] in ".!?\n"
            named = _read_small(text, start, end, lexicon, look_up)
            if named is not None and (is_open or is_first):
                by_start[start] = named
        return
    match = _AGED_BEFORE.search(text, low, at)
    known = by_start.get(match.start("name")) if match is not None else None
    if known is not None and known.label in PLACES:
        named = _relabel(text, known, look_up, known.piece.edits > 0)
        if named is not None:
            by_start[known.piece.start] = named


def _relabel(
    text: str, known: RankedPiece, look_up: Lookup, may_be_unlisted: bool = False
) -> RankedPiece | None:
    """Return a capitalized place that may be a first name as one: *Ola och Kuba*."""
    piece = known.piece
    if known.label not in PLACES or piece.case is LetterCase.LOWER:
        return None
    form = piece.form
    if form is None or piece.edits or piece.affix_bits:
        return _make(piece, "firstname_unknown", None) if may_be_unlisted else None
    labels = [label for label in form.candidates if label in FIRSTNAMES]
    if not labels:
        return None
    label = max(sorted(labels), key=lambda own: form.candidates[own].mentions)
    return RankedPiece(piece, label, SURE, "", False, SURE)


def _make(piece: TextPiece, label: str, form: None) -> RankedPiece:
    unlisted = TextPiece(
        piece.start, piece.end, piece.case, form, -1, 0, source=PieceSource.UNKNOWN
    )
    return RankedPiece(unlisted, label, SURE, "", False, SURE)


def _read_small(
    text: str, start: int, end: int, lexicon: Lexicon, look_up: Lookup
) -> RankedPiece | None:
    """Return a word in small letters that may be a name, if the sentence goes on as after one."""
    word = text[start:end]
    if not word.islower():
        return None
    form, entry = look_up(word.capitalize())
    if form is None:
        return None
    persons = count_persons(form)
    if persons < max(LEAST, LEAST_SHARE * form.word_mentions):
        return None
    known = lexicon.word(word)
    if known is not None and known.pos & _FUNCTION and not known.pos & PROPER_NOUN:
        return None
    if not _goes_on(text, end, lexicon):
        return None
    labels = [label for label in form.candidates if label in FIRSTNAMES]
    label = "firstname_unknown"
    if labels:
        label = max(sorted(labels), key=lambda own: form.candidates[own].mentions)
    piece = TextPiece(start, end, LetterCase.LOWER, form, entry)
    return RankedPiece(piece, label, SURE, "", False, SURE)


def _goes_on(text: str, end: int, lexicon: Lexicon) -> bool:
    """Return whether the sentence goes on after a word as it does after a name."""
    match = _NEXT.match(text, end)
    following = match.group(1).lower() if match is not None else ""
    if following in read_introductions("number"):
        return False  # max två
    return (
        following == ""
        or following in read_introductions("ends")
        or is_verb_after(lexicon, following)
    )


def _find_last(text: str, start: int) -> str:
    match = _LAST.search(text, max(0, start - _REACH), start)
    return match.group(1).lower() if match is not None else ""
