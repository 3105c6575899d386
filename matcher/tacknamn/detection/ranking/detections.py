"""Make the records of labelling: of decided pieces, and of what the patterns found."""

import re
from typing import Final

from tacknamn.detection.ranking.best_labels import RankedPiece
from tacknamn.detection.ranking.forms import FIRSTNAMES, HOME, INSTITUTIONS, MIDDLENAME
from tacknamn.detection.ranking.pieces import PieceSource
from tacknamn.lexicon.affixes import GENITIVE, name_affixes
from tacknamn.records import Detection, Finding

__all__ = ["BESIDE_NAME", "CAPITAL", "LIST", "build_detection", "build_finding_detection"]

BESIDE_NAME, CAPITAL, INITIALS = "beside_name", "capital", "initials"
"""Rules of labelling: a word beside a name; a capitalised word that no list knows; initials."""
LIST, MISSPELT = "list", "misspelt"
"""... and an entry of the lists, as it is written there, or misspelt."""
_UNLISTED_GENITIVE: Final = re.compile(r"\w{3,}[^\Wsxziuoa_]s")
"""A name that no list has, and an s: Comeys, but not Millis."""


def build_detection(text: str, one: RankedPiece) -> Detection:
    """The record of a piece that is a name."""
    piece = one.piece
    if piece.form is None or not (one.label == MIDDLENAME or one.label in piece.form.senses):
        return _build_unlisted(text, one)
    label = one.label
    if label == MIDDLENAME:
        label = next(each for each in piece.form.senses if each in FIRSTNAMES)
    sense = piece.form.senses[label]
    return Detection(
        piece.start,
        piece.end,
        "city" if one.label == "area" and sense.country == HOME else one.label,
        MISSPELT if piece.edits else LIST,
        sense.form,
        name_affixes(piece.affix_bits),
        one.trigger,
        one.probability,
        piece.entry,
        sense.country,
        sense.parent,
        piece.edits,
        of_class=one.of_class,
    )


def _build_unlisted(text: str, one: RankedPiece) -> Detection:
    piece = one.piece
    form = text[piece.start : piece.end]
    rule = INITIALS if piece.sort is PieceSource.INITIAL else BESIDE_NAME if one.in_row else CAPITAL
    is_genitive = _is_genitive(one, form)
    return Detection(
        piece.start,
        piece.end,
        one.label,
        rule,
        form[:-1] if is_genitive else form,
        ("gen",) if is_genitive else (),
        one.trigger,
        one.probability,
        of_class=one.of_class,
    )


def _is_genitive(one: RankedPiece, form: str) -> bool:
    """Whether a name that no list has is a genitive; one of an institution may just end so."""
    if one.piece.sort is PieceSource.INITIAL or one.label in INSTITUTIONS:
        return False
    return bool(one.piece.affix_bits & GENITIVE) or _UNLISTED_GENITIVE.fullmatch(form) is not None


def build_finding_detection(finding: Finding) -> Detection:
    """The record of what the patterns found."""
    start, end, label, rule, trigger = finding[:5]
    return Detection(start, end, label, rule, trigger=trigger, finding=finding)
