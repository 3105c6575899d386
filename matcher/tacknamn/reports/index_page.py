"""Render the page that leads to the pages of a folder: one row for each, with what was done."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from tacknamn.reports.pages import CLOSING, STYLE, render_opening
from tacknamn.support.printing import make_printable

__all__ = ["INDEX_TITLE", "IndexEntry", "render_index_page"]

INDEX_TITLE = "Pseudonymized texts"
_NOTICE = (
    "The pages that these links lead to may contain the original texts, and names of files may be names of "
    "persons. Protect them as you protect the originals."
)


class IndexEntry(NamedTuple):
    """A page of the folder."""

    path: str
    """Its path from the index, with slashes."""
    name: str
    """What people call it."""
    replaced: int
    marked: int


def render_index_page(entries: Sequence[IndexEntry]) -> str:
    """Render the page."""
    return "\n".join([*render_opening(INDEX_TITLE, STYLE), *_render_body(entries), *CLOSING, ""])


def _render_body(entries: Sequence[IndexEntry]) -> Iterator[str]:
    replaced = sum(entry.replaced for entry in entries)
    marked = sum(entry.marked for entry in entries)
    yield f'<p class="verdict alarm">{_NOTICE}</p>'
    yield f"<p>{len(entries):,} texts: {replaced:,} replaced, {marked:,} only marked.</p>"
    yield '<div class="wide" role="region" tabindex="0" aria-labelledby="texts-table">'
    yield f'<table>\n<caption id="texts-table">Texts: {len(entries):,} rows</caption>'
    yield (
        '<thead><tr><th scope="col">text</th><th scope="col" class="number">replaced</th>'
        '<th scope="col" class="number">only marked</th></tr></thead>\n<tbody>'
    )
    for entry in entries:
        name = escape(make_printable(entry.name))
        yield (
            f'<tr><th scope="row"><a href="{escape(quote(entry.path))}"><bdi>{name}</bdi></a></th>'
            f'<td class="number">{entry.replaced:,}</td><td class="number">{entry.marked:,}</td></tr>'
        )
    yield "</tbody>\n</table>\n</div>"
