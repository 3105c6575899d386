"""Turn ranked pieces and findings of the patterns into detections."""

import re
from typing import Final

from tacknamn.detection.ranking.label_groups import FIRSTNAMES, HOME, INSTITUTIONS, MIDDLENAME
from tacknamn.detection.ranking.pieces import PieceSource, RankedPiece
from tacknamn.detection.ranking.rules import BESIDE_NAME, CAPITAL, INITIALS, LIST, MISSPELT
from tacknamn.labels import GENITIVE, name_affixes
from tacknamn.records import Detection, Finding

__all__ = ["build_detection", "build_finding_detection"]

_UNLISTED_GENITIVE: Final = re.compile(r"\w{3,}[^\Wsxziuoa_]s")
"""An unlisted name with a genitive's s: *Comeys*, but not *Millis*."""


def build_detection(text: str, ranked: RankedPiece) -> Detection:
    """Return the detection of a piece that is a name."""
    piece, label = ranked.piece, ranked.label
    if piece.form is None or not (label == MIDDLENAME or label in piece.form.candidates):
        return _build_unlisted(text, ranked)
    listed_label = label
    if label == MIDDLENAME:  # the lists have it as a first name
        listed_label = next(own for own in piece.form.candidates if own in FIRSTNAMES)
    candidate = piece.form.candidates[listed_label]
    return Detection(
        piece.start,
        piece.end,
        "city" if label == "area" and candidate.country == HOME else label,
        MISSPELT if piece.edits else LIST,
        candidate.form,
        name_affixes(piece.affix_bits),
        ranked.cue,
        ranked.probability,
        piece.entry,
        candidate.country,
        candidate.parent,
        piece.edits,
        class_probability=ranked.class_probability,
    )


def _build_unlisted(text: str, ranked: RankedPiece) -> Detection:
    """Return the detection of a name that no list has with this label."""
    piece = ranked.piece
    form = text[piece.start : piece.end]
    if piece.source is PieceSource.INITIAL:
        rule = INITIALS
    else:
        rule = BESIDE_NAME if ranked.in_row else CAPITAL
    is_genitive = _is_genitive(ranked, form)
    return Detection(
        piece.start,
        piece.end,
        ranked.label,
        rule,
        form[:-1] if is_genitive else form,
        ("gen",) if is_genitive else (),
        ranked.cue,
        ranked.probability,
        class_probability=ranked.class_probability,
    )


def _is_genitive(ranked: RankedPiece, form: str) -> bool:
    """Return whether an unlisted name is a genitive. The name of an institution may end in s
    anyway."""
    if ranked.piece.source is PieceSource.INITIAL or ranked.label in INSTITUTIONS:
        return False
    if ranked.piece.affix_bits & GENITIVE:
        return True
    return _UNLISTED_GENITIVE.fullmatch(form) is not None


def build_finding_detection(finding: Finding) -> Detection:
    """Return the detection of a finding of the patterns."""
    start, end, label, rule, trigger = finding[:5]
    return Detection(start, end, label, rule, trigger=trigger, finding=finding)
