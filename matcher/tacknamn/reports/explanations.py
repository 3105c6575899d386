"""What is told of a span, one thing at a time."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.labels import Label
from tacknamn.lexicon.lexicon import Candidate
from tacknamn.pipeline.document import Explanation, explain_span
from tacknamn.records import Action, Alternative, Span
from tacknamn.reports.rule_words import describe_policy, describe_rule
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
    "describe_label",
    "explain_document",
    "shorten",
]


class Fact(NamedTuple):
    """One thing that is told of a span."""

    name: str
    """What it is: ``rule``, ``candidate`` ..."""
    words: tuple[str, ...]
    """Without tabs, line ends and control characters."""


# Tell what the lists say that a span may be, one fact for each label.
#
# A street of which there is one in every town has as many candidates as towns: those of a label are
# told together, with the sum of their probabilities and all their sources. Their forms, counts and
# places are told only where the original may be shown: a count of bearers is public, and as good as
# the name; so is the number of towns.


MOST_CANDIDATES = 3
"""Candidates of a label that are told with their places and counts."""


def describe_candidates(candidates: Iterable[Candidate], show: bool) -> Iterator[Fact]:
    """The candidates by label, the likeliest label first."""
    labels: dict[Label, list[Candidate]] = {}
    for one in candidates:
        labels.setdefault(one.label, []).append(one)
    sums = {label: sum(one.probability for one in found) for label, found in labels.items()}
    for label in sorted(labels, key=lambda label: -sums[label]):
        words = [label.value, f"{sums[label]:.2f}"]
        if show:
            words += _describe_forms(labels[label])
        yield Fact("candidate", (*map(make_printable, words), _describe_sources(labels[label])))


def _describe_forms(found: Sequence[Candidate]) -> Iterator[str]:
    for one in found[:MOST_CANDIDATES]:
        places = [place for place in (one.parent, one.country) if place]
        yield ", ".join([one.form, *places, f"{one.count:,.0f} {one.kind.value}"])
    if len(found) > MOST_CANDIDATES:
        yield f"and {len(found) - MOST_CANDIDATES:,} more"


def _describe_sources(found: Iterable[Candidate]) -> str:
    sources = sorted({source for one in found for source in one.sources})
    return f"from {', '.join(map(make_printable, sources))}" if sources else "of no source"


# What there is to tell of a span, fact by fact: for lines and for pages alike.
#
# Unless the caller says that originals may be shown, no fact quotes the original or narrows it
# down: of candidates label, probability and sources alone are told
# (:mod:`~tacknamn.reports.explanations`), and the trigger only where it is a word of no span, so that it
# stands in the pseudonymized text as well.


LONGEST_QUOTE = 200
"""Letters of a span that a fact, a title or a cell of a table quotes."""
_ACTION_WORDS = {Action.REPLACE: "replaced", Action.MARK: "only marked", Action.KEEP: "kept"}
_WORDS = re.compile(r"\w+")
_CHECK_WORDS = {
    True: "the check digits are right",
    False: "the check digits are wrong; learners invent numbers, and they are hidden as well",
}
HIDDEN = "a word of a span (not shown)"


def describe_action(span: Span) -> str:
    """What became of a span."""
    return _ACTION_WORDS[span.action]


def describe_label(span: Span) -> str:
    """Label, running number and affixes, as graphs have them."""
    number = [str(span.number)] if span.number else []
    return make_printable(" ".join([span.label, *number, *span.affixes]))


def shorten(text: str) -> str:
    """The beginning of a long text."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


