"""Explain spans: why each was found, and why its replacement was chosen.

A span is explained by facts, which the page shows in its table and :func:`explain_document` prints
as lines with tabs::

    13-18   span        firstname_female 1      replaced
    13-18   replacement Elsa
    13-18   rule        list    it is in the lists
    13-18   candidate   firstname_female        0.93    from scb-names

Unless the caller allows the original to be shown, no fact quotes it or narrows it down. Candidates
then have only label, probability and sources. The cue word is shown only if it is not a word of any
span, so that it is readable in the pseudonymized text anyway.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.labels import AnyLabel, Kind
from tacknamn.lexicon.lexicon import Candidate
from tacknamn.pipeline.document import Explanation, explain_span
from tacknamn.records import Action, Alternative, Span
from tacknamn.reports.rule_words import describe_policy, describe_rule
from tacknamn.support.lazy_property import lazy_property
from tacknamn.support.printing import make_printable
from tacknamn.taxonomy.reader import load_taxonomy

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = [
    "LONGEST_QUOTE",
    "Fact",
    "SpanExplainer",
    "describe_action",
    "describe_candidates",
    "describe_count",
    "describe_label",
    "explain_document",
    "shorten",
]

LONGEST_QUOTE = 200
"""Most letters of a span that a fact, a title or a cell of a table quotes."""
MOST_CANDIDATES = 3
"""Most candidates of a label that are listed with their places and counts."""
HIDDEN = "a word of a span (not shown)"
_ACTION_WORDS = {Action.REPLACE: "replaced", Action.MARK: "only marked", Action.KEEP: "kept"}
_CHECK_WORDS = {
    True: "the check digits are right",
    False: "the check digits are wrong; learners invent numbers, and they are hidden as well",
}
_WORDS = re.compile(r"\w+")


class Fact(NamedTuple):
    """A single fact about a span."""

    name: str
    """The kind of fact: ``rule``, ``candidate`` ..."""
    words: tuple[str, ...]
    """Its fields, without tabs, line ends and control characters."""


def explain_document(document: "Document", show: bool = False) -> Iterator[str]:
    """Explain a document in lines, without line ends; with ``show`` they quote the original.

    Each line is one fact: the offsets of the span in the original text, the kind of fact, and its
    fields, separated by tabs. ``cut``, ``grep`` and ``awk`` can select from them. A document with a
    name begins with the line ``document`` and the name. The text of a span that is only marked is
    not quoted either, unless ``show`` is true."""
    if document.name:
        yield f"document\t{make_printable(document.name)}"
    explainer = SpanExplainer(document, show)
    for span in document.spans:
        offsets = f"{span.start}-{span.end}"
        for words in _explain_action(document, span, show):
            yield "\t".join((offsets, *words))
        for fact in explainer.explain(span):
            yield "\t".join((offsets, fact.name, *fact.words))


def _explain_action(document: "Document", span: Span, show: bool) -> Iterator[tuple[str, ...]]:
    yield "span", describe_label(span), describe_action(span)
    if show:
        yield "original", make_printable(shorten(document.original[span.start : span.end]))
    if span.action is Action.REPLACE:
        yield "replacement", make_printable(shorten(span.replacement))


def describe_action(span: Span) -> str:
    """Say what was done with a span."""
    return _ACTION_WORDS[span.action]


def describe_label(span: Span) -> str:
    """Return label, running number and affixes of a span, as SVALA graphs list them."""
    number = [str(span.number)] if span.number else []
    return make_printable(" ".join([span.label, *number, *span.affixes]))


def shorten(text: str) -> str:
    """Return the beginning of a long text."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


