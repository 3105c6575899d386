"""Render a report as one HTML page.

The page fetches nothing, runs nothing and escapes everything. Its Content-Security-Policy forbids
scripts, external pictures and connections, and allows only its one style sheet, by digest.

Colours are defined in pairs of ink and paper. A test requires a contrast of 7 to 1 (WCAG AAA) for
every pair. No meaning depends on colour alone. Paper, ink, links and the hues of label groups are those of
the review page (``matcher/web/src/page.css``); quiet words and lines are a little darker than there, because
paper has no key that enlarges them.

Words are broken only where one alone is wider than its column (``overflow-wrap: break-word``): ``anywhere``
lets a browser make a column one letter wide. A wide table scrolls within its frame.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from tacknamn.reports.sections import Cell, ReportSection

__all__ = [
    "CLOSING",
    "STYLE",
    "PageHead",
    "render_opening",
    "render_page",
]

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --quiet: #464d56; --line: #858b94;
  --alarm-paper: #fdecea; --alarm-ink: #7a1010; --calm-paper: #e8f4ea; --calm-ink: #0f4d1c;
  --link: #0a4f96;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --ink: #e8eaed; --quiet: #b4bcc6; --line: #7b838e;
    --alarm-paper: #3d1210; --alarm-ink: #ffc9c2; --calm-paper: #10301a; --calm-ink: #bdf0c8;
    --link: #8cc2ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.verdict { padding: .75rem 1rem; border: 1px solid; border-left-width: .5rem; font-weight: bold; }
.alarm { background: var(--alarm-paper); color: var(--alarm-ink); }
.calm { background: var(--calm-paper); color: var(--calm-ink); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding: .25rem 0; }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
tbody th { font-weight: normal; }
td, tbody th { overflow-wrap: break-word; max-width: 40rem; }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody tr { border-bottom: 1px solid var(--line); }
.number { text-align: right; white-space: nowrap; }
dl { color: var(--quiet); max-width: 48rem; }
dt { font-weight: bold; }
dd { margin: 0 0 .5rem 1rem; }
@media print { .wide { overflow: visible; } nav { display: none; } }
"""

CLOSING = ("</main>", "</body>", "</html>")
"""The last lines of a page, after its content."""


@dataclass(frozen=True, slots=True)
class PageHead:
    """The top of a page."""

    title: str
    verdict: str
    alarm: bool
    style: str
    """The style sheet."""


def render_opening(title: str, style: str) -> Iterator[str]:
    """Render the lines of a page down to its title, with its policy and style sheet."""
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


def render_page(head: PageHead, sections: Sequence[ReportSection]) -> str:
    """Render the report as HTML."""
    return "\n".join(
        [
            *render_opening(head.title, head.style),
            f'<p class="verdict {"alarm" if head.alarm else "calm"}">{escape(head.verdict)}</p>',
            *_render_contents(sections),
            *(line for section in sections for line in _render_section(section)),
            *CLOSING,
            "",
        ]
    )


def _render_contents(sections: Sequence[ReportSection]) -> Iterator[str]:
    yield '<nav aria-label="Contents"><ul>'
    for section in sections:
        yield f'<li><a href="#{escape(section.name)}">{escape(section.title)}</a></li>'
    yield "</ul></nav>"


def _render_section(section: ReportSection) -> Iterator[str]:
    name = escape(section.name)
    yield f'<section aria-labelledby="{name}">'
    yield f'<h2 id="{name}">{escape(section.title)}</h2>'
    for note in section.notes:
        yield f"<p>{escape(note)}</p>"
    for picture in section.pictures:
        yield f'<div class="wide" role="region" tabindex="0" aria-labelledby="{name}">'
        yield f"{picture}</div>"
    if section.rows:
        # A wide table scrolls horizontally; tabindex makes it reachable with the keyboard.
        yield f'<div class="wide" role="region" tabindex="0" aria-labelledby="{name}-table">'
        yield from _render_table(section)
        yield "</div>"
    if section.defined:
        yield "<dl>"
        for term, meaning in section.defined:
            yield f"<dt>{escape(term)}</dt><dd>{escape(meaning)}</dd>"
        yield "</dl>"
    yield "</section>"


def _render_table(section: ReportSection) -> Iterator[str]:
    classes = [
        ' class="number"' if any(isinstance(cell, int | float) for cell in column) else ""
        for column in zip(*section.rows, strict=True)
    ]
    yield "<table>"
    yield f'<caption id="{escape(section.name)}-table">{escape(_write_caption(section))}</caption>'
    yield "<thead><tr>"
    for title, number in zip(section.columns, classes, strict=True):
        yield f'<th scope="col"{number}>{escape(title)}</th>'
    yield "</tr></thead>"
    yield "<tbody>"
    for row in section.rows:
        first, *others = (
            f"{css}>{_render_cell(section, cell)}" for cell, css in zip(row, classes, strict=True)
        )
        cells = "".join(f"<td{cell}</td>" for cell in others)
        yield f'<tr><th scope="row"{first}</th>{cells}</tr>'
    yield "</tbody>"
    yield "</table>"


def _write_caption(section: ReportSection) -> str:
    rows = len(section.rows)
    return f"{section.title}: {rows:,} {'row' if rows == 1 else 'rows'}"


def _render_cell(section: ReportSection, cell: Cell) -> str:
    return "none" if cell is None else escape(section.format_cell(cell))
