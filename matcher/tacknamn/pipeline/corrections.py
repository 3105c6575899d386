"""What annotators, or other programs, decided about a text, and what they left to do.

A span that they labelled keeps its label, number, affixes, notes and comment. It also keeps the
words that they, or an earlier run, put there. If they labelled a word without replacing it, and the
profile replaces the label, a replacement is drawn. A manual edge without labels means that there is
nothing to replace, and nothing is detected there again; the same holds for a word that they freed
of its last label. A note (``OBS!``, ``Com!``) on unchanged words decides nothing: a name is detected
there, and the note stays.

The numbers say who is the same (:mod:`tacknamn.pipeline.numbered_entities`): where a corrected number
joins or splits persons, their pseudonyms follow, and a warning says so.

A span about which something was decided is *settled*. An *open* span has only notes, or only labels
that the taxonomy does not know.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from tacknamn.detection.ranking.detections import drop_overlapping
from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.document import BY_HAND, make_graph_span
from tacknamn.pipeline.numbered_entities import NumberedEntities, NumberedPiece, split_base
from tacknamn.pipeline.numbering import Numbering, normalize_value
from tacknamn.pipeline.replacer import PlannedSpan, Replacer
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.records import RUNNING_NUMBER, Policy
from tacknamn.records import Action, Detection, Span
from tacknamn.replacement.originals import ResolvedMention
from tacknamn.svala.building import replace_spans
from tacknamn.svala.records import Graph, GraphSpan
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_source_text, list_freed, list_spans
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelParts

__all__ = ["Corrections"]

Resolver = Callable[[PlannedSpan], ResolvedMention | None]

_UNLABELLED = "extra"
"""The label of a replaced span without a label: SVALA's label for everything else."""
_NUMBERED = "count"
"""The method whose replacements are the running numbers themselves."""
_JOINED = (
    "pieces with one label and number had different replacements, and now have the same; check the "
    "numbers if they are not one person or place"
)
_SPLIT = (
    "one replacement stood for several numbers of a label, and the higher ones now have replacements "
    "of their own"
)


