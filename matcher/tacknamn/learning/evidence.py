"""Compare the marks of annotators in a text with the detections of the engine."""

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
    """The evidence of one correction of a text."""

    corrected: CorrectedText
    labelled: Counter[LabelledForm] = field(default_factory=Counter)
    """The forms that were marked, with the number of their mentions."""
    refused: Counter[LabelledForm] = field(default_factory=Counter)
    """The forms that a list contains, that were detected, and that no annotator left marked so."""
    instead: dict[LabelledForm, set[Label]] = field(default_factory=lambda: defaultdict(set))
    """The labels that annotators gave to a refused form instead."""
    spellings: dict[LabelledForm, Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    """The spellings of the base forms that were marked."""
    unlisted: Counter[LabelledForm] = field(default_factory=Counter)
    """The marked forms that were detected without a list."""
    untouched: Counter[LabelledForm] = field(default_factory=Counter)
    """The marks that a program made and people left as they were, in ``labelled`` as well."""
    noted: set[LabelledForm] = field(default_factory=set)
    """The marked forms with a note of the annotators, such as ``OBS!``."""
    unlearnable: Counter[Label] = field(default_factory=Counter)
    """Marks whose forms may not be learnt, such as forms with digits or several names."""


def collect_evidence(
    corrected: CorrectedText,
    detections: Iterable[Detection],
    lists: LexiconLists,
    proposed: frozenset[tuple[int, int, str]] = frozenset(),
) -> CorrectionEvidence:
    """Collect the evidence of a correction, compared with the detections without it.

    Args:
        proposed: Start, end and label of what a program had marked before people corrected it.
    """
    evidence = CorrectionEvidence(corrected)
    detections = tuple(detections)
    by_offsets = {(detection.start, detection.end): detection for detection in detections}
    for mark in corrected.marks:
        if mark.label is not None:
            detection = by_offsets.get((mark.start, mark.end))
            is_untouched = (mark.start, mark.end, mark.label) in proposed
            _add_mark(evidence, mark, detection, lists, is_untouched)
    marks = _MarkIndex(corrected.marks)
    for detection in detections:
        label = lists.find_source(detection)
        if label is not None and is_learnable(form := tidy_form(detection.base), label):
            matching = marks.find_exact(detection.start, detection.end)
            _add_detection(evidence, LabelledForm(fold(form), label), matching)
    return evidence


def _add_mark(
    evidence: CorrectionEvidence,
    mark: Mark,
    detection: Detection | None,
    lists: LexiconLists,
    is_untouched: bool,
) -> None:
    label = mark.label
    assert label is not None
    form = tidy_form(evidence.corrected.text[mark.start : mark.end])
    base = find_base(form, label, mark.affixes, lambda name: lists.knows(name, label))
    if not is_learnable(base, label):
        evidence.unlearnable[label] += 1
        return
    name = LabelledForm(fold(base), label)
    evidence.labelled[name] += 1
    evidence.spellings[name][base] += 1
    if detection is not None and detection.label == label:
        evidence.unlisted[name] += 1
    if is_untouched:
        evidence.untouched[name] += 1
    if mark.notes:
        evidence.noted.add(name)


def _add_detection(
    evidence: CorrectionEvidence, name: LabelledForm, marks: Sequence[Mark] | None
) -> None:
    """Add a form that a list detected; ``marks`` are the marks there, None if they say nothing."""
    if marks is None or any(mark.label and is_same_list(mark.label, name.label) for mark in marks):
        return
    evidence.refused[name] += 1
    evidence.instead[name] |= {mark.label for mark in marks if mark.label is not None}


class _MarkIndex:
    """The marks of a text by their offsets. Marks do not overlap."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._marks = marks
        self._starts = [mark.start for mark in marks]

    def find_exact(self, start: int, end: int) -> Sequence[Mark] | None:
        """Return the mark with exactly these offsets, or nothing if the part is free of marks.

        The result is None if a mark overlaps only partly, or has no label: then it is unknown
        whether annotators consider the part a name."""
        overlapping = list(self._find_overlapping(start, end))
        if all((mark.start, mark.end) == (start, end) and mark.label for mark in overlapping):
            return overlapping
        return None

    def is_free(self, start: int, end: int) -> bool:
        """Whether no mark overlaps the part."""
        return next(self._find_overlapping(start, end), None) is None

    def _find_overlapping(self, start: int, end: int) -> Iterator[Mark]:
        index = bisect_left(self._starts, end) - 1
        while index >= 0 and self._marks[index].end > start:
            yield self._marks[index]
            index -= 1


class UnmarkedCounter:
    """Counts where forms occur in texts without a mark, also in the genitive."""

    def __init__(self, forms: Iterable[Folded]) -> None:
        self._form_by_words: dict[tuple[str, ...], Folded] = {}
        self._lengths: dict[str, set[int]] = defaultdict(set)
        """The numbers of words of the forms that begin with a word."""
        for form in sorted(forms):
            words = tuple(_WORD.findall(form))
            for written in (words, (*words[:-1], f"{words[-1]}s")):
                self._form_by_words.setdefault(written, form)
                self._lengths[written[0]].add(len(written))

    def count(self, corrected: CorrectedText) -> Counter[Folded]:
        """Count how often each form occurs in a text without a mark."""
        marks = _MarkIndex(corrected.marks)
        matches = list(_WORD.finditer(corrected.text))
        words = tuple(fold(match.group()) for match in matches)
        counts: Counter[Folded] = Counter()
        for index, word in enumerate(words):
            for length in self._lengths.get(word, ()):
                written = words[index : index + length]  # shorter at the end of the text
                form = self._form_by_words.get(written) if len(written) == length else None
                start, end = matches[index].start(), matches[index + len(written) - 1].end()
                if form is not None and marks.is_free(start, end):
                    counts[form] += 1
        return counts
