"""The result of the pipeline: both texts, their spans, and why each span is there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.detection.disguises.mapped_text import MappedText
from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.pipeline.long_texts import store_records
from tacknamn.profiles.profile import Profile
from tacknamn.records import Action, Alternative, Detection, Span
from tacknamn.support.lazy_property import lazy_property
from tacknamn.support.splice import splice

if TYPE_CHECKING:
    from tacknamn.svala.records import Edge, Graph, GraphSpan, Token

__all__ = [
    "BY_HAND",
    "Disguise",
    "Document",
    "Explanation",
    "explain_span",
    "is_unchanged",
    "make_graph_span",
]

BY_HAND = "by_hand"
"""The rule of a span that a person or another program made."""


class Explanation(NamedTuple):
    """What is known about a span."""

    span: Span
    rule: str
    """The rule that found it."""
    trigger: str
    """The cue: the word nearby that speaks for it; empty if there is none."""
    probability: float
    """The probability of its label."""
    candidates: tuple[Candidate, ...]
    """The labels that the form may have according to the lists, with their sources, the most
    probable first."""
    others: tuple[Alternative, ...]
    """What else the patterns could have found, the strongest first."""
    checked: bool | None
    """Whether its check digits are right; None if it has none."""
    edits: int
    """The letters by which it differs from the name that it is taken for."""
    policy: str
    """The policy of the profile, as ``--set`` writes it."""
    reason: str
    """The reason for this replacement."""

    def __repr__(self) -> str:
        """Leave out the candidates, because their forms may be words of the text."""
        return f"Explanation(span={self.span!r}, rule={self.rule!r})"


def explain_span(span: Span, profile: Profile, lexicon: Lexicon) -> Explanation:
    """Collect what is known about a span."""
    detection = span.found
    if detection is None:
        policy = str(profile.get_policy(span.label))
        return Explanation(span, BY_HAND, "", 1.0, (), (), None, 0, policy, span.reason)
    finding = detection.finding
    return Explanation(
        span,
        detection.rule,
        detection.trigger,
        detection.probability,
        tuple(lexicon.candidates(detection.entry)) if detection.entry >= 0 else (),
        finding.others if finding is not None else (),
        finding.checked if finding is not None else None,
        detection.edits,
        str(profile.resolve_policy(detection)),
        span.reason,
    )


def is_unchanged(original: str, span: Span) -> bool:
    """Whether a span was replaced by what stood there, which no reader sees."""
    is_replaced = span.action is Action.REPLACE
    return is_replaced and span.replacement.casefold() == original.casefold()


class _Place(NamedTuple):
    """Where a span is in the pseudonymized text."""

    start: int
    end: int


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Document:
    """A pseudonymized text."""

    original: str
    """The text as it was given."""
    spans: Sequence[Span]
    """What was marked or replaced, from left to right and without overlaps: a tuple, or of a text of
    more than 524,288 characters a sequence that packs them
    (:mod:`tacknamn.support.packed_sequence`)."""
    profile: Profile
    """The profile that was used."""
    language: str
    lexicon: Lexicon
    name: str = ""
    """What the caller calls the text."""
    warnings: tuple[str, ...] = ()
    """What the caller should know, for example that a list was used up."""
    detected: Sequence[Detection] = ()
    """All detections, including those that the profile keeps. Without pieces that annotators had
    settled before. Packed like the spans if the text is long."""
    protect: str = ""
    """The person to protect, if the caller named one."""
    corrected: "Graph | None" = field(default=None)
    """The graph that annotators corrected, with the new spans in it, if there was one."""
    unexamined: Mapping[str, int] = field(default_factory=dict)
    """How many words in scripts without capitals were not taken for names, by script:
    ``{"Arabic": 3}``. No list knows these words; they stay in the text."""
    disguise: "Disguise | None" = None
    """What the finders read in place of the original; None if they read the original itself."""

    def __init__(
        self,
        original: str,
        spans: Sequence[Span],
        profile: Profile,
        language: str,
        lexicon: Lexicon,
        name: str = "",
        warnings: tuple[str, ...] = (),
        detected: Sequence[Detection] = (),
        protect: str = "",
        corrected: "Graph | None" = None,
        unexamined: Mapping[str, int] | None = None,
        disguise: "Disguise | None" = None,
    ) -> None:
        # All at once: a frozen dataclass sets its fields one by one, in twice the time.
        vars(self).update(
            original=original,
            spans=spans,
            profile=profile,
            language=language,
            lexicon=lexicon,
            name=name,
            warnings=warnings,
            detected=detected,
            protect=protect,
            corrected=corrected,
            unexamined={} if unexamined is None else unexamined,
            disguise=disguise,
        )

    def __repr__(self) -> str:
        """Leave out the text, because it may be private."""
        return f"Document({len(self.original)} characters, {len(self.spans)} spans)"

    @lazy_property
    def text(self) -> str:
        """The pseudonymized text: only the spans are changed (A1)."""
        if not self.spans:
            return self.original
        replacements = ((span.start, span.end, span.replacement) for span in self.spans)
        return splice(self.original, replacements)

    @property
    def unchanged(self) -> int:
        """How many replacements equal their originals. Nothing that is drawn does; a fixed
        replacement may, where ``0000`` or *email@dot.com* stood in the text."""
        text = self.original
        return sum(is_unchanged(text[span.start : span.end], span) for span in self.spans)

    @lazy_property
    def places(self) -> Sequence[tuple[int, int]]:
        """Start and end of each span in :attr:`text`."""
        shifts = accumulate(
            (len(span.replacement) - (span.end - span.start) for span in self.spans), initial=0
        )
        places = (
            _Place(span.start + shift, span.start + shift + len(span.replacement))
            for span, shift in zip(self.spans, shifts, strict=False)
        )
        return store_records(_Place, places, self.original)

    @lazy_property
    def graph(self) -> "Graph":
        """The SVALA graph: the words of both texts, and the edges between them."""
        if self.corrected is not None:
            return self.corrected
        from tacknamn.svala.building import build_graph  # here, because few formats need a graph

        return build_graph(
            self.original, [make_graph_span(span, span.comment or None) for span in self.spans]
        )

    @property
    def tokens(self) -> "tuple[Token, ...]":
        """The words of both texts: of the original (s0, s1 ...), then of the new one (t0 ...)."""
        return (*self.graph.source, *self.graph.target)

    @property
    def edges(self) -> "tuple[Edge, ...]":
        """The labelled connections between the words of both texts."""
        return self.graph.edges

    def explain(self, span: Span) -> Explanation:
        """Explain a span: its rule, cue, candidates, policy and replacement."""
        if span not in self.spans:
            raise InputError("that span is not one of this document; take one of document.spans")
        return explain_span(span, self.profile, self.lexicon)


class Disguise(NamedTuple):
    """How the text of a document was read, for those who read it once more."""

    document: Document
    """The document of the text without disguises."""
    mapped: MappedText
    """The way back to the original."""


def make_graph_span(span: Span, comment: str | None, edge: str | None = None) -> "GraphSpan":
    """Make the span of a graph; ``edge`` is the edge that it changes, if there is one."""
    from tacknamn.svala.records import GraphSpan  # here, because few formats need a graph

    numbers = (str(span.number),) if span.number else ()
    labels = (span.label, *numbers, *span.affixes)
    return GraphSpan(span.start, span.end, span.replacement, labels, True, comment, edge)
