"""Apply a decision about a word to all equal words of a document."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from tacknamn.service.review.checking import tidy_replacement
from tacknamn.service.review.documents import OpenedDocument
from tacknamn.service.review.drawing import DrawnFor, make_spans
from tacknamn.service.review.folder_models import ApplyRequest
from tacknamn.service.review.places import TakenPlaces
from tacknamn.service.review.records import ReviewAction, ReviewedSpan, SpanPlace
from tacknamn.text.fold import Folded, fold

__all__ = ["apply_decision", "find_equal_words", "has_word"]

_LETTER = r"[\p{L}\p{M}\p{N}\p{Cf}]"
_ENGINE: Any = import_module("regex")  # which has no types
_WORD = _ENGINE.compile(rf"{_LETTER}++(?:[-'’·.:]{_LETTER}++)*+")
"""A word, as the page cuts them (text.ts); marks that cannot be seen are part of it."""


def has_word(text: str, form: str) -> bool:
    """Whether a text may have a word: a quick answer, which may be wrong for no other reason than yes."""
    return fold(form) in fold(text)


def find_equal_words(text: str, form: str) -> Iterator[SpanPlace]:
    """Yield the places of all words that equal a form, whatever their letter case.

    >>> list(find_equal_words("anna och ANNA såg Annas hund", "Anna"))
    [(0, 4), (9, 13)]
    """
    wanted = [fold(word.group()) for word in _WORD.finditer(form)] or [fold(form)]
    words = list(_WORD.finditer(text))
    folded: list[Folded] = [fold(word.group()) for word in words]
    size, end = len(wanted), 0
    for at in range(len(words) - size + 1):
        start = words[at].start()
        if start >= end and folded[at : at + size] == wanted:
            end = words[at + size - 1].end()
            yield start, end


def apply_decision(opened: OpenedDocument, request: ApplyRequest) -> tuple[list[ReviewedSpan], int]:
    """Return the spans of a document after a decision, and how many words it changed.

    Words within a larger span stay: *Anna* of the school *Sankta Anna* is no person."""
    by_place = {span.place: span for span in opened.spans}
    larger = TakenPlaces(span.place for span in opened.spans)
    equal = set(find_equal_words(opened.text, request.form))
    equal |= {
        place for place in by_place if fold(opened.text[place[0] : place[1]]) == fold(request.form)
    }
    places = [place for place in sorted(equal) if place in by_place or not larger.touch(*place)]
    made = {span.place: span for span in _decide(opened, places, by_place, request)}
    changed = {
        place: span
        for place, span in made.items()
        if place not in by_place or by_place[place].decision != span.decision
    }
    spans = sorted({**by_place, **changed}.values(), key=lambda span: span.place)
    return spans, len(changed)


def _decide(
    opened: OpenedDocument,
    places: list[SpanPlace],
    by_place: dict[SpanPlace, ReviewedSpan],
    request: ApplyRequest,
) -> Iterator[ReviewedSpan]:
    """Yield the spans that the decision makes of these places. Notes and comments stay."""
    action = ReviewAction(request.action)
    if action is ReviewAction.FREE:
        for start, end in places:
            old = by_place.get((start, end), ReviewedSpan(start, end))
            yield ReviewedSpan(start, end, notes=old.notes, comment=old.comment,
                               replacement=opened.text[start:end], action=action)  # fmt: skip
        return
    label = request.label or ""
    others = [span for span in opened.spans if span.place not in set(places)]
    kept = {
        place: span
        for place in places
        if (span := by_place.get(place)) and span.label and label in ("", span.label)
    }
    pieces = [(place, label) for place in places if place not in kept]
    drawn_for = DrawnFor(opened.tools, opened.id, opened.text, [*others, *kept.values()])
    for span in (*kept.values(), *make_spans(drawn_for, pieces)):
        noted = by_place.get(span.place)
        if noted is not None:
            span = replace(span, notes=noted.notes, comment=noted.comment)
        yield _finish(opened, span, action, request.replacement)


def _finish(
    opened: OpenedDocument, span: ReviewedSpan, action: ReviewAction, new_base: str | None
) -> ReviewedSpan:
    original = opened.text[span.start : span.end]
    if action is ReviewAction.MARK:
        return replace(span, action=action, replacement=original, new_base="")
    if not new_base:
        return span
    base = tidy_replacement(new_base)
    shaped = opened.tools.forms.shape(span.label, original, span.base, span.affixes, base)
    return replace(span, action=action, replacement=shaped, new_base=base)
