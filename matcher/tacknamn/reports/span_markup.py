"""Render the spans of a document: as links in both texts, in the legend and in the table.

``o7`` is the seventh span in the original, ``p7`` in the pseudonymized text, and ``r7`` is its row
in the table. Without the original, the links lead to the table.
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
"""The replacement for an empty text, whose link would be invisible."""


def render_span_text(text: str) -> str:
    """Render the text of a span."""
    return render_visible(text) or NOTHING


def list_css_classes(span: Span) -> str:
    """List the classes that the style sheet uses for a span."""
    mark = " mark" if span.action is Action.MARK else ""
    return f"span g-{find_group(span.label).name}{mark}"


class _Link(NamedTuple):
    """A span in one of the texts."""

    id: str
    target: str
    text: str
    description: str
    """What was done to it, for its title."""


class SpanLinks:
    """Renders the links of a document. ``index_in_row`` is the index of a span within its row."""

    def __init__(self, document: "Document", original: bool) -> None:
        self._text = document.original
        self._spans = document.spans
        self._original = original

    def render_original(self, number: int, index_in_row: int) -> str:
        """Render a span of the original text."""
        span, count = self._spans[number], number + 1
        description = describe_action(span)
        if span.action is Action.REPLACE:
            description += f" by: {_quote(span.replacement)}"
        link = _Link(f"o{count}", f"p{count}", self._text[span.start : span.end], description)
        return _render_link(span, link, index_in_row)

    def render_pseudonymized(self, number: int, index_in_row: int) -> str:
        """Render a span of the pseudonymized text, with its label in small print."""
        span, count = self._spans[number], number + 1
        description = describe_action(span)
        if self._original and span.action is Action.REPLACE:
            description = f"instead of: {_quote(self._text[span.start : span.end])}"
        target = f"o{count}" if self._original else f"r{count}"
        link = _Link(f"p{count}", target, span.replacement, description)
        marked = ", marked" if span.action is Action.MARK else ""
        tag = (
            f'<a class="tag" dir="ltr" href="#r{count}"> {escape(describe_label(span))}{marked}</a>'
        )
        return _render_link(span, link, index_in_row) + tag


def _render_link(span: Span, link: _Link, index_in_row: int) -> str:
    lit = f" s{index_in_row}" if index_in_row < PAIRS else ""
    return (
        f'<a id="{link.id}" href="#{link.target}" class="{list_css_classes(span)}{lit}" '
        f'title="{escape(describe_label(span))}, {escape(link.description)}">'
        f"<bdi>{render_span_text(link.text)}</bdi></a>"
    )


def _quote(text: str) -> str:
    return make_printable(shorten(text))


def render_legend(spans: Sequence[Span]) -> Iterator[str]:
    """Render the legend: which groups occur, how often, and how replaced and marked spans look."""
    yield '<section aria-labelledby="legend">\n<h2 id="legend">Legend</h2>\n<ul class="legend">\n'
    groups: dict[PageGroup, Counter[str]] = {}
    replaced: set[PageGroup] = set()
    for span in spans:
        group = find_group(span.label)
        groups.setdefault(group, Counter())[span.label] += 1
        if span.action is Action.REPLACE:
            replaced.add(group)
    for group, labels in sorted(groups.items(), key=lambda item: (-item[1].total(), item[0])):
        counts = ", ".join(
            f"{make_printable(label)} {count:,}" for label, count in labels.most_common()
        )
        mark = "" if group in replaced else " mark"
        yield (
            f'<li><span class="span g-{group.name}{mark}">{escape(group.title)}</span> '
            f"{labels.total():,}: {escape(counts)}</li>\n"
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
            '<li><span class="span mark g-own">dotted line</span> only marked, the text is unchanged: '
            f"{actions[Action.MARK]:,}</li>\n"
        )
    if not spans:
        yield "<li>Nothing was found.</li>\n"


def render_span_table(document: "Document", explain: bool, original: bool) -> Iterator[str]:
    """Render the table of spans; nothing for a document without spans."""
    if not document.spans:
        return
    columns = ["span", "label", "number", "affixes", "action"]
    columns += [*(["original"] if original else []), "text now"]
    columns += ["reasons"] if explain else []
    count = len(document.spans)
    yield (
        '<section aria-labelledby="spans">\n<h2 id="spans">Spans</h2>\n'
        '<div class="wide" role="region" tabindex="0" aria-labelledby="spans-table">\n'
        '<table class="spans">\n'
        f'<caption id="spans-table">Spans: {count:,} {"row" if count == 1 else "rows"}</caption>\n'
        "<thead><tr>"
    )
    yield "".join(f'<th scope="col"{_number_class(name)}>{name}</th>' for name in columns)
    yield "</tr></thead>\n<tbody>\n"
    explainer = SpanExplainer(document, original) if explain else None
    for number, span in enumerate(document.spans, 1):
        before = document.original[span.start : span.end] if original else None
        yield _render_row(number, span, before)
        yield _render_reasons(number, span, explainer) if explainer else ""
        yield "</tr>\n"
    yield "</tbody>\n</table>\n</div>\n</section>\n"


def _number_class(column: str) -> str:
    return ' class="number"' if column in ("span", "number") else ""


def _render_row(number: int, span: Span, before: str | None) -> str:
    quoted = [span.replacement] if before is None else [before, span.replacement]
    titles = ["text now"] if before is None else ["original", "text now"]
    cells = "".join(
        f'<td class="seen" data-title="{title}"><bdi>{render_span_text(shorten(text))}</bdi></td>'
        for title, text in zip(titles, quoted, strict=True)
    )
    return (
        f'<tr id="r{number}"><th scope="row" class="number" data-title="span">'
        f'<a href="#p{number}">{number}</a></th>'
        f'<td data-title="label"><span class="{list_css_classes(span)}">'
        f"{escape(make_printable(span.label))}</span></td>"
        f'<td class="number" data-title="number">{span.number or ""}</td>'
        f'<td data-title="affixes">{escape(make_printable(" ".join(span.affixes)))}</td>'
        f'<td data-title="action">{describe_action(span)}</td>{cells}'
    )


def _render_reasons(number: int, span: Span, explainer: SpanExplainer) -> str:
    facts = "".join(
        f"<dt>{fact.name}</dt><dd>{escape(', '.join(filter(None, fact.words)))}</dd>"
        for fact in explainer.explain(span)
    )
    return f"<td><details><summary>Why {number}</summary><dl>{facts}</dl></details></td>"