class Corrections:
    """The spans of a text that annotators, or other programs, made."""

    def __init__(
        self, text: str, spans: Iterable[GraphSpan], freed: Iterable[tuple[int, int]] = ()
    ) -> None:
        """Read the spans of a text.

        Args:
            freed: The offsets of words that annotators freed of their labels.
        """
        self.text = text
        split_labels = load_taxonomy().split_labels
        self._settled: list[tuple[GraphSpan, LabelParts]] = []
        self._noted: list[tuple[GraphSpan, LabelParts]] = []
        self._unknown: dict[tuple[int, int], GraphSpan] = {}
        """Open spans with unknown labels, by their offsets."""
        for span in spans:
            self._add(span, split_labels(span.labels))
        self.entities = NumberedEntities(())
        """Who the numbered spans are, as soon as they are planned."""
        self._changed: dict[tuple[int, int], bool] = {}
        """Settled spans that get another replacement, and whether a number was split off."""
        self._note_ends = [span.end for span, _ in self._noted]
        settled = ((span.start, span.end) for span, _ in self._settled)
        self._settled_offsets = sorted([*settled, *freed])

    @classmethod
    def from_graph(cls, graph: Graph) -> "Corrections":
        """Read the corrections of a graph; it must follow SVALA's rules."""
        if violations := find_violations(graph):
            raise InputError(
                f"the graph breaks {len(violations)} rules of SVALA, first: "
                f"{violations[0].place}, {violations[0].message}; repair it, e.g. with "
                "`tacknamn validate --repair`"
            )
        return cls(get_source_text(graph), list_spans(graph), list_freed(graph))

    def _add(self, span: GraphSpan, parts: LabelParts) -> None:
        is_unchanged = span.replacement == self.text[span.start : span.end]
        others = (*parts.main, *parts.numbers, *parts.affixes, *parts.unknown)
        is_noted = bool(parts.notes) and not others and is_unchanged
        is_unknown = parts.label is None and bool(parts.unknown) and is_unchanged
        if is_noted:
            self._noted.append((span, parts))
        if is_unknown:
            self._unknown[span.start, span.end] = span
        if not is_noted and not is_unknown:
            self._settled.append((span, parts))

    def drop_settled(self, detections: Sequence[Detection]) -> list[Detection]:
        """Return the detections that overlap no settled span."""
        return list(drop_overlapping(detections, self._settled_offsets))

    def drop_settled_plans(self, planned: Iterable[PlannedSpan]) -> list[PlannedSpan]:
        """Return the planned spans that overlap no settled span."""
        placed = ((span.detection.start, span.detection.end, span) for span in planned)
        return [span for _, _, span in drop_overlapping(placed, self._settled_offsets)]

    def plan(self, profile: Profile, lexicon: Lexicon, resolve: Resolver) -> list[PlannedSpan]:
        """Plan the labelled spans that the profile replaces: those that stand unreplaced, and those whose
        replacement does not fit their number.

        Args:
            resolve: Returns the mention that a name is drawn for, or None.
        """
        planned, pieces = [], []
        for span, parts in self._settled:
            label, original = parts.label, self.text[span.start : span.end]
            if label is None:
                continue
            policy = profile.get_policy(label)
            is_open = span.replacement == original and not self._is_placeholder(policy.text, span)
            if policy.action is not Action.REPLACE:
                continue

            def is_known(form: str, label: str = label) -> bool:
                return any(each.label == label for each in lexicon.lookup(form))

            base, affixes = split_base(original, label, parts.affixes, is_known)
            detection = Detection(span.start, span.end, label, BY_HAND, base, affixes)
            each = PlannedSpan(detection, profile.resolve_policy(detection))
            mention = resolve(each)
            if mention is not None and (is_open or span.replacement != original):
                pseudonym = "" if is_open else span.replacement
                if pseudonym:
                    pseudonym, _ = split_base(pseudonym, label, parts.affixes, is_known)
                pieces.append(NumberedPiece(each, parts.number or 0, mention, pseudonym))
                planned.append(each)
            elif is_open or _has_other_number(each.policy, span, parts):
                planned.append(each)
                is_open = True
            if is_open:
                self._changed[span.start, span.end] = False
        self.entities = NumberedEntities(pieces)
        self._changed |= dict(self.entities.list_changed())
        return planned

    def _is_placeholder(self, placeholder: str, span: GraphSpan) -> bool:
        """Whether the placeholder is in the text already: of ``[extra]`` the span is ``extra``."""
        before = placeholder.find(self.text[span.start : span.end])
        return before >= 0 and self.text.startswith(placeholder, max(0, span.start - before))

    def start_numbering(self) -> Numbering:
        """Return running numbers that continue after those that were given before."""
        numbering = Numbering()
        for span, parts in self._settled:
            if parts.label is not None and parts.number:
                value = normalize_value(parts.label, self.text[span.start : span.end])
                numbering.keep(parts.label, value, parts.number)
        return numbering

    def list_warnings(self, spans: Iterable[Span]) -> tuple[str, ...]:
        """List what was changed although it was replaced before: numbers contradicted it."""
        old = {(span.start, span.end): span.replacement for span, _ in self._settled}
        found = set()
        for span in spans:
            before = old.get((span.start, span.end), span.replacement)
            if before not in (span.replacement, self.text[span.start : span.end]):
                found.add(self._changed.get((span.start, span.end), False))
        return (*[_JOINED] * (False in found), *[_SPLIT] * (True in found))

    def list_spans(self, replacer: Replacer) -> list[Span]:
        """List all spans of the text: the settled ones and those that were planned."""
        spans = {(span.start, span.end): span for span in replacer.replace()}
        for settled, parts in self._settled:
            place = settled.start, settled.end
            made = spans.get(place)
            drawn = made if place in self._changed else None
            span = self._make_span(settled, parts, drawn)
            if made is not None and drawn is None:
                # The number of names is known if an equal replacement would be made now.
                pool = made.pool if made.replacement == span.replacement else 0
                span = span._replace(pool=pool)
            spans[place] = span
        labelled = (span for span in spans.values() if span.label)
        return self._add_notes(sorted(labelled, key=attrgetter("start")))

    def _add_notes(self, spans: list[Span]) -> list[Span]:
        """Add each note to the first span on its words; without one, the note becomes a span."""
        alone = []
        ends = [span.end for span in spans]
        for noted, parts in self._noted:
            index = bisect_right(ends, noted.start)
            if index < len(spans) and spans[index].start < noted.end:
                span = spans[index]
                notes = tuple(note for note in parts.notes if note not in span.affixes)
                spans[index] = span._replace(
                    affixes=(*span.affixes, *notes), comment=span.comment or noted.comment or ""
                )
            else:
                note = self._make_span(noted, parts, None)
                alone.append(note._replace(label=parts.notes[0], affixes=parts.notes[1:]))
        return sorted([*spans, *alone], key=attrgetter("start")) if alone else spans

    def update_graph(self, graph: Graph, spans: Sequence[Span]) -> Graph:
        """Put the spans that are new, or newly replaced, into the graph of these corrections."""
        settled = {(span.start, span.end): span for span, _ in self._settled}
        changed = []
        for span in spans:
            offsets = span.start, span.end
            old = settled.get(offsets)
            if old is None and span.manual:  # a note alone: it is in the graph already
                continue
            if old is None:
                open_span = self._unknown.get(offsets) or self._find_note(span)
                edge = open_span.edge if open_span else None
                changed.append(make_graph_span(span, span.comment or None, edge))
            elif old.replacement != span.replacement:
                changed.append(make_graph_span(span, old.comment, old.edge))
        return replace_spans(graph, changed)

    def _find_note(self, span: Span) -> GraphSpan | None:
        index = bisect_right(self._note_ends, span.start)
        noted = self._noted[index][0] if index < len(self._noted) else None
        return noted if noted is not None and noted.start < span.end else None

    def _make_span(self, span: GraphSpan, parts: LabelParts, drawn: Span | None) -> Span:
        """Make the public span of a settled one; ``drawn`` has its new replacement, if any."""
        original = self.text[span.start : span.end]
        replacement = drawn.replacement if drawn is not None else span.replacement
        label = parts.label or (_UNLABELLED if replacement != original else "")
        action = Action.MARK if replacement == original else Action.REPLACE
        return Span(
            span.start,
            span.end,
            label,
            replacement,
            parts.number or (drawn.number if drawn is not None else 0),
            (*parts.affixes, *parts.notes),
            action if drawn is None else drawn.action,
            None,
            drawn.reason if drawn is not None else "settled before",
            drawn.pool if drawn is not None else 1,
            span.comment or "",
        )


def _has_other_number(policy: Policy, span: GraphSpan, parts: LabelParts) -> bool:
    """Whether the replacement of a span names another running number than its own."""
    if not parts.number:
        return False
    template = RUNNING_NUMBER if policy.method == _NUMBERED else policy.text
    before, number, after = template.partition(RUNNING_NUMBER)
    expression = f"{re.escape(before)}[0-9]+{re.escape(after)}"
    if not number or not re.fullmatch(expression, span.replacement):
        return False
    return span.replacement != f"{before}{parts.number}{after}"
