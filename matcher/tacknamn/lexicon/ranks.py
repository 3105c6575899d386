"""The index of ranks: finds the most mentioned forms of a range without reading all of them.

A prefix of one letter has tens of thousands of forms. The index has trees of maxima: a node of the
lowest level has the mentions of the most mentioned of :data:`SPAN` forms in a row, a node of the
next level the maximum of :data:`SPAN` such nodes, and so on up to the root. There is a tree for
all labels, and one for each label; its nodes are :data:`ABSENT` where no form has the label. A
search opens the node with the greatest maximum first, so ten forms need some thirty nodes.

The section ``ranks`` has one tree after the other, each from its lowest level to its root. The
places of nodes follow from their numbers, so a forged index cannot point outside the file. A node
that disagrees with its children is refused.
"""

import heapq
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tacknamn.labels import LABELS
from tacknamn.lexicon.bundle import Bundle, make_damage_error

__all__ = ["ABSENT", "SPAN", "RankIndex", "compute_ranks"]

SPAN = 32
"""Forms of a lowest node, and nodes of a higher one. See docs/design.md, Ranked completion."""
ABSENT = -1.0
"""The maximum where no form has the label; mentions are never negative."""

_Place = tuple[float, int, int, int]
"""A node or a form, in the order of the search: its negative mentions, its first form, its level
(0 for a form), and its number in the level (for a form the row of its entry)."""


def compute_ranks(
    first: Sequence[int], labels: Sequence[int], mentions: Sequence[float]
) -> "array[float]":
    """Compute the trees of a bundle, in the order of the section.

    ``first`` has the first entry of each form, and then the number of entries; ``labels`` and
    ``mentions`` are columns of the entries."""
    trees = array("f")
    for nodes in _compute_lowest_levels(first, labels, mentions):
        trees.extend(nodes)
        while len(nodes) > 1:
            spans = range(0, len(nodes), SPAN)
            nodes = array("f", [max(nodes[start : start + SPAN]) for start in spans])
            trees.extend(nodes)
    return trees


def _compute_lowest_levels(
    first: Sequence[int], labels: Sequence[int], mentions: Sequence[float]
) -> "list[array[float]]":
    """Compute the lowest level of each tree."""
    forms = len(first) - 1
    # The last level is for labels of one's own, which have no tree.
    levels = [array("f", [ABSENT]) * -(-forms // SPAN) for _ in range(2 + len(LABELS))]
    everything = levels[0]
    for form in range(forms):
        node = form // SPAN
        for entry in range(first[form], first[form + 1]):
            mentioned, of_label = mentions[entry], levels[1 + min(labels[entry], len(LABELS))]
            of_label[node] = max(of_label[node], mentioned)
            everything[node] = max(everything[node], mentioned)
    return levels[:-1]


class RankIndex:
    """The index of an open bundle. Threads may share it."""

    def __init__(self, bundle: Bundle) -> None:
        forms, entries, ranks = (bundle.section(name) for name in ("forms", "entries", "ranks"))
        self._path = ranks.path
        self._first = forms.column("entry")
        self._labels, self._mentions = entries.column("label"), entries.column("mentions")
        self._maxima = ranks.column("maximum")
        self._sizes = [forms.rows, *_measure_levels(forms.rows)]
        """Forms, and nodes of each level of a tree."""
        self._tree = sum(self._sizes[1:])
        if ranks.rows != self._tree * (1 + len(LABELS)):
            raise make_damage_error(self._path, "it belongs to other lists")

    def find_best(self, forms: range, label: int | None = None) -> Iterator[int]:
        """Yield an entry of each of these forms, the most mentioned first.

        It is the form's likeliest entry. With a label, only forms that have it are found, each with
        its likeliest entry of that label. Forms that are mentioned equally come in their order."""
        tree = 0 if label is None else (1 + label) * self._tree
        if not forms:
            return
        top = len(self._sizes) - 1
        places: list[_Place] = [(-self._maxima[tree + self._tree - 1], 0, top, 0)]
        while places:
            place = heapq.heappop(places)
            if not place[2]:
                yield place[3]
                continue
            for child in self._open(place, tree, label):
                width = SPAN ** child[2]
                if child[1] < forms.stop and child[1] + width > forms.start:
                    heapq.heappush(places, child)

    def _open(self, place: _Place, tree: int, label: int | None) -> list[_Place]:
        """Return the children of a node that have the label."""
        negative, _, level, number = place
        start, stop = number * SPAN, min((number + 1) * SPAN, self._sizes[level - 1])
        if level == 1:
            children = self._read_forms(start, stop, label)
        else:
            width = SPAN ** (level - 1)
            level_start = tree + sum(self._sizes[1 : level - 1])
            maxima = self._maxima[level_start + start : level_start + stop]
            children = [
                (-maximum, node * width, level - 1, node)
                for node, maximum in enumerate(maxima, start)
                if maximum >= 0
            ]
        if min(children, default=(-ABSENT,))[0] != negative:
            raise make_damage_error(self._path, "a maximum is wrong")
        return children

    def _read_forms(self, start: int, stop: int, label: int | None) -> list[_Place]:
        """Read the forms of a lowest node, each with its likeliest entry of the label."""
        first = list(self._first[start : stop + 1])
        begin, end = first[0], first[-1]
        mentions = self._mentions[begin:end]
        labels = () if label is None else self._labels[begin:end]
        found = []
        for form, (entry, after) in enumerate(pairwise(first), start):
            if not begin <= entry < after <= end:
                raise IndexError(form)
            # Entries of a form are sorted by mentions, so the first one with the label counts.
            while label is not None and entry < after and labels[entry - begin] != label:
                entry += 1
            if entry < after:
                found.append((-mentions[entry - begin], form, 0, entry))
        return found


def _measure_levels(forms: int) -> list[int]:
    """Return the number of nodes of each level of a tree, from the lowest one to the root."""
    sizes: list[int] = []
    nodes = forms
    while nodes > 1 or (nodes and not sizes):
        nodes = -(-nodes // SPAN)
        sizes.append(nodes)
    return sizes
