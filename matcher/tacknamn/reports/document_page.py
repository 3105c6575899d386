"""Render the page of a pseudonymized text: both texts next to each other, a legend and a table.

Both texts are cut into rows at the same line ends, and spans are linked with their counterparts.
``original=False`` leaves out the original, and the name of the document with it, which may be the
name of a person. Time and memory grow linearly with the text and its spans.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.detection.disguises.uncased import describe_unexamined
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

WITH_ORIGINAL = "This page contains the original text. Protect it as you protect the original."
WITHOUT_ORIGINAL = (
    "This page does not contain the original text. Text that was only marked, or not found, is "
    "unchanged."
)
LEAST_LETTERS = 120
"""Least letters of a row. The markup of a row takes about as many characters."""
MOST_DIRECTION_LETTERS = 1000
"""Most letters that are searched for the direction of a row. A row of digits may have none."""
_LETTER = re.compile(r"[^\W\d_]")
_LINE_ENDS = re.compile(r"[\r\n]+")


class RowPart(NamedTuple):
    """A part of a row: a span, or the text between two spans."""

    start: int
    """First character in the original text."""
    end: int
    """Character after the last one."""
    span: int
    """The index of the span; -1 between spans."""


def split_rows(text: str, spans: Sequence[Span]) -> Iterator[list[RowPart]]:
    """Cut an original text into rows of parts.

    Outside spans both texts are equal, so that is where rows end: at the first line end after
    ``LEAST_LETTERS`` letters. A line of prose is a row; short lines share one."""
    row: list[RowPart] = []
    row_start = position = 0
    for number in range(len(spans) + 1):
        stop = spans[number].start if number < len(spans) else len(text)
        while cut := _LINE_ENDS.search(text, max(position, row_start + LEAST_LETTERS), stop):
            yield [*row, RowPart(position, cut.end(), -1)]
            row = []
            row_start = position = cut.end()
        if position < stop:
            row.append(RowPart(position, stop, -1))
        if number < len(spans):
            position = spans[number].end
            row.append(RowPart(stop, position, number))
    if row:
        yield row


def find_direction(text: str, row: Sequence[RowPart]) -> str:
    """Return ``rtl`` if the first letter of a row is written from right to left, else ``ltr``."""
    start = row[0].start
    letter = _LETTER.search(text, start, min(row[-1].end, start + MOST_DIRECTION_LETTERS))
    return "rtl" if letter and unicodedata.bidirectional(letter[0]) in ("R", "AL") else "ltr"


def render_document_page(document: "Document", explain: bool = False, original: bool = True) -> str:
    """Render the page as one string."""
    return "".join(stream_document_page(document, explain, original))


def stream_document_page(
    document: "Document", explain: bool = False, original: bool = True
) -> Iterator[str]:
    """Render the page in pieces; ``explain`` adds the reasons of every span.

    Every piece can be encoded in UTF-8, whatever the text contains."""
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
    summary = (
        f"Profile {make_printable(document.profile.name)}: {actions[Action.REPLACE]:,} replaced, "
        f"{actions[Action.MARK]:,} only marked."
    )
    kind, notice = ("alarm", WITH_ORIGINAL) if original else ("calm", WITHOUT_ORIGINAL)
    yield f'<p class="verdict {kind}">{notice}</p>\n<p>{escape(summary)}</p>\n'
    if document.unchanged:
        yield (
            f"<p>Replaced by what stood there, as intended: {document.unchanged:,}. Do not change "
            "these by hand.</p>\n"
        )
    for warning in (*document.warnings, *describe_unexamined(document.unexamined)):
        yield f"<p>{escape(make_printable(warning))}</p>\n"
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
    links = SpanLinks(document, original)
    sides = [links.render_original] if original else []
    sides.append(links.render_pseudonymized)
    language = escape(make_printable(document.language))
    for row in split_rows(document.original, document.spans):
        direction = find_direction(document.original, row)
        yield '<div class="row" role="row">'
        for side in sides:
            yield f'<div role="cell" class="text" dir="{direction}" lang="{language}">'
            yield from _render_side(document.original, row, side)
            yield "</div>"
        yield "</div>\n"
    yield "</div>\n</section>\n"


def _render_side(
    text: str, row: Sequence[RowPart], link: Callable[[int, int], str]
) -> Iterator[str]:
    """Render one text's side of a row. Between spans both texts are equal."""
    index_in_row = 0
    for part in row:
        if part.span < 0:
            yield from stream_visible(text, part.start, part.end)
        else:
            yield link(part.span, index_in_row)
            index_in_row += 1
