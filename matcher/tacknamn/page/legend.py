"""The legend: which groups occur and how often, and how replaced and marked spans look."""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from tacknamn.page.groups import Shown, group_of
from tacknamn.pseudonymizing.records import Action, Span
from tacknamn.reporting.printing import printable

__all__ = ["legend"]


def legend(spans: Sequence[Span]) -> Iterator[str]:
    """The section of the legend."""
    yield '<section aria-labelledby="legend">\n<h2 id="legend">Legend</h2>\n<ul class="legend">\n'
    groups: dict[Shown, Counter[str]] = {}
    replaced: set[Shown] = set()
    for span in spans:
        group = group_of(span.label)
        groups.setdefault(group, Counter())[span.label] += 1
        if span.action is Action.REPLACE:
            replaced.add(group)
    for group, labels in sorted(groups.items(), key=lambda one: (-one[1].total(), one[0])):
        told = ", ".join(f"{printable(label)} {count:,}" for label, count in labels.most_common())
        mark = "" if group in replaced else " mark"
        yield (
            f'<li><span class="span g-{group.name}{mark}">{escape(group.title)}</span> '
            f"{labels.total():,}: {escape(told)}</li>\n"
        )
    yield from _looks(spans)
    yield "</ul>\n</section>\n"


def _looks(spans: Sequence[Span]) -> Iterator[str]:
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
