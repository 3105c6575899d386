"""Cut both texts at the same line ends, so that they can stand beside each other.

Outside spans the texts are the same: there they are cut, at the first line end after some
letters. A line of prose is a row of its own; short lines share one."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.records import Action, Span
from tacknamn.reports.document_style import build_document_style
from tacknamn.reports.pages import CLOSING, render_opening
from tacknamn.reports.span_markup import SpanLinks, render_legend, render_span_table
from tacknamn.reports.visible_text import stream_visible
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = [
    "RowPart",
    "find_direction",
    "render_document_page",
    "split_rows",
    "stream_document_page",
]

LEAST_LETTERS = 120
"""Letters of a row, at least: a row of the page costs about as many of markup."""
MOST_DIRECTION_LETTERS = 1000
"""Letters of a row that may tell its direction: of a row of digits, not all are looked at."""
_LETTER = re.compile(r"[^\W\d_]")
_LINE_ENDS = re.compile(r"[\r\n]+")


class RowPart(NamedTuple):
    """A piece of a row: a span, or what stands between spans."""

    start: int
    """First character in the original text."""
    end: int
    """Character behind the last one."""
    span: int
    """The span's place among all spans; -1 between spans."""


def split_rows(text: str, spans: Sequence[Span]) -> Iterator[list[RowPart]]:
    """The rows of an original text, each with its parts."""
    row: list[RowPart] = []
    begun = at = 0
    for number in range(len(spans) + 1):
        stop = spans[number].start if number < len(spans) else len(text)
        while cut := _LINE_ENDS.search(text, max(at, begun + LEAST_LETTERS), stop):
            yield [*row, RowPart(at, cut.end(), -1)]
            row = []
            begun = at = cut.end()
        if at < stop:
            row.append(RowPart(at, stop, -1))
        if number < len(spans):
            at = spans[number].end
            row.append(RowPart(stop, at, number))
    if row:
        yield row


def find_direction(text: str, row: Sequence[RowPart]) -> str:
    """``rtl`` where the first letter of a row is written from right to left, else ``ltr``."""
    start = row[0].start
    letter = _LETTER.search(text, start, min(row[-1].end, start + MOST_DIRECTION_LETTERS))
    return "rtl" if letter and unicodedata.bidirectional(letter[0]) in ("R", "AL") else "ltr"


# Write the page of a pseudonymized text, piece by piece.
#
# Below a legend both texts stand side by side, cut into rows at the same line ends, with the spans
# linked across, and below them a table of the spans. ``original=False`` leaves the original out,
# and the document's name, which may be the name of a person. The time and memory that it takes grow
# with the text and its spans, no faster.


WITH_ORIGINAL = "The original stands in this page: keep it as safely as the original itself."
WITHOUT_ORIGINAL = (
    "The original is not in this page. What is only marked, and what was not found, stands in it "
    "as it was written."
)


def render_document_page(document: "Document", explain: bool = False, original: bool = True) -> str:
    """The page, as one text."""
    return "".join(stream_document_page(document, explain, original))


def stream_document_page(
    document: "Document", explain: bool = False, original: bool = True
) -> Iterator[str]:
    """The page in pieces; ``explain`` adds to each span why it is one.

    All of them can be written in UTF-8, whatever stands in the text."""
    yield from (
        f"{line}\n"
        for line in render_opening(_write_title(document, original), build_document_style())
    )
    yield from _render_summary(document, original)
    yield from render_legend(document.spans)
    yield from _render_texts(document, original)
    yield from render_span_table(document, explain, original)
    yield "\n".join((*CLOSING, ""))


def _write_title(document: "Document", original: bool) -> str:
    name = make_printable(document.name) if original else ""
    return f"{name}, pseudonymized" if name else "Pseudonymized text"


def _render_summary(document: "Document", original: bool) -> Iterator[str]:
    actions = Counter(span.action for span in document.spans)
    told = (
        f"Profile {make_printable(document.profile.name)}: {actions[Action.REPLACE]:,} replaced, "
        f"{actions[Action.MARK]:,} only marked."
    )
    kind, warning = ("alarm", WITH_ORIGINAL) if original else ("calm", WITHOUT_ORIGINAL)
    yield f'<p class="verdict {kind}">{warning}</p>\n<p>{escape(told)}</p>\n'
    for words in document.warnings:
        yield f"<p>{escape(make_printable(words))}</p>\n"
    yield '<nav aria-label="Contents"><ul>\n<li><a href="#legend">Legend</a></li>\n'
    yield f'<li><a href="#texts">{_choose_texts_title(original)}</a></li>\n'
    yield '<li><a href="#spans">Spans</a></li>\n' if document.spans else ""
    yield "</ul></nav>\n"


def _choose_texts_title(original: bool) -> str:
    return "Both texts" if original else "Text"


def _render_texts(document: "Document", original: bool) -> Iterator[str]:
    yield f'<section aria-labelledby="texts">\n<h2 id="texts">{_choose_texts_title(original)}</h2>\n'
    if not (document.original or document.spans):
        yield "<p>The text is empty.</p>\n</section>\n"
        return
    columns = ("Original", "Pseudonymized") if original else ("Pseudonymized",)
    heads = "".join(f'<div role="columnheader" class="text">{name}</div>' for name in columns)
    alone = "" if original else " alone"
    yield f'<div class="texts{alone}" role="table" aria-labelledby="texts">\n'
    yield f'<div class="row head" role="row">{heads}</div>\n'
    anchors = SpanLinks(document, original)
    sides = [anchors.before, anchors.behind] if original else [anchors.behind]
    language = escape(make_printable(document.language))
    for row in split_rows(document.original, document.spans):
        turned = find_direction(document.original, row)
        yield '<div class="row" role="row">'
        for side in sides:
            yield f'<div role="cell" class="text" dir="{turned}" lang="{language}">'
            yield from _render_side(document.original, row, side)
            yield "</div>"
        yield "</div>\n"
    yield "</div>\n</section>\n"


def _render_side(
    text: str, row: Sequence[RowPart], link: Callable[[int, int], str]
) -> Iterator[str]:
    """One text's part of a row. Between spans both texts are the same."""
    place = 0
    for part in row:
        if part.span < 0:
            yield from stream_visible(text, part.start, part.end)
        else:
            yield link(part.span, place)
            place += 1
