"""Why a span is there, and why this stands there now."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.profiles.profile import Profile
from tacknamn.records import Alternative, Detection, Span
from tacknamn.support.splice import splice

if TYPE_CHECKING:
    from tacknamn.svala.records import Edge, Graph, GraphSpan, Token

__all__ = [
    "BY_HAND",
    "Document",
    "Explanation",
    "apply_replacements",
    "explain_span",
]

BY_HAND = "by_hand"
"""The rule of a span that a person, or another program, made."""


class Explanation(NamedTuple):
    """What is known of a span."""

    span: Span
    rule: str
    """What found it."""
    trigger: str
    """The word nearby that spoke for it; empty where none had to."""
    probability: float
    """How sure its label is."""
    candidates: tuple[Candidate, ...]
    """What the lists say that the form may be, the likeliest first, with their sources."""
    others: tuple[Alternative, ...]
    """The readings of the patterns that lost, the strongest first."""
    checked: bool | None
    """Whether its check digits are right; None where there are none."""
    edits: int
    """Letters by which it differs from what it is taken for."""
    policy: str
    """What the profile does with it, as ``--set`` has it."""
    reason: str
    """Why this replacement."""

    def __repr__(self) -> str:
        """Without the candidates, whose forms may stand in the text."""
        return f"Explanation(span={self.span!r}, rule={self.rule!r})"


def explain_span(span: Span, profile: Profile, lexicon: Lexicon) -> Explanation:
    """What is known of a span of a document."""
    found = span.found
    if found is None:
        policy = str(profile.policy(span.label))
        return Explanation(span, BY_HAND, "", 1.0, (), (), None, 0, policy, span.reason)
    finding = found.finding
    return Explanation(
        span,
        found.rule,
        found.trigger,
        found.probability,
        tuple(lexicon.candidates(found.entry)) if found.entry >= 0 else (),
        finding.others if finding is not None else (),
        finding.checked if finding is not None else None,
        found.edits,
        str(profile.policy_of(found)),
        span.reason,
    )


# A text that was pseudonymized: what it was, what it is now, and what became of what.


def apply_replacements(original: str, spans: Sequence[Span]) -> str:
    """The text with the replacements of its spans; nothing else changes (A1)."""
    return splice(original, ((span.start, span.end, span.replacement) for span in spans))


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """A text, pseudonymized."""

    original: str
    """The text as it was given."""
    spans: tuple[Span, ...]
    """What was marked or replaced in it, from left to right and without overlaps."""
    profile: Profile
    """The policies by which it was done."""
    language: str
    lexicon: Lexicon
    name: str = ""
    """What the caller calls it."""
    warnings: tuple[str, ...] = ()
    """What somebody should know: lists that were used up."""
    detected: tuple[Detection, ...] = ()
    """All that was found, what the profile keeps included; nothing of what people settled."""
    protect: str = ""
    """The person to protect, where the caller named one."""
    corrected: "Graph | None" = field(default=None)
    """The graph that annotators corrected, with the new spans worked in, where there was one."""

    def __repr__(self) -> str:
        """Without the text, which may be anybody's private life."""
        return f"Document({len(self.original)} characters, {len(self.spans)} spans)"

    @cached_property
    def text(self) -> str:
        """The pseudonymized text."""
        return apply_replacements(self.original, self.spans)

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """Where each span stands in :attr:`text`."""
        growth = accumulate(
            (len(span.replacement) - (span.end - span.start) for span in self.spans), initial=0
        )
        return [
            (span.start + grown, span.start + grown + len(span.replacement))
            for span, grown in zip(self.spans, growth, strict=False)
        ]

    @cached_property
    def graph(self) -> "Graph":
        """The graph of SVALA: words of both texts, and edges between them."""
        if self.corrected is not None:
            return self.corrected
        from tacknamn.svala.building import build_graph  # here, for most formats need no graph

        return build_graph(self.original, [make_graph_span(span) for span in self.spans])

    @property
    def tokens(self) -> "tuple[Token, ...]":
        """The words of both texts: the original's (s0, s1 ...), then the new one's (t0 ...)."""
        return (*self.graph.source, *self.graph.target)

    @property
    def edges(self) -> "tuple[Edge, ...]":
        """What connects the words of both texts, with labels."""
        return self.graph.edges

    def explain(self, span: Span) -> Explanation:
        """Why a span is there: rule, trigger, what else it may be, policy, replacement."""
        if span not in self.spans:
            raise InputError("that span is not one of this document; take one of document.spans")
        return explain_span(span, self.profile, self.lexicon)


def make_graph_span(span: Span) -> "GraphSpan":
    """A span as graphs have it: base label, number, affixes."""
    from tacknamn.svala.records import GraphSpan

    labels = (span.label, str(span.number)) if span.number else (span.label,)
    comment = span.comment or None
    return GraphSpan(
        span.start, span.end, span.replacement, (*labels, *span.affixes), True, comment
    )
