"""Write the page of a pseudonymized text, piece by piece.

Below a legend both texts stand side by side, cut into rows at the same line ends, with the spans
linked across, and below them a table of the spans. ``original=False`` leaves the original out,
and the document's name, which may be the name of a person. The time and memory that it takes grow
with the text and its spans, no faster.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from tacknamn.page.anchors import Anchors
from tacknamn.page.legend import legend
from tacknamn.page.rows import Part, direction, rows
from tacknamn.page.style import page_style
from tacknamn.page.table import table
from tacknamn.page.visible import visible_pieces
from tacknamn.pseudonymizing.records import Action
from tacknamn.reporting.pages import CLOSING, opening
from tacknamn.reporting.printing import printable

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["page_of", "pieces"]

WITH_ORIGINAL = "The original stands in this page: keep it as safely as the original itself."
WITHOUT_ORIGINAL = (
    "The original is not in this page. What is only marked, and what was not found, stands in it "
    "as it was written."
)


def page_of(document: "Document", explain: bool = False, original: bool = True) -> str:
    """The page, as one text."""
    return "".join(pieces(document, explain, original))


def pieces(document: "Document", explain: bool = False, original: bool = True) -> Iterator[str]:
    """The page in pieces; ``explain`` adds to each span why it is one.

    All of them can be written in UTF-8, whatever stands in the text."""
    yield from (f"{line}\n" for line in opening(_title(document, original), page_style()))
    yield from _summary(document, original)
    yield from legend(document.spans)
    yield from _texts(document, original)
    yield from table(document, explain, original)
    yield "\n".join((*CLOSING, ""))


def _title(document: "Document", original: bool) -> str:
    name = printable(document.name) if original else ""
    return f"{name}, pseudonymized" if name else "Pseudonymized text"


def _summary(document: "Document", original: bool) -> Iterator[str]:
    actions = Counter(span.action for span in document.spans)
    told = (
        f"Profile {printable(document.profile.name)}: {actions[Action.REPLACE]:,} replaced, "
        f"{actions[Action.MARK]:,} only marked."
    )
    kind, warning = ("alarm", WITH_ORIGINAL) if original else ("calm", WITHOUT_ORIGINAL)
    yield f'<p class="verdict {kind}">{warning}</p>\n<p>{escape(told)}</p>\n'
    for words in document.warnings:
        yield f"<p>{escape(printable(words))}</p>\n"
    yield '<nav aria-label="Contents"><ul>\n<li><a href="#legend">Legend</a></li>\n'
    yield f'<li><a href="#texts">{_texts_title(original)}</a></li>\n'
    yield '<li><a href="#spans">Spans</a></li>\n' if document.spans else ""
    yield "</ul></nav>\n"


def _texts_title(original: bool) -> str:
    return "Both texts" if original else "Text"


def _texts(document: "Document", original: bool) -> Iterator[str]:
    yield f'<section aria-labelledby="texts">\n<h2 id="texts">{_texts_title(original)}</h2>\n'
    if not (document.original or document.spans):
        yield "<p>The text is empty.</p>\n</section>\n"
        return
    columns = ("Original", "Pseudonymized") if original else ("Pseudonymized",)
    heads = "".join(f'<div role="columnheader" class="text">{name}</div>' for name in columns)
    alone = "" if original else " alone"
    yield f'<div class="texts{alone}" role="table" aria-labelledby="texts">\n'
    yield f'<div class="row head" role="row">{heads}</div>\n'
    anchors = Anchors(document, original)
    sides = [anchors.before, anchors.behind] if original else [anchors.behind]
    language = escape(printable(document.language))
    for row in rows(document.original, document.spans):
        turned = direction(document.original, row)
        yield '<div class="row" role="row">'
        for side in sides:
            yield f'<div role="cell" class="text" dir="{turned}" lang="{language}">'
            yield from _side(document.original, row, side)
            yield "</div>"
        yield "</div>\n"
    yield "</div>\n</section>\n"


def _side(text: str, row: Sequence[Part], link: Callable[[int, int], str]) -> Iterator[str]:
    """One text's part of a row. Between spans both texts are the same."""
    place = 0
    for part in row:
        if part.span < 0:
            yield from visible_pieces(text, part.start, part.end)
        else:
            yield link(part.span, place)
            place += 1
