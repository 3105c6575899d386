"""A text that was pseudonymized: what it was, what it is now, and what became of what."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.lexicon import Lexicon
from tacknamn.policies import Profile
from tacknamn.pseudonymizing.explaining import Explanation, explained
from tacknamn.pseudonymizing.records import Found, Span

if TYPE_CHECKING:
    from tacknamn.svala import Edge, Graph, Token
    from tacknamn.svala import Span as GraphSpan

__all__ = ["Document", "replaced"]


def replaced(original: str, spans: Sequence[Span]) -> str:
    """The text with the replacements of its spans; nothing else changes (A1)."""
    pieces: list[str] = []
    at = 0
    for span in spans:
        pieces += (original[at : span.start], span.replacement)
        at = span.end
    return "".join([*pieces, original[at:]])


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
    detected: tuple[Found, ...] = ()
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
        return replaced(self.original, self.spans)

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
        from tacknamn.svala import from_text  # here, for most formats need no graph

        return from_text(self.original, [graph_span(span) for span in self.spans])

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
        return explained(span, self.profile, self.lexicon)


def graph_span(span: Span) -> "GraphSpan":
    """A span as graphs have it: base label, number, affixes."""
    from tacknamn.svala import Span as GraphSpan

    labels = (span.label, str(span.number)) if span.number else (span.label,)
    comment = span.comment or None
    return GraphSpan(
        span.start, span.end, span.replacement, (*labels, *span.affixes), True, comment
    )
