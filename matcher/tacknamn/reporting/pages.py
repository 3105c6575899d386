"""Write a report as one page: nothing is fetched, nothing runs, everything is escaped.

The page's own policy (Content-Security-Policy) forbids scripts, pictures from elsewhere and
connections, and allows the one style sheet that stands in it, by its digest.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from tacknamn.reporting.sections import Cell, Section

__all__ = ["CLOSING", "Head", "opening", "page"]

CLOSING = ("</main>", "</body>", "</html>")
"""The lines of a page from where its content ends."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands at the top of a page."""

    title: str
    verdict: str
    alarm: bool
    style: str
    """The style sheet."""


def opening(title: str, style: str) -> Iterator[str]:
    """The lines of a page down to its title: its policy, its style sheet."""
    digest = b64encode(sha256(style.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="referrer" content="no-referrer">'
    yield '<meta name="robots" content="noindex">'
    yield f"<title>{escape(title)}</title>"
    yield f"<style>{style}</style>"
    yield "</head>"
    yield "<body>"
    yield "<main>"
    yield f"<h1>{escape(title)}</h1>"


def page(head: Head, sections: Sequence[Section]) -> str:
    """The report as HTML."""
    return "\n".join(
        [
            *opening(head.title, head.style),
            f'<p class="verdict {"alarm" if head.alarm else "calm"}">{escape(head.verdict)}</p>',
            *_contents(sections),
            *(line for section in sections for line in _section(section)),
            *CLOSING,
            "",
        ]
    )


def _contents(sections: Sequence[Section]) -> Iterator[str]:
    yield '<nav aria-label="Contents"><ul>'
    for section in sections:
        yield f'<li><a href="#{escape(section.name)}">{escape(section.title)}</a></li>'
    yield "</ul></nav>"


def _section(section: Section) -> Iterator[str]:
    name = escape(section.name)
    yield f'<section aria-labelledby="{name}">'
    yield f'<h2 id="{name}">{escape(section.title)}</h2>'
    for note in section.notes:
        yield f"<p>{escape(note)}</p>"
    for picture in section.pictures:
        yield f'<div class="wide" role="region" tabindex="0" aria-labelledby="{name}">'
        yield f"{picture}</div>"
    if section.rows:
        # A wide table scrolls by itself; whoever has no mouse reaches it with the keyboard.
        yield f'<div class="wide" role="region" tabindex="0" aria-labelledby="{name}-table">'
        yield from _table(section)
        yield "</div>"
    if section.defined:
        yield "<dl>"
        for term, meaning in section.defined:
            yield f"<dt>{escape(term)}</dt><dd>{escape(meaning)}</dd>"
        yield "</dl>"
    yield "</section>"


def _table(section: Section) -> Iterator[str]:
    classes = [
        ' class="number"' if any(isinstance(cell, int | float) for cell in column) else ""
        for column in zip(*section.rows, strict=True)
    ]
    yield "<table>"
    yield f'<caption id="{escape(section.name)}-table">{escape(_caption(section))}</caption>'
    yield "<thead><tr>"
    for title, number in zip(section.columns, classes, strict=True):
        yield f'<th scope="col"{number}>{escape(title)}</th>'
    yield "</tr></thead>"
    yield "<tbody>"
    for row in section.rows:
        first, *others = (
            f"{css}>{_cell(section, cell)}" for cell, css in zip(row, classes, strict=True)
        )
        cells = "".join(f"<td{cell}</td>" for cell in others)
        yield f'<tr><th scope="row"{first}</th>{cells}</tr>'
    yield "</tbody>"
    yield "</table>"


def _caption(section: Section) -> str:
    rows = len(section.rows)
    return f"{section.title}: {rows:,} {'row' if rows == 1 else 'rows'}"


def _cell(section: Section, cell: Cell) -> str:
    return "none" if cell is None else escape(section.written(cell))
