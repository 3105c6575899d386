"""What there is to tell of a span, fact by fact: for lines and for pages alike.

Unless the caller says that originals may be shown, no fact quotes the original or narrows it
down: of candidates label, probability and sources alone are told
(:mod:`~tacknamn.page.candidates`), and the trigger only where it is a word of no span, so that it
stands in the pseudonymized text as well.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tacknamn.page.candidates import candidates_told
from tacknamn.page.records import Fact
from tacknamn.page.wording import policy_in_words, rule_in_words
from tacknamn.patterns.records import Reading
from tacknamn.pseudonymizing.explaining import Explanation, explained
from tacknamn.pseudonymizing.records import Action, Span
from tacknamn.reporting.printing import printable
from tacknamn.taxonomy import load_taxonomy

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["LONGEST", "Facts", "did", "named", "shortened"]

LONGEST = 200
"""Letters of a span that a fact, a title or a cell of a table quotes."""
_DONE = {Action.REPLACE: "replaced", Action.MARK: "only marked", Action.KEEP: "kept"}
_WORDS = re.compile(r"\w+")
_CHECKED = {
    True: "the check digits are right",
    False: "the check digits are wrong; learners invent numbers, and they are hidden as well",
}
HIDDEN = "a word of a span (not shown)"


def did(span: Span) -> str:
    """What became of a span."""
    return _DONE[span.action]


def named(span: Span) -> str:
    """Label, running number and affixes, as graphs have them."""
    number = [str(span.number)] if span.number else []
    return printable(" ".join([span.label, *number, *span.affixes]))


def shortened(text: str) -> str:
    """The beginning of a long text."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


class Facts:
    """Tells facts of the spans of one document."""

    def __init__(self, document: "Document", show: bool) -> None:
        self._document = document
        self._show = show

    def __call__(self, span: Span) -> Iterator[Fact]:
        """Why the span is one, and why this stands there now."""
        told = explained(span, self._document.profile, self._document.lexicon)
        yield from self._labelled(span)
        yield from self._found(span, told)
        yield from candidates_told(told.candidates, self._show)
        for reading in told.others:
            yield self._lost(reading, span)
        yield from _replaced(span, told)
        if span.comment and self._show:
            yield Fact("comment", (printable(span.comment),))

    def _labelled(self, span: Span) -> Iterator[Fact]:
        label = load_taxonomy().find(span.label)
        words = (printable(span.label), *([label.description] if label else []))
        yield Fact("label", words)

    def _found(self, span: Span, told: Explanation) -> Iterator[Fact]:
        yield Fact("rule", (printable(told.rule), rule_in_words(told.rule)))
        if span.manual:
            return
        if told.trigger:
            yield Fact("trigger", (self._trigger(told.trigger),))
        yield Fact("probability", (f"{told.probability:.2f}",))
        if told.edits:
            letters = "letter" if told.edits == 1 else "letters"
            yield Fact("misspelt", (f"{told.edits} {letters} off",))
        if told.checked is not None:
            yield Fact("check", (_CHECKED[told.checked],))

    def _trigger(self, trigger: str) -> str:
        open_words = self._show or self._words_of_spans.isdisjoint(_words(trigger))
        return printable(trigger) if open_words else HIDDEN

    def _lost(self, one: Reading, span: Span) -> Fact:
        words = [one.label, rule_in_words(one.rule), f"strength {one.strength}"]
        if one.trigger:
            words.append(f"trigger {self._trigger(one.trigger)}")
        if one.checked is not None:
            words.append(_CHECKED[one.checked])
        if (one.start, one.end) != (span.start, span.end):
            words.append(f"characters {one.start}-{one.end}")
        return Fact("lost reading", tuple(map(printable, words)))

    @cached_property
    def _words_of_spans(self) -> frozenset[str]:
        text = self._document.original
        spans = self._document.spans
        named = (one.found.base for one in spans if one.found is not None)
        pieces = (text[one.start : one.end] for one in spans)
        return frozenset(word for piece in (*pieces, *named) for word in _words(piece))


def _replaced(span: Span, told: Explanation) -> Iterator[Fact]:
    if told.policy:
        yield Fact("policy", (printable(told.policy), policy_in_words(told.policy)))
    if told.reason:
        yield Fact("reason", (printable(told.reason),))
    if span.pool > 1:
        yield Fact("drawn from", (f"{span.pool:,}",))


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())
