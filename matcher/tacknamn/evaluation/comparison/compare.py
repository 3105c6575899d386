"""Run the packages one by one, join what they found, and say how right and how dear each is."""

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
)
from tacknamn.evaluation.comparison.records import OWN_PACKAGE, ComparisonSettings, Cost, add_costs
from tacknamn.evaluation.comparison.sentences import NAME, NamedSentence, read_sentences
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.backends.registry import BackendRequest, make_backend
from tacknamn.ner.combining.rules import CombinationMode, CombinationRule
from tacknamn.ner.combining.voting import combine_by_rule
from tacknamn.support.printing import make_printable

__all__ = ["ALONE", "LOADS", "Comparison", "ComparisonRow", "compare"]

ALONE = "alone"
_Returned = TypeVar("_Returned")
Progress = Callable[[str, int], None]
"""Is told what is at work, and how many sentences are done."""
LOADS = "loading "
"""What stands before a package that is only loaded so far."""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One package, or several joined."""

    how: str
    """``alone``, ``union`` or ``intersection``."""
    packages: tuple[str, ...]
    """As they were asked for."""
    accuracy: Accuracy
    cost: Cost


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was measured."""

    file: str
    """As it may be printed."""
    sentences: int
    names: int
    language: str
    rows: tuple[ComparisonRow, ...]
    failed: Mapping[str, Error] = field(default_factory=dict)
    """Packages that were left out, and why."""


def compare(
    file: str | Path, wanted: ComparisonSettings, progress: Progress = lambda name, done: None
) -> Comparison:
    """Compare packages on the sentences of a file."""
    return compare_sentences(read_sentences(file), wanted, progress, make_printable(str(file)))


def compare_sentences(
    sentences: Sequence[NamedSentence],
    wanted: ComparisonSettings,
    progress: Progress,
    file: str = "",
) -> Comparison:
    """The same on sentences that were read."""
    found, failed = _measure_all(sentences, wanted, progress)
    rows = [_make_row(sentences, found, how, names) for how, names in _list_rows([*found])]
    names = sum(len(one.names) for one in sentences)
    return Comparison(file, len(sentences), names, wanted.language, tuple(rows), failed)


def _measure_all(
    sentences: Sequence[NamedSentence], wanted: ComparisonSettings, progress: Progress
) -> tuple[dict[str, MeasuredPackage], dict[str, Error]]:
    """What each package found; those that fail, where others may go on."""
    texts = [one.text for one in sentences]
    found: dict[str, MeasuredPackage] = {}
    failed = _check_all(wanted, progress)
    for request in wanted.packages:
        name = str(request)
        if name not in failed:
            progress(name, 0)
            work = partial(measure_package, request, wanted, texts, partial(progress, name))
            one = _try(failed, wanted, request, work)
            if one is not None:
                found[name] = one
    if not found:
        raise Error(f"no package is left: {'; '.join(map(str, failed.values()))}")
    return found, failed


def _check_all(wanted: ComparisonSettings, progress: Progress) -> dict[str, Error]:
    """Those that fail before any has worked for hours: first by their names, which takes no time,
    then by loading them. One package alone has nothing to lose by its failure.

    All are loaded, also the first, whose own run comes next: else the models of the others alone
    would come from a disk that the system has just read."""
    failed: dict[str, Error] = {}
    for request in wanted.packages:
        _try(failed, wanted, request, partial(_check, request, wanted))
    for request in wanted.packages if len(wanted.packages) > 1 else ():
        if str(request) not in failed:
            progress(f"{LOADS}{request}", 0)
            _try(failed, wanted, request, partial(check_loading, request, wanted))
    return failed


def _try(
    failed: dict[str, Error],
    wanted: ComparisonSettings,
    request: BackendRequest,
    work: Callable[[], _Returned],
) -> _Returned | None:
    """What comes of it; None where the package failed and others may go on."""
    try:
        return work()
    except Error as exc:
        if not wanted.keep_going or len(wanted.packages) == 1:
            raise
        failed[str(request)] = exc
        return None


def _check(request: BackendRequest, wanted: ComparisonSettings) -> None:
    make_backend(request, lexicon_data=wanted.data, language=wanted.language)


def _list_rows(names: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each alone; union and intersection of all, and of our own engine with each other."""
    yield from ((ALONE, (name,)) for name in names)
    groups = [tuple(names)] if len(names) > 1 else []
    own = next((name for name in names if BackendRequest.read(name).name == OWN_PACKAGE), None)
    if own is not None and len(names) > 2:
        groups += [(own, name) for name in names if name != own]
    for group in groups:
        yield from ((how, group) for how in (CombinationMode.UNION, CombinationMode.INTERSECTION))


def _make_row(
    sentences: Sequence[NamedSentence],
    found: Mapping[str, MeasuredPackage],
    how: str,
    names: tuple[str, ...],
) -> ComparisonRow:
    rule = CombinationRule.of(CombinationMode.UNION if how == ALONE else how)
    begun = time.perf_counter()
    joined: list[list[NamedMention]] = [
        combine_by_rule(rule, one.text, {name: found[name].found[at] for name in names}, NAME)
        for at, one in enumerate(sentences)
    ]
    joining = time.perf_counter() - begun
    costs = [found[name].cost for name in names]
    # Of one package alone, what it took itself; the reading of clitics is work of ours.
    cost = costs[0] if how == ALONE else add_costs(costs, joining)
    return ComparisonRow(how, names, measure_accuracy(sentences, joined), cost)
