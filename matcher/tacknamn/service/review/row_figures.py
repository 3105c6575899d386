"""The figures of one document: for its row in the list, and for the pictures of the folder."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tacknamn.errors import Error
from tacknamn.essays.store import EssayStore
from tacknamn.records import Detection
from tacknamn.service.review.documents import OpenedDocument, open_document
from tacknamn.service.review.graph_spans import OTHER_LABEL
from tacknamn.service.review.records import (
    SURE,
    DecidedBy,
    ReviewAction,
    ReviewedSpan,
    is_unsure,
)
from tacknamn.service.review.tools import ReviewTools

__all__ = ["CERTAINTY_STEPS", "RowFigures", "Tally", "count_document"]

CERTAINTY_STEPS = 20
"""Steps of 5 % in the picture of certainty."""
Tally = tuple[str, str]
"""A label, and what happened: ``spans``, ``replaced``, ``marked``, ``freed``, ``added``, ``changed``."""
_SURE = 1.0


@dataclass(frozen=True, slots=True)
class RowFigures:
    """What the list shows of a document, and what the pictures count."""

    words: int = 0
    spans: int = 0
    unsure: int = 0
    least: float = _SURE
    labels: dict[str, int] = field(default_factory=dict)
    notes: int = 0
    tallies: Counter[Tally] = field(default_factory=Counter)
    certainty: Counter[int] = field(default_factory=Counter)
    """Spans of each step of certainty."""
    error: str = ""
    """Why the document cannot be opened."""


def count_document(tools: ReviewTools, store: EssayStore, id: str, user: str) -> RowFigures:
    """Return the figures of the newest version; those of a broken document have the error."""
    try:
        opened = open_document(tools, store, id, user)
        return _count(opened)
    except Error as exc:
        return RowFigures(error=str(exc))


def _count(opened: OpenedDocument) -> RowFigures:
    shown = [span for span in opened.spans if span.action is not ReviewAction.FREE]
    suspects = [suspect.probability for suspect in opened.suspects]
    doubts = [span.probability for span in opened.spans if is_unsure(span)]
    doubts += [1 - probability for probability in suspects if 1 - probability < SURE]
    open_spans = [
        span.probability for span in shown if span.by is DecidedBy.PROGRAM and not span.accepted
    ]
    labels = Counter(span.label for span in shown if span.label)
    return RowFigures(
        len(opened.text.split()),
        len(shown),
        len(doubts),
        min([*open_spans, *doubts], default=_SURE),
        dict(sorted(labels.items())),
        sum(bool(span.notes) for span in opened.spans),
        Counter(_list_tallies(opened)),
        Counter(_find_step(span.probability) for span in shown),
    )


def _find_step(probability: float) -> int:
    return min(int(probability * CERTAINTY_STEPS), CERTAINTY_STEPS - 1)


def _list_tallies(opened: OpenedDocument) -> Iterator[Tally]:
    """Yield what happened to each span."""
    found = opened.tools.pseudonymizer.detect(opened.text) if opened.version else []
    at = 0
    for span in opened.spans:
        while at < len(found) and found[at].end <= span.start:
            at += 1
        proposal = found[at] if at < len(found) and found[at].start < span.end else None
        if span.action is ReviewAction.FREE:
            yield (OTHER_LABEL if proposal is None else proposal.label), "freed"
        elif span.label:
            yield span.label, "spans"
            yield span.label, "replaced" if span.action is ReviewAction.REPLACE else "marked"
            if opened.version and span.by is DecidedBy.PERSON:
                if proposal is None:
                    yield span.label, "added"
                elif opened.has_review or not _agrees(span, proposal):
                    yield span.label, "changed"


def _agrees(span: ReviewedSpan, proposal: Detection) -> bool:
    return (span.start, span.end, span.label) == (proposal.start, proposal.end, proposal.label)
