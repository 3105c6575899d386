"""Tell in lines why each span is one, and why this stands there now.

One line a fact: where the span is in the original text, what is told, and the words, parted by
tabs. The facts of a span follow one another, spans come from left to right::

    13-18   span        firstname_female 1      replaced
    13-18   replacement Elsa
    13-18   rule        list    the lists have it
    13-18   candidate   firstname_female        0.93    from scb-names

So they can be read, and ``cut``, ``grep`` and ``awk`` can take one of them out. A document with a
name has a line ``document`` and the name before its spans. Unless asked to, no line quotes the
original; of spans that are only marked, not even the text that is left.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacknamn.page.facts import Facts, did, named, shortened
from tacknamn.pseudonymizing.records import Action, Span
from tacknamn.reporting.printing import printable

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["explain_lines"]


def explain_lines(document: "Document", show: bool = False) -> Iterator[str]:
    """The lines, without line ends; with ``show`` they quote the original."""
    if document.name:
        yield f"document\t{printable(document.name)}"
    facts = Facts(document, show)
    for span in document.spans:
        place = f"{span.start}-{span.end}"
        for words in _head(document, span, show):
            yield "\t".join((place, *words))
        for fact in facts(span):
            yield "\t".join((place, fact.name, *fact.words))


def _head(document: "Document", span: Span, show: bool) -> Iterator[tuple[str, ...]]:
    yield "span", named(span), did(span)
    if show:
        yield "original", printable(shortened(document.original[span.start : span.end]))
    if span.action is Action.REPLACE:
        yield "replacement", printable(shortened(span.replacement))
