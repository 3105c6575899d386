"""The table of spans, and what there is to tell of each."""

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from tacknamn.page.anchors import classes, shown
from tacknamn.page.facts import Facts, did, shortened
from tacknamn.pseudonymizing.records import Span
from tacknamn.reporting.printing import printable

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["table"]


def table(document: "Document", explain: bool, original: bool) -> Iterator[str]:
    """The section of the table; nothing where there are no spans."""
    if not document.spans:
        return
    columns = ["span", "label", "number", "affixes", "what was done"]
    columns += [*(["original"] if original else []), "stands there now"]
    columns += ["why"] if explain else []
    count = len(document.spans)
    yield (
        '<section aria-labelledby="spans">\n<h2 id="spans">Spans</h2>\n'
        '<div class="wide" role="region" tabindex="0" aria-labelledby="spans-table">\n<table>\n'
        f'<caption id="spans-table">Spans: {count:,} {"row" if count == 1 else "rows"}</caption>\n'
        "<thead><tr>"
    )
    yield "".join(f'<th scope="col"{_class(name)}>{name}</th>' for name in columns)
    yield "</tr></thead>\n<tbody>\n"
    facts = Facts(document, original) if explain else None
    for number, span in enumerate(document.spans, 1):
        before = document.original[span.start : span.end] if original else None
        yield _row(number, span, before)
        yield _why(number, span, facts) if facts else ""
        yield "</tr>\n"
    yield "</tbody>\n</table>\n</div>\n</section>\n"


def _class(column: str) -> str:
    return ' class="number"' if column in ("span", "number") else ""


def _row(number: int, span: Span, before: str | None) -> str:
    quoted = [span.replacement] if before is None else [before, span.replacement]
    cells = "".join(f'<td class="seen"><bdi>{shown(shortened(text))}</bdi></td>' for text in quoted)
    return (
        f'<tr id="r{number}"><th scope="row" class="number"><a href="#p{number}">{number}</a></th>'
        f'<td><span class="{classes(span)}">{escape(printable(span.label))}</span></td>'
        f'<td class="number">{span.number or ""}</td>'
        f"<td>{escape(printable(' '.join(span.affixes)))}</td><td>{did(span)}</td>{cells}"
    )


def _why(number: int, span: Span, facts: Facts) -> str:
    told = "".join(
        f"<dt>{fact.name}</dt><dd>{escape(', '.join(filter(None, fact.words)))}</dd>"
        for fact in facts(span)
    )
    return f"<td><details><summary>Why {number}</summary><dl>{told}</dl></details></td>"
