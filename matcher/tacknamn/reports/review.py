"""Write the review document (E7, step 3): what would be read of an anonymised text.

Direct and quasi-identifiers are ``*****``. Confidential attributes stand in clear text, marked:
``[Kurdish: ETHNIC]``; those that are masked all the same are marked, too: ``[*****: HEALTH]``.
Whoever reviews looks for identifiers and confidential attributes that were forgotten, and asks
whether the person could be found out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from tacknamn.reports.pages import CLOSING, STYLE, render_opening
from tacknamn.support.printing import make_printable
from tacknamn.tab_benchmark.records import Confidentiality, IdentifierType, TabMention

__all__ = [
    "STARS",
    "ReviewPart",
    "render_review_page",
    "render_review_text",
    "split_review",
]

STARS = "*****"
"""What stands for every masked mention, however long: its length would tell something."""


class ReviewPart(NamedTuple):
    """A stretch of the review document."""

    text: str
    """What is read there: never what is masked."""
    mention: TabMention | None
    """What it is, where it is masked or confidential; None for the text between."""


def split_review(text: str, mentions: Sequence[TabMention]) -> Iterator[ReviewPart]:
    """The review document in parts, from left to right."""
    at = 0
    for mention in mentions:
        masked = mention.identifier_type is not IdentifierType.NO_MASK
        if not masked and mention.confidential_status is Confidentiality.NOT_CONFIDENTIAL:
            continue
        if at < mention.start:
            yield ReviewPart(text[at : mention.start], None)
        yield ReviewPart(STARS if masked else text[mention.start : mention.end], mention)
        at = mention.end
    if at < len(text):
        yield ReviewPart(text[at:], None)


def render_review_text(text: str, mentions: Sequence[TabMention]) -> str:
    """The review document as plain text."""
    return "".join(_render_plain(part) for part in split_review(text, mentions))


def _render_plain(part: ReviewPart) -> str:
    if part.mention is None or part.mention.confidential_status is Confidentiality.NOT_CONFIDENTIAL:
        return part.text
    return f"[{part.text}: {part.mention.confidential_status.value}]"


# Write the review document (E7, step 3) as a page, with a table of the entities behind it.
#
# Nothing is fetched, nothing runs, everything is escaped. Of what is masked the page tells type,
# entity and reason, never the words.


_REVIEW_STYLE = (
    STYLE
    + """
.text { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 60rem; line-height: 1.8; }
.masked { border-bottom: 2px solid var(--line); }
.confidential { background: var(--alarm-paper); color: var(--alarm-ink); padding: 0 .15em; }
.tag { font-size: .75rem; color: var(--quiet); }
.confidential .tag { color: var(--alarm-ink); }
"""
)
_INSTRUCTIONS = (
    f"{STARS} stands for direct and quasi-identifiers. Confidential attributes are marked, in "
    "clear text where they are not masked. Read all of it, and ask whether it could be found "
    "out who the person is, and whether anything confidential has no mark."
)


def render_review_page(text: str, mentions: Sequence[TabMention], name: str = "") -> str:
    """The review document as HTML; ``name`` is what the document is called."""
    title = f"Review of {make_printable(name)}" if name else "Review"
    body = "".join(_render_part(part) for part in split_review(text, mentions))
    lines = [
        *render_opening(title, _REVIEW_STYLE),
        f"<p>{escape(_INSTRUCTIONS)}</p>",
        '<section aria-label="Text">',
        f'<div class="text">{body}</div>',
        "</section>",
        *_render_entity_table(mentions),
        *CLOSING,
        "",
    ]
    return "\n".join(lines)


def _render_part(part: ReviewPart) -> str:
    if part.mention is None:
        return escape(part.text)
    one = part.mention
    kind = f"{one.entity_type.value} {one.entity_id}"
    status = one.confidential_status
    if status is Confidentiality.NOT_CONFIDENTIAL:
        return f'<span class="masked">{STARS} <span class="tag">{escape(kind)}</span></span>'
    tag = f'<span class="tag">{escape(kind)}, {status.value}</span>'
    return f'<mark class="confidential">{escape(part.text)} {tag}</mark>'


def _render_entity_table(mentions: Sequence[TabMention]) -> Iterator[str]:
    """The entities with what was decided; their words are not told."""
    counts = Counter(one.entity_id for one in mentions)
    first: dict[str, TabMention] = {}
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
