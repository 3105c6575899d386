"""Run packages one after the other, combine what they found, and measure accuracy and cost."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from tacknamn.errors import Error
from tacknamn.evaluation.comparison.accuracy import Accuracy, measure_accuracy
from tacknamn.evaluation.comparison.processes import (
    MeasuredPackage,
    check_loading,
    measure_package,
    measure_together,
)
from tacknamn.evaluation.comparison.records import ComparisonSettings, Cost, join_costs
from tacknamn.evaluation.comparison.sentences import NAME, NamedSentence, read_sentences
from tacknamn.evaluation.comparison.unions import join_names
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.backends.registry import BackendRequest, make_backend
from tacknamn.ner.combining.rules import OWN_NAME, CombinationMode
from tacknamn.pipeline.own_lists import OwnLists, open_own_lists
from tacknamn.records import Detection
from tacknamn.support.printing import make_printable

__all__ = ["ALONE", "LOADS", "Comparison", "ComparisonRow", "Progress", "compare"]

ALONE = "alone"
_Returned = TypeVar("_Returned")
Progress = Callable[[str, int], None]
"""Called with the package at work, and the number of sentences that are done."""
LOADS = "loading "
"""Precedes the name of a package that is only loaded."""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """The figures of one package, or of several combined."""

    mode: str
    """``alone``, ``union`` or ``intersection``."""
    packages: tuple[str, ...]
    """The packages as the user wrote them."""
    accuracy: Accuracy
    cost: Cost


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison."""

    file: str
    """The file of sentences, as printed."""
    sentences: int
    names: int
    language: str
    rows: tuple[ComparisonRow, ...]
    failed: Mapping[str, Error] = field(default_factory=dict)
    """Packages that failed and were left out, with their errors."""


def compare(
    file: str | Path, settings: ComparisonSettings, progress: Progress = lambda name, done: None
) -> Comparison:
    """Compare packages on the sentences of a file."""
    return compare_sentences(read_sentences(file), settings, progress, make_printable(str(file)))


def compare_sentences(
    sentences: Sequence[NamedSentence],
    settings: ComparisonSettings,
    progress: Progress,
    file: str = "",
) -> Comparison:
    """Compare packages on sentences."""
    own_lists = open_own_lists(settings.extra, settings.allow, settings.keep)
    measured, failed = _measure_all(sentences, settings, progress)
    listed = list(_list_rows([*measured]))
    texts = [sentence.text for sentence in sentences]
    groups = dict.fromkeys(names for mode, names in listed if mode != ALONE)
    together = {names: _measure_together(names, texts, settings, progress) for names in groups}
    joiner = _Joiner(sentences, measured, together, own_lists)
    rows = [joiner.make_row(mode, names) for mode, names in listed]
    names = sum(len(sentence.names) for sentence in sentences)
    return Comparison(file, len(sentences), names, settings.language, tuple(rows), failed)


def _measure_all(
    sentences: Sequence[NamedSentence], settings: ComparisonSettings, progress: Progress
) -> tuple[dict[str, MeasuredPackage], dict[str, Error]]:
    """Measure each package; collect those that fail if the others may go on."""
    texts = [sentence.text for sentence in sentences]
    measured: dict[str, MeasuredPackage] = {}
    failed = _check_all(settings, progress)
    for request in settings.packages:
        name = str(request)
        if name not in failed:
            progress(name, 0)
            work = partial(measure_package, request, settings, texts, partial(progress, name))
            package = _try(failed, settings, request, work)
            if package is not None:
                measured[name] = package
    if not measured:
        raise Error(f"all packages failed: {'; '.join(map(str, failed.values()))}")
    return measured, failed


def _measure_together(
    names: Sequence[str], texts: Sequence[str], settings: ComparisonSettings, progress: Progress
) -> Cost:
    """Measure packages in one process. If they only fail together, and others may go on, their memory
    is unknown."""
    shown = " + ".join(names)
    progress(shown, 0)
    requests = [BackendRequest.read(name) for name in names]
    try:
        return measure_together(requests, settings, texts, partial(progress, shown))
    except Error:
        if not settings.keep_going:
            raise
        return Cost(0, 0)


def _check_all(settings: ComparisonSettings, progress: Progress) -> dict[str, Error]:
    """Find the packages that fail before any package has worked for hours.

    First their names are checked, which takes no time, then each is loaded. A single package is
    not loaded: its failure loses nothing. The first package is loaded as well, although its own
    run comes next: otherwise only the models of the others would be read from the system's disk
    cache."""
    failed: dict[str, Error] = {}
    for request in settings.packages:
        _try(failed, settings, request, partial(_check_name, request, settings))
    for request in settings.packages if len(settings.packages) > 1 else ():
        if str(request) not in failed:
            progress(f"{LOADS}{request}", 0)
            _try(failed, settings, request, partial(check_loading, request, settings))
    return failed


def _try(
    failed: dict[str, Error],
    settings: ComparisonSettings,
    request: BackendRequest,
    work: Callable[[], _Returned],
) -> _Returned | None:
    """Do some work of a package; None if the package failed and the others may go on."""
    try:
        return work()
    except Error as exc:
        if not settings.keep_going or len(settings.packages) == 1:
            raise
        failed[str(request)] = exc
        return None


def _check_name(request: BackendRequest, settings: ComparisonSettings) -> None:
    make_backend(request, lexicon_data=settings.data, language=settings.language)


def _list_rows(names: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """List each package alone; union and intersection of all; and of our own with each other."""
    yield from ((ALONE, (name,)) for name in names)
    groups = [tuple(names)] if len(names) > 1 else []
    own = next((name for name in names if BackendRequest.read(name).name == OWN_NAME), None)
    if own is not None and len(names) > 2:
        groups += [(own, name) for name in names if name != own]
    for group in groups:
        yield from ((mode, group) for mode in (CombinationMode.UNION, CombinationMode.INTERSECTION))


@dataclass(frozen=True, slots=True)
class _Joiner:
    """Joins what packages found, and measures the result."""

    sentences: Sequence[NamedSentence]
    measured: Mapping[str, MeasuredPackage]
    together: Mapping[tuple[str, ...], Cost]
    """What packages cost in one process."""
    own_lists: OwnLists | None

    def make_row(self, mode: str, names: tuple[str, ...]) -> ComparisonRow:
        """Make the row of some packages."""
        texts = [sentence.text for sentence in self.sentences]
        found = {name: self.measured[name].found for name in names}
        begun = time.perf_counter()
        joined = join_names(texts, found, CombinationMode.UNION if mode == ALONE else mode)
        combined = [
            self._apply_own_lists(text, mentions)
            for text, mentions in zip(texts, joined, strict=True)
        ]
        joining = time.perf_counter() - begun
        costs = [self.measured[name].cost for name in names]
        # The cost of a single package is its own; trimming its mentions is our work.
        cost = costs[0] if mode == ALONE else join_costs(costs, joining, self.together[names])
        return ComparisonRow(mode, names, measure_accuracy(self.sentences, combined), cost)

    def _apply_own_lists(self, text: str, found: Sequence[NamedMention]) -> Sequence[NamedMention]:
        """Put the user's entries on top of what was found, as ``mask`` does."""
        if self.own_lists is None:
            return found
        detections = [Detection(each.start, each.end, NAME, NAME) for each in found]
        pieces = self.own_lists.apply(text, detections)
        return [NamedMention(piece.start, piece.end, NAME) for piece in pieces]
