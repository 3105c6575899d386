"""Render the review document: what a reader of the anonymized text would see (E7, step 3).

What the profile replaces becomes ``*****``: with ``tab``, direct and quasi-identifiers. Confidential
attributes stay readable and are marked: ``[Kurdish: ETHNIC]``. Those that are masked as well are
marked too: ``[*****: HEALTH]``. The reviewer looks for identifiers and confidential attributes that were missed, and checks whether the
person can still be identified.

The page fetches nothing, runs nothing and escapes everything. For masked mentions it shows type,
entity and reason, never the words.
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
    "render_review",
    "render_review_head",
    "render_review_page",
    "render_review_tail",
    "render_review_text",
    "split_review",
]

STARS = "*****"
"""The replacement for every masked mention. It has a fixed length, which reveals nothing."""


class ReviewPart(NamedTuple):
    """A part of the review document."""

    text: str
    """The text to read: never a masked text."""
    mention: TabMention | None
    """The mention, if it is masked or confidential; None for the text in between."""


def split_review(text: str, mentions: Sequence[TabMention]) -> Iterator[ReviewPart]:
    """Split the review document into parts, from left to right."""
    position = 0
    for mention in mentions:
        masked = mention.identifier_type is not IdentifierType.NO_MASK
        if not masked and mention.confidential_status is Confidentiality.NOT_CONFIDENTIAL:
            continue
        if position < mention.start:
            yield ReviewPart(text[position : mention.start], None)
        yield ReviewPart(STARS if masked else text[mention.start : mention.end], mention)
        position = mention.end
    if position < len(text):
        yield ReviewPart(text[position:], None)


def render_review_text(text: str, mentions: Sequence[TabMention]) -> str:
    """Render the review document as plain text."""
    return "".join(_render_plain(part) for part in split_review(text, mentions))


def _render_plain(part: ReviewPart) -> str:
    if part.mention is None or part.mention.confidential_status is Confidentiality.NOT_CONFIDENTIAL:
        return part.text
    return f"[{part.text}: {part.mention.confidential_status.value}]"


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
    f"{STARS} stands for what the profile replaces. Confidential attributes are marked; those that "
    "are not masked are readable. Read the whole text. Check whether it still shows who the person "
    "is, and whether anything confidential is unmarked."
)


def render_review_page(text: str, mentions: Sequence[TabMention], name: str = "") -> str:
    """Render the page of one document; ``name`` is the name of the document."""
    return render_review_head() + render_review(text, mentions, name) + render_review_tail()


def render_review_head() -> str:
    """Render the beginning of a page of review documents."""
    return "\n".join(
        [*render_opening("Review", _REVIEW_STYLE), f"<p>{escape(_INSTRUCTIONS)}</p>", ""]
    )


def render_review(text: str, mentions: Sequence[TabMention], name: str = "") -> str:
    """Render one review document of a page."""
    title = f"Review of {make_printable(name)}" if name else "Text"
    body = "".join(_render_part(part) for part in split_review(text, mentions))
    lines = [
        f'<section aria-label="{escape(title)}">',
        f"<h2>{escape(title)}</h2>",
        f'<div class="text">{body}</div>',
        *_render_entity_table(
            mentions, f"Entities of {make_printable(name)}" if name else "Entities"
        ),
        "</section>",
        "",
    ]
    return "\n".join(lines)


def render_review_tail() -> str:
    """Render the end of a page of review documents."""
    return "\n".join([*CLOSING, ""])


def _render_part(part: ReviewPart) -> str:
    if part.mention is None:
        return escape(part.text)
    mention = part.mention
    kind = f"{mention.entity_type.value} {mention.entity_id}"
    status = mention.confidential_status
    if status is Confidentiality.NOT_CONFIDENTIAL:
        return f'<span class="masked">{STARS} <span class="tag">{escape(kind)}</span></span>'
    tag = f'<span class="tag">{escape(kind)}, {status.value}</span>'
    return f'<mark class="confidential">{escape(part.text)} {tag}</mark>'


def _render_entity_table(mentions: Sequence[TabMention], title: str) -> Iterator[str]:
    """Render the entities with their identifier types and reasons, without their words."""
    counts = Counter(mention.entity_id for mention in mentions)
    first: dict[str, TabMention] = {}
    for mention in mentions:
        first.setdefault(mention.entity_id, mention)
    columns = ("Entity", "Type", "Identifier", "Confidential", "Mentions", "Reason")
    yield "<h3>Entities</h3>"
    yield f'<div class="wide" role="region" tabindex="0" aria-label="{escape(title)}">'
    yield "<table>"
    heads = "".join(f'<th scope="col">{column}</th>' for column in columns)
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for id, mention in first.items():
        cells = (
            mention.entity_type.value,
            mention.identifier_type.value,
            mention.confidential_status.value,
            str(counts[id]),
            mention.reason,
        )
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(id)}</th>{row}</tr>'
    yield from ("</tbody>", "</table>", "</div>")
