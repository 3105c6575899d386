"""List the differences between two bundles, as in a release note.

Both lexicons have the same order. They are read in parallel, form by form, so bundles of any size
need little memory.
"""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tacknamn.lexicon.bundle import REQUIRED, Bundle
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.lexicon_rows import has_lexicon, read_entries, read_rows
from tacknamn_builders.bundle.lexicon_tsv import LexiconRow
from tacknamn_builders.checks.top_lists import read_top_lists

__all__ = ["EXAMPLES", "BundleDifference", "compare_bundles"]

EXAMPLES = 10
"""Examples of each kind of change and label."""

_WITHOUT_ENTRIES = ("weights.tsv", "words.bin")
"""Files of a bundle that change detections and have no entries."""

_Group = tuple[str, list[LexiconRow]]
"""A folded form and its rows."""


@dataclass(slots=True)
class LabelChanges:
    """The number of changes of one kind, and examples, by label."""

    number: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, label: str, example: str) -> None:
        """Count one change."""
        self.number[label] += 1
        shown = self.examples.setdefault(label, [])
        if len(shown) < EXAMPLES:
            shown.append(example)


@dataclass(slots=True)
class BundleDifference:
    """The differences between two bundles."""

    added: LabelChanges = field(default_factory=LabelChanges)
    """New forms."""
    dropped: LabelChanges = field(default_factory=LabelChanges)
    """Forms that the new bundle lacks."""
    relabelled: LabelChanges = field(default_factory=LabelChanges)
    """Forms with different labels, by the new most likely label."""
    reranked: LabelChanges = field(default_factory=LabelChanges)
    """Forms with the same labels, but a different most likely one."""
    recounted: LabelChanges = field(default_factory=LabelChanges)
    """Forms whose best count changed."""
    resourced: LabelChanges = field(default_factory=LabelChanges)
    """Forms whose best row comes from other sources: one no longer has it, or one more has it."""
    top: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)
    """For each list that replacements are drawn from, the new forms and the removed ones."""
    files: list[str] = field(default_factory=list)
    """Changed files that the lists above do not explain, such as the ordinary words."""

    def __bool__(self) -> bool:
        kinds = (self.added, self.dropped, self.relabelled, self.reranked, self.recounted,
                 self.resourced)  # fmt: skip
        return bool(self.top or self.files) or any(changes.number for changes in kinds)


def compare_bundles(old: Path, new: Path) -> BundleDifference:
    """Compare the bundles in two folders."""
    before, after = Bundle(old), Bundle(new)
    difference = BundleDifference()
    # Both from the same kind of file: the table rounds its numbers.
    read = read_entries if has_lexicon(before) and has_lexicon(after) else read_rows
    for old_rows, new_rows in _pair_groups(
        _group_by_form(read(before)), _group_by_form(read(after))
    ):
        _compare_forms(old_rows, new_rows, difference)
    former, latter = read_top_lists(before), read_top_lists(after)
    for name in sorted(former.keys() | latter.keys()):
        was, now = former.get(name, []), latter.get(name, [])
        came = [form for form in now if form not in was]
        went = [form for form in was if form not in now]
        if came or went:
            difference.top[name] = (came, went)
    difference.files = _find_changed_files(before, after, is_same=not difference)
    return difference


def _find_changed_files(before: Bundle, after: Bundle, is_same: bool) -> list[str]:
    """Find the files that differ. If entries differ, most files do, but not those without entries."""
    old, new = before.manifest["files"], after.manifest["files"]
    names = [name for name in REQUIRED if is_same or name in _WITHOUT_ENTRIES]
    return sorted(name for name in names if old[name]["sha256"] != new[name]["sha256"])


def _group_by_form(rows: Iterator[LexiconRow]) -> Iterator[_Group]:
    pairs = ((fold(row.form), row) for row in rows)
    for folded, group in itertools.groupby(pairs, key=lambda pair: pair[0]):
        yield folded, [row for _, row in group]


def _pair_groups(
    old: Iterator[_Group], new: Iterator[_Group]
) -> Iterator[tuple[list[LexiconRow], list[LexiconRow]]]:
    """Yield the rows of each form in both bundles; the list is empty where a bundle lacks it."""
    left, right = next(old, None), next(new, None)
    while left is not None or right is not None:
        if right is None or (left is not None and left[0] < right[0]):
            assert left is not None
            yield left[1], []
            left = next(old, None)
        elif left is None or right[0] < left[0]:
            yield [], right[1]
            right = next(new, None)
        else:
            yield left[1], right[1]
            left, right = next(old, None), next(new, None)


def _compare_forms(
    old: list[LexiconRow], new: list[LexiconRow], difference: BundleDifference
) -> None:
    before, after = _find_best_rows(old), _find_best_rows(new)
    if not before or not after:
        changes = difference.added if after else difference.dropped
        for label, row in (after or before).items():
            changes.add(label, row.form)
        return
    likeliest, now = next(iter(before)), next(iter(after))
    form = after[now].form
    if set(before) != set(after):
        difference.relabelled.add(now, f"{form}: {_join_labels(before)} -> {_join_labels(after)}")
    elif likeliest != now:
        difference.reranked.add(now, f"{form}: {likeliest} -> {now}")
    for label in sorted(set(before) & set(after)):
        if (before[label].count, before[label].kind) != (after[label].count, after[label].kind):
            change = f"{before[label].count:g} -> {after[label].count:g}"
            difference.recounted.add(label, f"{form}: {change} {after[label].kind}")
        change = _describe_sources(before[label].sources, after[label].sources)
        if change:
            difference.resourced.add(label, f"{form}: {change}")


def _describe_sources(before: str, after: str) -> str:
    """Describe which sources came and went: ``+geonames-sweden -swell-streets``, or nothing."""
    was, now = before.split(","), after.split(",")
    came = [f"+{id}" for id in now if id and id not in was]
    went = [f"-{id}" for id in was if id and id not in now]
    return " ".join([*came, *went])


def _find_best_rows(rows: list[LexiconRow]) -> dict[str, LexiconRow]:
    """Find the first, most likely row of each label."""
    best: dict[str, LexiconRow] = {}
    for row in rows:
        best.setdefault(row.label, row)
    return best


def _join_labels(rows: dict[str, LexiconRow]) -> str:
    return "+".join(sorted(rows))
