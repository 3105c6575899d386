"""A graph that annotators corrected: what they settled, and what is left to do.

An edge that they labelled keeps its label, number, affixes, notes and comment, and the words
that they, or an earlier run, put there. Where they labelled a word and left it as it was, and
the profile replaces the label, a replacement is drawn. An edge that they made and freed of
labels says that there is nothing: nothing is found there again. A note (``OBS!``, ``Com!``) on
words that they left as they were settles nothing: a name is found there, and the note stays.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import attrgetter

from tacknamn.detection.ranking.overlaps import drop_overlapping
from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.pipeline.document import BY_HAND
from tacknamn.pipeline.numbering import Numbering
from tacknamn.pipeline.replacer import Replacer
from tacknamn.profiles.profile import Profile
from tacknamn.records import Action, Detection, Span
from tacknamn.replacement.inflection.affixes import split_affixes
from tacknamn.svala.building import replace_spans
from tacknamn.svala.records import Graph, GraphSpan
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_source_text, list_spans
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelParts

__all__ = ["Corrections"]

_UNLABELLED = "extra"
"""The label of what somebody replaced without a label: SVALA's for what fits nowhere else."""
_OF_FORMS = frozenset(("gen", "def", "pl"))
"""Affixes that a replacement takes over; ``foreign`` says where it lies."""


