"""Open a document as the page shows it: from the folder, with its spans and where they come from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tacknamn.essays.records import EssayContent
from tacknamn.essays.store import EssayStore
from tacknamn.pipeline.document import Document
from tacknamn.records import Action, Detection, Span
from tacknamn.service.review.graph_spans import find_edges, read_graph_spans
from tacknamn.service.review.places import TakenPlaces
from tacknamn.service.review.records import DecidedBy, ReviewAction, ReviewedSpan, Suspicion
from tacknamn.service.review.stored_reviews import read_stored_spans
from tacknamn.service.review.suspects import find_suspects
from tacknamn.service.review.tools import ReviewTools
from tacknamn.support.lazy_property import lazy_property
from tacknamn.svala.records import Graph
from tacknamn.svala.texts import get_source_text
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind

__all__ = ["OpenedDocument", "make_reviewed_span", "open_document"]


_KEPT = 4
"""Texts without a graph that are kept in memory. Each has a million characters at most."""


@dataclass(frozen=True, eq=False)
class OpenedDocument:
    """One version of a document."""

    id: str = field(repr=False)
    version: int
    text: str = field(repr=False)
    graph: Graph = field(repr=False)
    """The stored graph; for a text without one, its words on both sides."""
    stored: list[ReviewedSpan]
    """The spans that the graph has."""
    spans: list[ReviewedSpan]
    """The spans that the page shows. In version 0, proposals are among them."""
    language: str
    tools: ReviewTools = field(repr=False)
    warnings: tuple[str, ...] = ()
    has_review: bool = False
    """Whether the page saved this version, so that it is known who made each span."""

    @property
    def comment(self) -> str:
        """The comment on the whole document."""
        return self.graph.comment or ""

    @lazy_property
    def suspects(self) -> list[Suspicion]:
        """What was left in clear although it looks like a name."""
        tools = self.tools
        return find_suspects(
            self.text, self.spans, tools.everything, tools.profile, tools.leftovers
        )


def open_document(
    tools: ReviewTools, store: EssayStore, id: str, user: str = "", version: int | None = None
) -> OpenedDocument:
    """Open a version of a document; without a number, the newest."""
    content = store.load(id, user, version)
    if content.version:
        assert content.saved is not None
        review = store.load_review(id, content.version, user)
        return _open_saved(tools, id, content.version, content.saved, review)
    if content.saved is not None:
        return _open_first_graph(tools, id, content.saved)
    return _open_text(tools, id, content.raw or "")


@lru_cache(maxsize=_KEPT)
def _open_text(tools: ReviewTools, id: str, text: str) -> OpenedDocument:
    """Open a text without a graph. It is kept for a while: the list counts its spans, the page asks for
    them, and then why they are there, and each time all would have to be found again."""
    graph = EssayContent(0, raw=text).graph
    document = tools.pseudonymizer(text, id)
    spans = [make_reviewed_span(span, text) for span in document.spans]
    return _make(tools, id, 0, graph, [], spans, document)


def _open_first_graph(tools: ReviewTools, id: str, graph: Graph) -> OpenedDocument:
    """Open a graph that was put into the folder: a program may have made it, or a person.

    What is there now stays, but replacements follow corrected numbers. Where the program would have
    decided the same, the page asks a person to look; what it finds beyond that becomes proposals."""
    document = tools.pseudonymizer.again(graph, id)
    stored = list(find_edges(graph, read_graph_spans(graph)))
    text = document.original
    found = _index_detections(tools.pseudonymizer.detect(text))
    proposals = [
        make_reviewed_span(span, text) for span in document.spans if span.found is not None
    ]
    proposed = TakenPlaces(span.place for span in proposals)
    notes = {span.place for span in stored if not span.label and span.action is ReviewAction.MARK}
    replaced = {
        (span.start, span.end): span.replacement
        for span in document.spans
        if span.found is None and span.action is Action.REPLACE
    }
    kept = [
        _add_origin(_follow_number(span, replaced), found)
        for span in stored
        if span.place not in notes or not proposed.touch(*span.place)
    ]
    taken = TakenPlaces(span.place for span in kept)
    new = [span for span in proposals if not taken.touch(*span.place)]
    spans = sorted([*kept, *new], key=lambda span: span.place)
    return _make(tools, id, 0, graph, stored, spans, document)


def _open_saved(
    tools: ReviewTools, id: str, version: int, graph: Graph, review: object
) -> OpenedDocument:
    reviewed = read_stored_spans(review, get_source_text(graph))
    spans = list(find_edges(graph, read_graph_spans(graph) if reviewed is None else reviewed))
    opened = _make(tools, id, version, graph, spans, spans)
    return replace(opened, has_review=reviewed is not None)


def _make(
    tools: ReviewTools,
    id: str,
    version: int,
    graph: Graph,
    stored: list[ReviewedSpan],
    spans: Sequence[ReviewedSpan],
    document: Document | None = None,
) -> OpenedDocument:
    text = get_source_text(graph)
    return OpenedDocument(
        id,
        version,
        text,
        graph,
        stored,
        tools.forms.add_bases(text, spans),
        tools.choose_language(text) if document is None else document.language,
        tools,
        () if document is None else document.warnings,
    )


def make_reviewed_span(span: Span, text: str) -> ReviewedSpan:
    """Return a span of the pipeline as the page shows it."""
    kind = load_taxonomy().kind
    notes = tuple(name for name in span.affixes if kind(name) is LabelKind.NOTE)
    affixes = tuple(name for name in span.affixes if kind(name) is LabelKind.AFFIX)
    label = span.label
    if kind(label) is LabelKind.NOTE:
        label, notes = "", (label, *notes)
    action = ReviewAction.REPLACE if span.action is Action.REPLACE else ReviewAction.MARK
    reviewed = ReviewedSpan(
        span.start,
        span.end,
        label,
        span.number if label else 0,
        affixes,
        notes,
        span.comment,
        span.replacement,
        action,
        reason=span.reason,
        pool=span.pool,
    )
    return reviewed if span.found is None else _add_detection(reviewed, span.found, text)


def _add_detection(span: ReviewedSpan, found: Detection, text: str) -> ReviewedSpan:
    return replace(
        span,
        base=found.base or ("" if span.affixes else text[span.start : span.end]),
        by=DecidedBy.PROGRAM,
        accepted=False,
        probability=found.probability,
        rule=found.rule,
        cue=found.trigger,
    )


def _follow_number(span: ReviewedSpan, replaced: Mapping[tuple[int, int], str]) -> ReviewedSpan:
    """Return a replaced span with the replacement that its number says."""
    if span.action is not ReviewAction.REPLACE:
        return span
    return replace(span, replacement=replaced.get(span.place, span.replacement))


def _add_origin(
    span: ReviewedSpan, found: Mapping[tuple[int, int, str], Detection]
) -> ReviewedSpan:
    """Say where a span of a graph comes from, if the program detects the same."""
    detection = found.get((span.start, span.end, span.label))
    is_plain = detection is not None and not span.notes and span.action is not ReviewAction.FREE
    if not is_plain or detection is None:
        return span
    return replace(_add_detection(span, detection, ""), base=detection.base)


def _index_detections(
    detections: Iterable[Detection],
) -> Mapping[tuple[int, int, str], Detection]:
    return {(each.start, each.end, each.label): each for each in detections}
