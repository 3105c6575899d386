"""Say what changed between two bundles, as a release note would.

Both lexicons are in one order, so that they are read side by side, form by form, and bundles
of any size need no memory.
"""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tacknamn.lexicon.bundle import Bundle
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.lexicon_tsv import LexiconRow, read_lexicon
from tacknamn_builders.checks.bundle_rules import list_top_forms

__all__ = ["EXAMPLES", "BundleDifference", "compare_bundles"]

EXAMPLES = 10
"""Examples kept of each kind of change."""

_Group = tuple[str, list[LexiconRow]]


@dataclass(slots=True)
class LabelChanges:
    """How many changes of one kind, and the first few."""

    number: Counter[str] = field(default_factory=Counter)
    """By label."""
    examples: dict[str, list[str]] = field(default_factory=dict)

    def note(self, label: str, example: str) -> None:
        """Count one change."""
        self.number[label] += 1
        shown = self.examples.setdefault(label, [])
        if len(shown) < EXAMPLES:
            shown.append(example)


@dataclass(slots=True)
class BundleDifference:
    """What changed between two bundles."""

    added: LabelChanges = field(default_factory=LabelChanges)
    """Forms that are new under a label."""
    dropped: LabelChanges = field(default_factory=LabelChanges)
    relabelled: LabelChanges = field(default_factory=LabelChanges)
    """Forms whose labels are others, under the new likeliest one."""
    reranked: LabelChanges = field(default_factory=LabelChanges)
    """Forms with the same labels, of which another is the likeliest now."""
    recounted: LabelChanges = field(default_factory=LabelChanges)
    """Forms whose best count changed."""
    top: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)
    """Lists that replacements are drawn from: what came in and what went out."""

    def __bool__(self) -> bool:
        kinds = (self.added, self.dropped, self.relabelled, self.reranked, self.recounted)
        return bool(self.top) or any(changes.number for changes in kinds)


def compare_bundles(old: Path, new: Path) -> BundleDifference:
    """Compare the bundles in two folders."""
    before, after = Bundle(old), Bundle(new)
    difference = BundleDifference()
    for ours, theirs in _pair_groups(_group_by_form(old), _group_by_form(new)):
        _compare_forms(ours, theirs, difference)
    former, latter = list_top_forms(before), list_top_forms(after)
    for name in sorted(former.keys() | latter.keys()):
        was, now = former.get(name, []), latter.get(name, [])
        came = [form for form in now if form not in was]
        went = [form for form in was if form not in now]
        if came or went:
            difference.top[name] = (came, went)
    return difference


def _group_by_form(folder: Path) -> Iterator[_Group]:
    rows = ((fold(row.form), row) for row in read_lexicon(folder))
    for folded, group in itertools.groupby(rows, key=lambda pair: pair[0]):
        yield folded, [row for _, row in group]


def _pair_groups(
    old: Iterator[_Group], new: Iterator[_Group]
) -> Iterator[tuple[list[LexiconRow], list[LexiconRow]]]:
    one, other = next(old, None), next(new, None)
    while one is not None or other is not None:
        if other is None or (one is not None and one[0] < other[0]):
            assert one is not None
            yield one[1], []
            one = next(old, None)
        elif one is None or other[0] < one[0]:
            yield [], other[1]
            other = next(new, None)
        else:
            yield one[1], other[1]
            one, other = next(old, None), next(new, None)


def _compare_forms(
    old: list[LexiconRow], new: list[LexiconRow], difference: BundleDifference
) -> None:
    before, after = _find_best_rows(old), _find_best_rows(new)
    if not before or not after:
        changes = difference.added if after else difference.dropped
        for label, row in (after or before).items():
            changes.note(label, row.form)
        return
    likeliest, now = next(iter(before)), next(iter(after))
    form = after[now].form
    if set(before) != set(after):
        difference.relabelled.note(now, f"{form}: {_join_labels(before)} -> {_join_labels(after)}")
    elif likeliest != now:
        difference.reranked.note(now, f"{form}: {likeliest} -> {now}")
    for label in sorted(set(before) & set(after)):
        if (before[label].count, before[label].kind) != (after[label].count, after[label].kind):
            change = f"{before[label].count:g} -> {after[label].count:g}"
            difference.recounted.note(label, f"{form}: {change} {after[label].kind}")


def _find_best_rows(rows: list[LexiconRow]) -> dict[str, LexiconRow]:
    """The first, likeliest row of each label."""
    best: dict[str, LexiconRow] = {}
    for row in rows:
        best.setdefault(row.label, row)
    return best


def _join_labels(rows: dict[str, LexiconRow]) -> str:
    return "+".join(sorted(rows))
