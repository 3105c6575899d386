"""Check what the page sends: nothing of it is trusted.

Offsets are those of the text that the service has, replacements become one line, labels are known ones.
What a graph cannot keep is put right where it is clear what was meant (a comment without a note gets
``OBS!``, as ``tacknamn validate --repair`` does), and refused where it is not.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from tacknamn.service.offsets import OffsetUnit, read_offsets
from tacknamn.service.problems import Problem
from tacknamn.service.review.document_models import ReviewSpan
from tacknamn.service.review.records import DecidedBy, ReviewAction, ReviewedSpan, SpanPlace
from tacknamn.svala.rules import is_note
from tacknamn.svala.tokens import BLANKS, find_text_error, trim_blanks
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind

__all__ = [
    "check_label",
    "check_spans",
    "check_strings",
    "read_places",
    "tidy_replacement",
    "trim_place",
]

NOTE = "OBS!"
"""The note of a comment that has none."""
_BLANKS = re.compile(f"[{BLANKS}]+")
_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp", "Mn", "Me"))
"""Categories of characters that show nothing by themselves."""


def check_spans(
    text: str,
    sent: Sequence[ReviewSpan],
    before: Collection[ReviewedSpan],
    own_labels: Collection[str] = (),
) -> list[ReviewedSpan]:
    """Return the spans that the page sent, sorted.

    Args:
        before: The spans of the version that the page began with. What equals one of them may be
            what only another program can make, such as deleted words.
        own_labels: Labels of the user's lists.
    """
    places = read_places(text, ((span.start, span.end) for span in sent))
    known = {span.decision: span for span in before}
    labels = {*own_labels, *(span.label for span in before)} - {""}
    spans = [
        _read_span(text, each, place, known, labels)
        for each, place in zip(sent, places, strict=True)
    ]
    spans.sort(key=lambda span: span.place)
    for left, right in pairwise(spans):
        if left.end > right.start:
            raise Problem("invalid", f"spans: two overlap at character {right.start}; keep one")
    return spans


def _read_span(
    text: str,
    sent: ReviewSpan,
    place: SpanPlace,
    known: dict[tuple[object, ...], ReviewedSpan],
    labels: Collection[str],
) -> ReviewedSpan:
    check_strings((sent.label, sent.comment, sent.replacement, sent.base, sent.newBase,
                   *sent.affixes, *sent.notes))  # fmt: skip
    span = ReviewedSpan(
        *place,
        sent.label,
        sent.number,
        tuple(sent.affixes),
        tuple(sent.notes),
        sent.comment,
        sent.replacement,
        ReviewAction(sent.action),
        new_base=sent.newBase,
    )
    found = known.get(span.decision)
    if found is not None:
        accepted = sent.accepted or found.by is DecidedBy.PERSON
        return replace(found, accepted=accepted, new_base=sent.newBase or found.new_base)
    return _tidy(text, span, labels)


def _tidy(text: str, span: ReviewedSpan, labels: Collection[str]) -> ReviewedSpan:
    """Return a new or changed span as a graph can keep it."""
    start, end = trim_place(text, span.place)
    original = text[start:end]
    notes = _check_kind(span.notes, LabelKind.NOTE, "notes")
    comment = trim_blanks(span.comment)
    if comment and not any(map(is_note, notes)):
        notes = (*notes, NOTE)
    span = replace(span, start=start, end=end, notes=notes, comment=comment)
    if span.action is ReviewAction.FREE:
        return replace(span, label="", number=0, affixes=(), replacement=original)
    if span.label:
        span = replace(span, label=check_label(span.label, labels))
    elif span.action is ReviewAction.REPLACE or not notes:
        raise Problem(
            "invalid",
            "spans: one has neither a label nor a note; give it one, or let it stay (free)",
        )
    affixes = _check_kind(span.affixes, LabelKind.AFFIX, "affixes") if span.label else ()
    number = span.number if span.label else 0
    replacement = original
    if span.action is ReviewAction.REPLACE:
        replacement = tidy_replacement(span.replacement)
        if not replacement:
            raise Problem(
                "invalid", "spans: a replacement is empty; write one, or let the words stay (free)"
            )
    return replace(span, number=number, affixes=affixes, replacement=replacement)


def check_strings(texts: Iterable[str]) -> None:
    """Refuse strings that no graph can have."""
    for text in texts:
        if error := find_text_error(text):
            raise Problem("invalid", f"a label, a replacement or a comment has {error}; remove it")


def read_places(text: str, places: Iterable[SpanPlace]) -> list[SpanPlace]:
    """Return places in code points, which are given in UTF-16 units."""
    places = list(places)
    try:
        points = read_offsets(text, (at for place in places for at in place), OffsetUnit.UTF16)
    except ValueError:
        raise Problem(
            "invalid", "an offset is outside the text, or within a character of two UTF-16 units"
        ) from None
    found = [(points[start], points[end]) for start, end in places]
    if any(start >= end for start, end in found):
        raise Problem("invalid", "a span ends where it begins or before; give its first and last")
    return found


def trim_place(text: str, place: SpanPlace) -> SpanPlace:
    """Return a place without the blanks around it; a problem if nothing is left."""
    piece = text[place[0] : place[1]]
    start = place[0] + len(piece) - len(piece.lstrip(BLANKS))
    end = start + len(trim_blanks(piece))
    if start == end:
        raise Problem("invalid", "a span has only blanks; choose a word")
    return start, end


def tidy_replacement(text: str) -> str:
    """Return a replacement on one line, with single blanks; empty if it shows nothing.

    >>> tidy_replacement(" Nya\\n Byn ")
    'Nya Byn'
    """
    tidy = _BLANKS.sub(" ", text).strip(" ")
    is_visible = any(unicodedata.category(letter) not in _INVISIBLE for letter in tidy)
    return tidy if is_visible else ""


def check_label(label: str, known: Collection[str] = ()) -> str:
    """Return the current name of a label that names something; a problem for any other."""
    taxonomy = load_taxonomy()
    if taxonomy.kind(label) is LabelKind.BASE:
        return taxonomy.get_current_name(label)
    if label in known:
        return label
    raise Problem("invalid", "there is an unknown label; /review/api/settings lists all")


def _check_kind(names: Iterable[str], kind: LabelKind, field: str) -> tuple[str, ...]:
    taxonomy = load_taxonomy()
    found = tuple(dict.fromkeys(map(taxonomy.get_current_name, names)))
    if any(taxonomy.kind(name) is not kind for name in found):
        raise Problem("invalid", f"spans: {field} has an unknown name")
    return found