class SpanExplainer:
    """Tells facts of the spans of one document."""

    def __init__(self, document: "Document", show: bool) -> None:
        self._document = document
        self._show = show

    def __call__(self, span: Span) -> Iterator[Fact]:
        """Why the span is one, and why this stands there now."""
        told = explain_span(span, self._document.profile, self._document.lexicon)
        yield from self._labelled(span)
        yield from self._found(span, told)
        yield from describe_candidates(told.candidates, self._show)
        for reading in told.others:
            yield self._lost(reading, span)
        yield from _explain_replacement(span, told)
        if span.comment and self._show:
            yield Fact("comment", (make_printable(span.comment),))

    def _labelled(self, span: Span) -> Iterator[Fact]:
        label = load_taxonomy().find(span.label)
        words = (make_printable(span.label), *([label.description] if label else []))
        yield Fact("label", words)

    def _found(self, span: Span, told: Explanation) -> Iterator[Fact]:
        yield Fact("rule", (make_printable(told.rule), describe_rule(told.rule)))
        if span.manual:
            return
        if told.trigger:
            yield Fact("trigger", (self._trigger(told.trigger),))
        yield Fact("probability", (f"{told.probability:.2f}",))
        if told.edits:
            letters = "letter" if told.edits == 1 else "letters"
            yield Fact("misspelt", (f"{told.edits} {letters} off",))
        if told.checked is not None:
            yield Fact("check", (_CHECK_WORDS[told.checked],))

    def _trigger(self, trigger: str) -> str:
        open_words = self._show or self._words_of_spans.isdisjoint(_split_words(trigger))
        return make_printable(trigger) if open_words else HIDDEN

    def _lost(self, one: Alternative, span: Span) -> Fact:
        words = [one.label, describe_rule(one.rule), f"strength {one.strength}"]
        if one.trigger:
            words.append(f"trigger {self._trigger(one.trigger)}")
        if one.checked is not None:
            words.append(_CHECK_WORDS[one.checked])
        if (one.start, one.end) != (span.start, span.end):
            words.append(f"characters {one.start}-{one.end}")
        return Fact("lost reading", tuple(map(make_printable, words)))

    @cached_property
    def _words_of_spans(self) -> frozenset[str]:
        text = self._document.original
        spans = self._document.spans
        named = (one.found.base for one in spans if one.found is not None)
        pieces = (text[one.start : one.end] for one in spans)
        return frozenset(word for piece in (*pieces, *named) for word in _split_words(piece))


def _explain_replacement(span: Span, told: Explanation) -> Iterator[Fact]:
    if told.policy:
        yield Fact("policy", (make_printable(told.policy), describe_policy(told.policy)))
    if told.reason:
        yield Fact("reason", (make_printable(told.reason),))
    if span.pool > 1:
        yield Fact("drawn from", (f"{span.pool:,}",))


def _split_words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())


# Tell in lines why each span is one, and why this stands there now.
#
# One line a fact: where the span is in the original text, what is told, and the words, parted by
# tabs. The facts of a span follow one another, spans come from left to right::
#
#     13-18   span        firstname_female 1      replaced
#     13-18   replacement Elsa
#     13-18   rule        list    the lists have it
#     13-18   candidate   firstname_female        0.93    from scb-names
#
# So they can be read, and ``cut``, ``grep`` and ``awk`` can take one of them out. A document with a
# name has a line ``document`` and the name before its spans. Unless asked to, no line quotes the
# original; of spans that are only marked, not even the text that is left.


def explain_document(document: "Document", show: bool = False) -> Iterator[str]:
    """The lines, without line ends; with ``show`` they quote the original."""
    if document.name:
        yield f"document\t{make_printable(document.name)}"
    facts = SpanExplainer(document, show)
    for span in document.spans:
        place = f"{span.start}-{span.end}"
        for words in _explain_action(document, span, show):
            yield "\t".join((place, *words))
        for fact in facts(span):
            yield "\t".join((place, fact.name, *fact.words))


def _explain_action(document: "Document", span: Span, show: bool) -> Iterator[tuple[str, ...]]:
    yield "span", describe_label(span), describe_action(span)
    if show:
        yield "original", make_printable(shorten(document.original[span.start : span.end]))
    if span.action is Action.REPLACE:
        yield "replacement", make_printable(shorten(span.replacement))
