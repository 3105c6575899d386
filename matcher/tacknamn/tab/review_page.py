"""Write the review document (E7, step 3) as a page, with a table of the entities behind it.

Nothing is fetched, nothing runs, everything is escaped. Of what is masked the page tells type,
entity and reason, never the words.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from tacknamn.reporting.page_style import STYLE
from tacknamn.reporting.pages import CLOSING, opening
from tacknamn.reporting.printing import printable
from tacknamn.tab.records import Confidential, Mention
from tacknamn.tab.review import STARS, Part, parts_of

__all__ = ["review_page"]

_STYLE = (
    STYLE
    + """
.text { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 60rem; line-height: 1.8; }
.masked { border-bottom: 2px solid var(--line); }
.confidential { background: var(--alarm-paper); color: var(--alarm-ink); padding: 0 .15em; }
.tag { font-size: .75rem; color: var(--quiet); }
.confidential .tag { color: var(--alarm-ink); }
"""
)
_WAYS = (
    f"{STARS} stands for direct and quasi-identifiers. Confidential attributes are marked, in "
    "clear text where they are not masked. Read all of it, and ask whether it could be found "
    "out who the person is, and whether anything confidential has no mark."
)


def review_page(text: str, mentions: Sequence[Mention], name: str = "") -> str:
    """The review document as HTML; ``name`` is what the document is called."""
    title = f"Review of {printable(name)}" if name else "Review"
    body = "".join(_part(part) for part in parts_of(text, mentions))
    lines = [
        *opening(title, _STYLE),
        f"<p>{escape(_WAYS)}</p>",
        '<section aria-label="Text">',
        f'<div class="text">{body}</div>',
        "</section>",
        *_table(mentions),
        *CLOSING,
        "",
    ]
    return "\n".join(lines)


def _part(part: Part) -> str:
    if part.mention is None:
        return escape(part.text)
    one = part.mention
    kind = f"{one.entity_type.value} {one.entity_id}"
    status = one.confidential_status
    if status is Confidential.NOT_CONFIDENTIAL:
        return f'<span class="masked">{STARS} <span class="tag">{escape(kind)}</span></span>'
    tag = f'<span class="tag">{escape(kind)}, {status.value}</span>'
    return f'<mark class="confidential">{escape(part.text)} {tag}</mark>'


def _table(mentions: Sequence[Mention]) -> Iterator[str]:
    """The entities with what was decided; their words are not told."""
    counts = Counter(one.entity_id for one in mentions)
    first: dict[str, Mention] = {}
    for one in mentions:
        first.setdefault(one.entity_id, one)
    columns = ("Entity", "Type", "Identifier", "Confidential", "Mentions", "Reason")
    yield '<section aria-labelledby="entities">'
    yield '<h2 id="entities">Entities</h2>'
    yield '<div class="wide" role="region" tabindex="0" aria-labelledby="entities">'
    yield "<table>"
    heads = "".join(f'<th scope="col">{one}</th>' for one in columns)
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for id, one in first.items():
        cells = (
            one.entity_type.value,
            one.identifier_type.value,
            one.confidential_status.value,
            str(counts[id]),
            one.reason,
        )
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(id)}</th>{row}</tr>'
    yield from ("</tbody>", "</table>", "</div>", "</section>")
