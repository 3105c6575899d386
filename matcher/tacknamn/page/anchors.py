"""Write spans in the texts: each is a link to its counterpart and says what it is.

``o7`` is the seventh span of the document in the original, ``p7`` in the pseudonymized text, and
``r7`` its row in the table. Where the original is left out, the link leads to the table.
"""

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.page.facts import did, named, shortened
from tacknamn.page.groups import group_of
from tacknamn.page.style import PAIRS
from tacknamn.page.visible import visible
from tacknamn.pseudonymizing.records import Action, Span
from tacknamn.reporting.printing import printable

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["Anchors", "classes", "shown"]

NOTHING = '<i class="odd" dir="ltr" title="nothing">∅</i>'
"""What stands for a text of no letters, lest its link could not be seen."""


def shown(text: str) -> str:
    """The text of a span as HTML."""
    return visible(text) or NOTHING


def classes(span: Span) -> str:
    """What the style sheet knows of a span."""
    mark = " mark" if span.action is Action.MARK else ""
    return f"span g-{group_of(span.label).name}{mark}"


class _Link(NamedTuple):
    """A span on one side."""

    id: str
    target: str
    text: str
    told: str
    """What became of it, in its title."""


class Anchors:
    """The links of one document; ``place`` is a span's place in its row."""

    def __init__(self, document: "Document", original: bool) -> None:
        self._text = document.original
        self._spans = document.spans
        self._original = original

    def before(self, number: int, place: int) -> str:
        """The span in the original text."""
        span, count = self._spans[number], number + 1
        told = did(span)
        if span.action is Action.REPLACE:
            told += f" by: {_quoted(span.replacement)}"
        link = _Link(f"o{count}", f"p{count}", self._text[span.start : span.end], told)
        return _written(span, link, place)

    def behind(self, number: int, place: int) -> str:
        """The span in the pseudonymized text, and its label in small letters."""
        span, count = self._spans[number], number + 1
        told = did(span)
        if self._original and span.action is Action.REPLACE:
            told = f"instead of: {_quoted(self._text[span.start : span.end])}"
        target = f"o{count}" if self._original else f"r{count}"
        link = _Link(f"p{count}", target, span.replacement, told)
        marked = ", marked" if span.action is Action.MARK else ""
        tag = f'<a class="tag" dir="ltr" href="#r{count}"> {escape(named(span))}{marked}</a>'
        return _written(span, link, place) + tag


def _written(span: Span, link: _Link, place: int) -> str:
    lit = f" s{place}" if place < PAIRS else ""
    return (
        f'<a id="{link.id}" href="#{link.target}" class="{classes(span)}{lit}" '
        f'title="{escape(named(span))}, {escape(link.told)}"><bdi>{shown(link.text)}</bdi></a>'
    )


def _quoted(text: str) -> str:
    return printable(shortened(text))
