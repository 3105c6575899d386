"""Hold a text that annotators corrected against what is found in it without them."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tacknamn.labels import Label
from tacknamn.learning.forms import find_base, is_learnable, tidy_form
from tacknamn.learning.lists import LexiconLists, is_same_list
from tacknamn.learning.records import CorrectedText, LabelledForm, Mark
from tacknamn.records import Detection
from tacknamn.text.fold import Folded, fold

__all__ = ["CorrectionEvidence", "UnmarkedCounter", "collect_evidence"]

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class CorrectionEvidence:
    """What one correction of a text says."""

    corrected: CorrectedText
    labelled: Counter[LabelledForm] = field(default_factory=Counter)
    """What was marked as what, and at how many places."""
    refused: Counter[LabelledForm] = field(default_factory=Counter)
    """What a list has, and was found, and nobody left marked so."""
    instead: dict[LabelledForm, set[Label]] = field(default_factory=lambda: defaultdict(set))
    """Of what was refused, what it was marked as."""
    spelt: dict[LabelledForm, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """How the base forms of what was marked are spelt."""
    unlisted: Counter[LabelledForm] = field(default_factory=Counter)
    """Of what was marked, what was found all the same, without a list."""
    unlearnable: Counter[Label] = field(default_factory=Counter)
    """Marks whose forms may not be learnt: with digits, of several names."""


def collect_evidence(
    corrected: CorrectedText, found: Iterable[Detection], lists: LexiconLists
) -> CorrectionEvidence:
    """What a correction says, beside what is found without it."""
    reading = CorrectionEvidence(corrected)
    found = tuple(found)
    at = {(one.start, one.end): one for one in found}
    for mark in corrected.marks:
        if mark.label is not None:
            _take_mark(reading, mark, mark.label, at.get((mark.start, mark.end)), lists)
    marked = _MarkIndex(corrected.marks)
    for one in found:
        label = lists.told(one)
        if label is not None and is_learnable(form := tidy_form(one.base), label):
            _take_found(reading, LabelledForm(fold(form), label), marked.at(one.start, one.end))
    return reading


def _take_mark(
    reading: CorrectionEvidence,
    mark: Mark,
    label: Label,
    found: Detection | None,
    lists: LexiconLists,
) -> None:
    form = tidy_form(reading.corrected.text[mark.start : mark.end])
    base = find_base(form, label, mark.affixes, lambda one: lists.knows(one, label))
    if not is_learnable(base, label):
        reading.unlearnable[label] += 1
        return
    name = LabelledForm(fold(base), label)
    reading.labelled[name] += 1
    reading.spelt[name][base] += 1
    if found is not None and found.label == label:
        reading.unlisted[name] += 1


def _take_found(
    reading: CorrectionEvidence, name: LabelledForm, marks: Sequence[Mark] | None
) -> None:
    """Take what a list gave: ``marks`` is what stands there, None where that says nothing."""
    if marks is None or any(one.label and is_same_list(one.label, name.label) for one in marks):
        return
    reading.refused[name] += 1
    reading.instead[name] |= {one.label for one in marks if one.label is not None}


class _MarkIndex:
    """The marks of a text, by place. They do not overlap."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._marks = marks
        self._starts = [one.start for one in marks]

    def at(self, start: int, end: int) -> Sequence[Mark] | None:
        """The mark of exactly this piece, nothing where it is free; None where one overlaps it in
        part, or says nothing: then nobody has denied that it is a name."""
        touching = list(self._touching(start, end))
        if all((one.start, one.end) == (start, end) and one.label for one in touching):
            return touching
        return None

    def is_free(self, start: int, end: int) -> bool:
        """Whether no mark touches the piece."""
        return next(self._touching(start, end), None) is None

    def _touching(self, start: int, end: int) -> Iterator[Mark]:
        place = bisect_left(self._starts, end) - 1
        while place >= 0 and self._marks[place].end > start:
            yield self._marks[place]
            place -= 1


class UnmarkedCounter:
    """Counts in texts where forms stand that nobody marked, also in the genitive."""

    def __init__(self, forms: Iterable[Folded]) -> None:
        self._form_of: dict[tuple[str, ...], Folded] = {}
        self._lengths: dict[str, set[int]] = defaultdict(set)
        """By its first word, how many words a form has."""
        for form in sorted(forms):
            words = tuple(_WORD.findall(form))
            for written in (words, (*words[:-1], f"{words[-1]}s")):
                self._form_of.setdefault(written, form)
                self._lengths[written[0]].add(len(written))

    def of(self, corrected: CorrectedText) -> Counter[Folded]:
        """How often each form stands unmarked."""
        marked = _MarkIndex(corrected.marks)
        found = [(fold(one.group()), *one.span()) for one in _WORD.finditer(corrected.text)]
        words = tuple(word for word, _, _ in found)
        counts: Counter[Folded] = Counter()
        for place, (word, start, _) in enumerate(found):
            for length in self._lengths.get(word, ()):
                written = words[place : place + length]  # shorter at the end of the text
                form = self._form_of.get(written) if len(written) == length else None
                if form is not None and marked.is_free(start, found[place + length - 1][2]):
                    counts[form] += 1
        return counts
