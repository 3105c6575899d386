"""Run the packages one by one, join what they found, and say how right and how dear each is."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from tacknamn.backends.protocol import Mention
from tacknamn.backends.registry import Request, backend
from tacknamn.combining.deciding import combined_by
from tacknamn.combining.rules import How, Rule
from tacknamn.comparing.accuracy import Accuracy, accuracy
from tacknamn.comparing.choosing import OWN, Settings
from tacknamn.comparing.costs import Cost, together
from tacknamn.comparing.processes import Measured, check_loading, measured
from tacknamn.comparing.sentences import NAME, Sentence, read_sentences
from tacknamn.errors import Error
from tacknamn.reporting.printing import printable

__all__ = ["ALONE", "LOADS", "Comparison", "Row", "compare"]

ALONE = "alone"
Result = TypeVar("Result")
Progress = Callable[[str, int], None]
"""Is told what is at work, and how many sentences are done."""
LOADS = "loading "
"""What stands before a package that is only loaded so far."""


@dataclass(frozen=True, slots=True)
class Row:
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
    rows: tuple[Row, ...]
    failed: Mapping[str, Error] = field(default_factory=dict)
    """Packages that were left out, and why."""


def compare(
    file: str | Path, wanted: Settings, progress: Progress = lambda name, done: None
) -> Comparison:
    """Compare packages on the sentences of a file."""
    return compare_on(read_sentences(file), wanted, progress, printable(str(file)))


def compare_on(
    sentences: Sequence[Sentence], wanted: Settings, progress: Progress, file: str = ""
) -> Comparison:
    """The same on sentences that were read."""
    found, failed = _all_measured(sentences, wanted, progress)
    rows = [_row(sentences, found, how, names) for how, names in _wanted_rows([*found])]
    names = sum(len(one.names) for one in sentences)
    return Comparison(file, len(sentences), names, wanted.language, tuple(rows), failed)


def _all_measured(
    sentences: Sequence[Sentence], wanted: Settings, progress: Progress
) -> tuple[dict[str, Measured], dict[str, Error]]:
    """What each package found; those that fail, where others may go on."""
    texts = [one.text for one in sentences]
    found: dict[str, Measured] = {}
    failed = _all_checked(wanted, progress)
    for request in wanted.packages:
        name = str(request)
        if name not in failed:
            progress(name, 0)
            work = partial(measured, request, wanted, texts, partial(progress, name))
            one = _tried(failed, wanted, request, work)
            if one is not None:
                found[name] = one
    if not found:
        raise Error(f"no package is left: {'; '.join(map(str, failed.values()))}")
    return found, failed


def _all_checked(wanted: Settings, progress: Progress) -> dict[str, Error]:
    """Those that fail before any has worked for hours: first by their names, which takes no time,
    then by loading them. One package alone has nothing to lose by its failure.

    All are loaded, also the first, whose own run comes next: else the models of the others alone
    would come from a disk that the system has just read."""
    failed: dict[str, Error] = {}
    for request in wanted.packages:
        _tried(failed, wanted, request, partial(_check, request, wanted))
    for request in wanted.packages if len(wanted.packages) > 1 else ():
        if str(request) not in failed:
            progress(f"{LOADS}{request}", 0)
            _tried(failed, wanted, request, partial(check_loading, request, wanted))
    return failed


def _tried(
    failed: dict[str, Error], wanted: Settings, request: Request, work: Callable[[], Result]
) -> Result | None:
    """What comes of it; None where the package failed and others may go on."""
    try:
        return work()
    except Error as exc:
        if not wanted.keep_going or len(wanted.packages) == 1:
            raise
        failed[str(request)] = exc
        return None


def _check(request: Request, wanted: Settings) -> None:
    backend(request, lexicon_data=wanted.data, language=wanted.language)


def _wanted_rows(names: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each alone; union and intersection of all, and of our own engine with each other."""
    yield from ((ALONE, (name,)) for name in names)
    groups = [tuple(names)] if len(names) > 1 else []
    own = next((name for name in names if Request.read(name).name == OWN), None)
    if own is not None and len(names) > 2:
        groups += [(own, name) for name in names if name != own]
    for group in groups:
        yield from ((how, group) for how in (How.UNION, How.INTERSECTION))


def _row(
    sentences: Sequence[Sentence],
    found: Mapping[str, Measured],
    how: str,
    names: tuple[str, ...],
) -> Row:
    rule = Rule.of(How.UNION if how == ALONE else how)
    begun = time.perf_counter()
    joined: list[list[Mention]] = [
        combined_by(rule, one.text, {name: found[name].found[at] for name in names}, NAME)
        for at, one in enumerate(sentences)
    ]
    joining = time.perf_counter() - begun
    costs = [found[name].cost for name in names]
    # Of one package alone, what it took itself; the reading of clitics is work of ours.
    cost = costs[0] if how == ALONE else together(costs, joining)
    return Row(how, names, accuracy(sentences, joined), cost)
