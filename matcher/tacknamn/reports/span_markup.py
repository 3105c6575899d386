"""Write spans in the texts: each is a link to its counterpart and says what it is.

``o7`` is the seventh span of the document in the original, ``p7`` in the pseudonymized text, and
``r7`` its row in the table. Where the original is left out, the link leads to the table.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.records import Action, Span
from tacknamn.reports.document_style import PAIRS, PageGroup, find_group
from tacknamn.reports.explanations import SpanExplainer, describe_action, describe_label, shorten
from tacknamn.reports.visible_text import render_visible
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = [
    "SpanLinks",
    "list_css_classes",
    "render_legend",
    "render_span_table",
    "render_span_text",
]

NOTHING = '<i class="odd" dir="ltr" title="nothing">∅</i>'
"""What stands for a text of no letters, lest its link could not be seen."""


def render_span_text(text: str) -> str:
    """The text of a span as HTML."""
    return render_visible(text) or NOTHING


def list_css_classes(span: Span) -> str:
    """What the style sheet knows of a span."""
    mark = " mark" if span.action is Action.MARK else ""
    return f"span g-{find_group(span.label).name}{mark}"


class _Link(NamedTuple):
    """A span on one side."""

    id: str
    target: str
    text: str
    told: str
    """What became of it, in its title."""


class SpanLinks:
    """The links of one document; ``place`` is a span's place in its row."""

    def __init__(self, document: "Document", original: bool) -> None:
        self._text = document.original
        self._spans = document.spans
        self._original = original

    def before(self, number: int, place: int) -> str:
        """The span in the original text."""
        span, count = self._spans[number], number + 1
        told = describe_action(span)
        if span.action is Action.REPLACE:
            told += f" by: {_quote(span.replacement)}"
        link = _Link(f"o{count}", f"p{count}", self._text[span.start : span.end], told)
        return _render_link(span, link, place)

    def behind(self, number: int, place: int) -> str:
        """The span in the pseudonymized text, and its label in small letters."""
        span, count = self._spans[number], number + 1
        told = describe_action(span)
        if self._original and span.action is Action.REPLACE:
            told = f"instead of: {_quote(self._text[span.start : span.end])}"
        target = f"o{count}" if self._original else f"r{count}"
        link = _Link(f"p{count}", target, span.replacement, told)
        marked = ", marked" if span.action is Action.MARK else ""
        tag = (
            f'<a class="tag" dir="ltr" href="#r{count}"> {escape(describe_label(span))}{marked}</a>'
        )
        return _render_link(span, link, place) + tag


def _render_link(span: Span, link: _Link, place: int) -> str:
    lit = f" s{place}" if place < PAIRS else ""
    return (
        f'<a id="{link.id}" href="#{link.target}" class="{list_css_classes(span)}{lit}" '
        f'title="{escape(describe_label(span))}, {escape(link.told)}"><bdi>{render_span_text(link.text)}</bdi></a>'
    )


def _quote(text: str) -> str:
    return make_printable(shorten(text))


# The legend: which groups occur and how often, and how replaced and marked spans look.


def render_legend(spans: Sequence[Span]) -> Iterator[str]:
    """The section of the legend."""
    yield '<section aria-labelledby="legend">\n<h2 id="legend">Legend</h2>\n<ul class="legend">\n'
    groups: dict[PageGroup, Counter[str]] = {}
    replaced: set[PageGroup] = set()
    for span in spans:
        group = find_group(span.label)
        groups.setdefault(group, Counter())[span.label] += 1
        if span.action is Action.REPLACE:
            replaced.add(group)
    for group, labels in sorted(groups.items(), key=lambda one: (-one[1].total(), one[0])):
        told = ", ".join(
            f"{make_printable(label)} {count:,}" for label, count in labels.most_common()
        )
        mark = "" if group in replaced else " mark"
        yield (
            f'<li><span class="span g-{group.name}{mark}">{escape(group.title)}</span> '
            f"{labels.total():,}: {escape(told)}</li>\n"
        )
    yield from _render_line_styles(spans)
    yield "</ul>\n</section>\n"


def _render_line_styles(spans: Sequence[Span]) -> Iterator[str]:
    actions = Counter(span.action for span in spans)
    if actions[Action.REPLACE]:
        yield (
            '<li><span class="span g-own">solid line</span> replaced: '
            f"{actions[Action.REPLACE]:,}</li>\n"
        )
    if actions[Action.MARK]:
        yield (
            '<li><span class="span mark g-own">dotted line</span> only marked, the text stays: '
            f"{actions[Action.MARK]:,}</li>\n"
        )
    if not spans:
        yield "<li>Nothing was found.</li>\n"


# The table of spans, and what there is to tell of each.


def render_span_table(document: "Document", explain: bool, original: bool) -> Iterator[str]:
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
    yield "".join(f'<th scope="col"{_number_class(name)}>{name}</th>' for name in columns)
    yield "</tr></thead>\n<tbody>\n"
    facts = SpanExplainer(document, original) if explain else None
    for number, span in enumerate(document.spans, 1):
        before = document.original[span.start : span.end] if original else None
        yield _render_row(number, span, before)
        yield _render_reasons(number, span, facts) if facts else ""
        yield "</tr>\n"
    yield "</tbody>\n</table>\n</div>\n</section>\n"


def _number_class(column: str) -> str:
    return ' class="number"' if column in ("span", "number") else ""


def _render_row(number: int, span: Span, before: str | None) -> str:
    quoted = [span.replacement] if before is None else [before, span.replacement]
    cells = "".join(
        f'<td class="seen"><bdi>{render_span_text(shorten(text))}</bdi></td>' for text in quoted
    )
    return (
        f'<tr id="r{number}"><th scope="row" class="number"><a href="#p{number}">{number}</a></th>'
        f'<td><span class="{list_css_classes(span)}">{escape(make_printable(span.label))}</span></td>'
        f'<td class="number">{span.number or ""}</td>'
        f"<td>{escape(make_printable(' '.join(span.affixes)))}</td><td>{describe_action(span)}</td>{cells}"
    )


def _render_reasons(number: int, span: Span, facts: SpanExplainer) -> str:
    told = "".join(
        f"<dt>{fact.name}</dt><dd>{escape(', '.join(filter(None, fact.words)))}</dd>"
        for fact in facts(span)
    )
    return f"<td><details><summary>Why {number}</summary><dl>{told}</dl></details></td>"