class SpanExplainer:
    """Lists the facts about the spans of one document."""

    def __init__(self, document: "Document", show: bool) -> None:
        self._document = document
        self._show = show

    def explain(self, span: Span) -> Iterator[Fact]:
        """List why a span was found and why its replacement was chosen."""
        explanation = explain_span(span, self._document.profile, self._document.lexicon)
        yield self._explain_label(span)
        yield from self._explain_rule(span, explanation)
        yield from describe_candidates(explanation.candidates, self._show)
        for alternative in explanation.others:
            yield self._explain_alternative(alternative, span)
        yield from _explain_replacement(span, explanation)
        if span.comment and self._show:
            yield Fact("comment", (make_printable(span.comment),))

    def _explain_label(self, span: Span) -> Fact:
        label = load_taxonomy().find(span.label)
        return Fact("label", (make_printable(span.label), *([label.description] if label else [])))

    def _explain_rule(self, span: Span, explanation: Explanation) -> Iterator[Fact]:
        yield Fact("rule", (make_printable(explanation.rule), describe_rule(explanation.rule)))
        if span.manual:
            return
        if explanation.trigger:
            yield Fact("cue", (self._quote_cue(explanation.trigger),))
        yield Fact("probability", (f"{explanation.probability:.2f}",))
        if explanation.edits:
            letters = "letter" if explanation.edits == 1 else "letters"
            yield Fact("misspelt", (f"{explanation.edits} {letters} off",))
        if explanation.checked is not None:
            yield Fact("check", (_CHECK_WORDS[explanation.checked],))

    def _explain_alternative(self, alternative: Alternative, span: Span) -> Fact:
        words = [
            alternative.label,
            describe_rule(alternative.rule),
            f"strength {alternative.strength}",
        ]
        if alternative.trigger:
            words.append(f"cue {self._quote_cue(alternative.trigger)}")
        if alternative.checked is not None:
            words.append(_CHECK_WORDS[alternative.checked])
        if (alternative.start, alternative.end) != (span.start, span.end):
            words.append(f"characters {alternative.start}-{alternative.end}")
        return Fact("rejected alternative", tuple(map(make_printable, words)))

    def _quote_cue(self, cue: str) -> str:
        is_public = self._show or self._words_of_spans.isdisjoint(_split_words(cue))
        return make_printable(cue) if is_public else HIDDEN

    @lazy_property
    def _words_of_spans(self) -> frozenset[str]:
        """The words of all spans, as they are in the text and in their base forms."""
        text = self._document.original
        spans = self._document.spans
        bases = (span.found.base for span in spans if span.found is not None)
        forms = (text[span.start : span.end] for span in spans)
        return frozenset(word for form in (*forms, *bases) for word in _split_words(form))


def describe_candidates(candidates: Iterable[Candidate], show: bool) -> Iterator[Fact]:
    """Describe the candidates of the lists, one fact per label, the most likely label first.

    A street name that every town has occurs in the lists once per town. Candidates with one label
    are therefore described together, with the sum of their probabilities and all their sources.
    Forms, counts and places follow only with ``show``: the number of persons with a name is public
    and identifies the name, and so is the number of towns."""
    by_label: dict[AnyLabel, list[Candidate]] = {}
    for candidate in candidates:
        by_label.setdefault(candidate.label, []).append(candidate)
    sums = {
        label: sum(candidate.probability for candidate in group)
        for label, group in by_label.items()
    }
    for label in sorted(by_label, key=lambda label: -sums[label]):
        words = [label.value, f"{sums[label]:.2f}"]
        if show:
            words += _describe_forms(by_label[label])
        yield Fact("candidate", (*map(make_printable, words), _describe_sources(by_label[label])))


def _describe_forms(candidates: Sequence[Candidate]) -> Iterator[str]:
    for candidate in candidates[:MOST_CANDIDATES]:
        places = [place for place in (candidate.parent, candidate.country) if place]
        count = describe_count(candidate.count, candidate.kind)
        yield ", ".join([candidate.form, *places, *([count] if count else [])])
    if len(candidates) > MOST_CANDIDATES:
        yield f"and {len(candidates) - MOST_CANDIDATES:,} more"


def describe_count(count: float, kind: Kind) -> str:
    """Say what a count counts; nothing if it is good only for ordering.

    >>> describe_count(0.00031, Kind.SHARE), describe_count(2.0, Kind.RANK)
    ('0.031 % of people', '')
    """
    if kind in (Kind.BEARERS, Kind.INHABITANTS):
        return f"{count:,.0f} {kind.value}"
    if kind is Kind.SHARE:
        return f"{100 * count:.2g} % of people"
    return f"frequency class {count:g}" if kind is Kind.CLASS else ""


def _describe_sources(candidates: Iterable[Candidate]) -> str:
    sources = sorted({source for candidate in candidates for source in candidate.sources})
    return f"from {', '.join(map(make_printable, sources))}" if sources else "of no source"


def _explain_replacement(span: Span, explanation: Explanation) -> Iterator[Fact]:
    if explanation.policy:
        policy = explanation.policy
        yield Fact("policy", (make_printable(policy), describe_policy(policy)))
    if explanation.reason:
        yield Fact("reason", (make_printable(explanation.reason),))
    if span.pool > 1:
        yield Fact("drawn from", (f"{span.pool:,}",))


def _split_words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())