class Corrections:
    """What people, or other programs, settled in a text."""

    def __init__(self, text: str, spans: Iterable[GraphSpan]) -> None:
        self.text = text
        parts = load_taxonomy().split_labels
        told = [(span, parts(span.labels)) for span in spans]
        self._noted = [(span, of) for span, of in told if self._is_noted(span, of)]
        self._note_ends = [span.end for span, _ in self._noted]
        open = [one for one in told if self._is_noted(*one) or self._is_strange(*one)]
        opened = {id(one) for one in open}  # a graph may have thousands of notes
        self._settled = [one for one in told if id(one) not in opened]
        self._strange = {(span.start, span.end): span for span, of in open if of.unknown}

    @classmethod
    def of_graph(cls, graph: Graph) -> "Corrections":
        """What a graph has settled."""
        if found := find_violations(graph):
            raise InputError(
                f"the graph breaks {len(found)} rules of SVALA, first: {found[0].place}, "
                f"{found[0].message}; repair it, e.g. with `tacknamn validate --repair`"
            )
        return cls(get_source_text(graph), list_spans(graph))

    def _is_strange(self, span: GraphSpan, parts: LabelParts) -> bool:
        """Whether it has nothing but labels that no taxonomy knows (LOC, of another program), and
        stands as it was: nobody has settled what becomes of it."""
        is_unchanged = span.replacement == self.text[span.start : span.end]
        return parts.label is None and bool(parts.unknown) and is_unchanged

    def _is_noted(self, span: GraphSpan, parts: LabelParts) -> bool:
        """Whether it has nothing but notes, and stands as it was."""
        is_unchanged = span.replacement == self.text[span.start : span.end]
        told = (*parts.main, *parts.numbers, *parts.affixes, *parts.unknown)
        return bool(parts.notes) and not told and is_unchanged

    def left(self, found: Sequence[Detection]) -> list[Detection]:
        """What was found where nobody has settled anything."""
        return list(drop_overlapping(found, [(span.start, span.end) for span, _ in self._settled]))

    def to_replace(self, profile: Profile) -> list[Detection]:
        """What somebody labelled and left as it was, though the profile replaces the label."""
        bases: dict[tuple[str, int], str] = {}
        found = []
        for span, parts in self._settled:
            original = self.text[span.start : span.end]
            label = parts.label
            if label is None or span.replacement != original:
                continue
            policy = profile.policy(label)
            if policy.action is not Action.REPLACE or self._stands(policy.text, span):
                continue
            base = bases.setdefault((label, parts.number), original) if parts.number else original
            found.append(
                Detection(span.start, span.end, label, BY_HAND, *_split_affixes(base, label, parts))
            )
        return found

    def _stands(self, placeholder: str, span: GraphSpan) -> bool:
        """Whether a placeholder stands there already: of ``[extra]`` the span is ``extra``."""
        before = placeholder.find(self.text[span.start : span.end])
        return before >= 0 and self.text.startswith(placeholder, max(0, span.start - before))

    def numbering(self) -> Numbering:
        """Running numbers that go on behind those that were given."""
        return Numbering(
            (parts.label, parts.number)
            for _, parts in self._settled
            if parts.label is not None and parts.number
        )

    def spans(self, replacer: Replacer, found: Sequence[Detection]) -> list[Span]:
        """All spans of the text: what was settled, and what was found beside it."""
        made = {(span.start, span.end): span for span in replacer.spans(found)}
        for span, parts in self._settled:
            drawn = made.get((span.start, span.end))
            made[span.start, span.end] = self._span(span, parts, drawn)
        told = sorted((one for one in made.values() if one.label), key=attrgetter("start"))
        return self._with_notes(told)

    def _with_notes(self, spans: list[Span]) -> list[Span]:
        """The spans, the first of those on noted words with the note; else the note is a span."""
        alone = []
        ends = [span.end for span in spans]
        for noted, parts in self._noted:
            place = bisect_right(ends, noted.start)
            if place < len(spans) and spans[place].start < noted.end:
                span = spans[place]
                notes = tuple(note for note in parts.notes if note not in span.affixes)
                spans[place] = span._replace(
                    affixes=(*span.affixes, *notes), comment=span.comment or noted.comment or ""
                )
            else:
                note = self._span(noted, parts, None)
                alone.append(note._replace(label=parts.notes[0], affixes=parts.notes[1:]))
        return sorted([*spans, *alone], key=attrgetter("start")) if alone else spans

    def worked_into(self, graph: Graph, spans: Sequence[Span]) -> Graph:
        """The graph that this is of, with the spans that are new, or whose words were replaced."""
        settled = {(span.start, span.end): span for span, _ in self._settled}
        news = []
        for span in spans:
            place = span.start, span.end
            old = settled.get(place)
            if old is None and span.manual:  # a note alone
                continue
            if old is None:
                open = self._strange.get(place) or self._note_on(span)
                news.append(
                    _make_graph_span(span, open.edge if open else None, span.comment or None)
                )
            elif old.replacement != span.replacement:
                news.append(_make_graph_span(span, old.edge, old.comment))
        return replace_spans(graph, news)

    def _note_on(self, span: Span) -> GraphSpan | None:
        place = bisect_right(self._note_ends, span.start)
        noted = self._noted[place][0] if place < len(self._noted) else None
        return noted if noted is not None and noted.start < span.end else None

    def _span(self, span: GraphSpan, parts: LabelParts, drawn: Span | None) -> Span:
        original = self.text[span.start : span.end]
        replacement = drawn.replacement if drawn is not None else span.replacement
        label = parts.label or (_UNLABELLED if replacement != original else "")
        return Span(
            span.start,
            span.end,
            label,
            replacement,
            parts.number or (drawn.number if drawn is not None else 0),
            (*parts.affixes, *parts.notes),
            Action.MARK if replacement == original else Action.REPLACE,
            None,
            drawn.reason if drawn is not None else "settled before",
            drawn.pool if drawn is not None else 1,
            span.comment or "",
        )


def _make_graph_span(span: Span, edge: str | None, comment: str | None) -> GraphSpan:
    labels = (span.label, *([str(span.number)] if span.number else ()), *span.affixes)
    return GraphSpan(span.start, span.end, span.replacement, labels, True, comment, edge)


def _split_affixes(base: str, label: str, parts: LabelParts) -> tuple[str, tuple[str, ...]]:
    """The base and the affixes of what somebody labelled."""
    affixes = tuple(affix for affix in parts.affixes if affix in _OF_FORMS)
    if affixes and label in set(Label):
        base, _ = split_affixes(base, label)
    return base, affixes
