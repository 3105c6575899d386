"""Do a run: read each file, have its documents worked on, write what became of them.

A file that cannot be done costs nothing but itself: its fault is noted and told at the end, and
nothing of it stands under the name of its result. A full disk, a vault that fails or a worker
that died end the run; what was written until then is whole.
"""

import errno
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol

from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.reporting.printing import printable
from tacknamn.running.finished import Ledger, Stamp, stamp
from tacknamn.running.places import Place
from tacknamn.running.plan import Planned, make_folders
from tacknamn.running.progress import Bar
from tacknamn.running.summary import Summary
from tacknamn.running.whole_file import WholeFile, encoded
from tacknamn.running.work import Opener, Piece, Result, told
from tacknamn.running.workers import results

__all__ = ["Frame", "Keeper", "Run", "conduct"]


class Keeper(Protocol):
    """Where originals are kept: a vault."""

    def add_many(self, records: Iterable[Any]) -> int:
        """Add them, all or none."""


class Frame(Protocol):
    """What stands around the documents of a file; each is given the first one, if any."""

    @property
    def head(self) -> Callable[[Any], str]:
        """What stands before them."""

    @property
    def tail(self) -> Callable[[Any], str]:
        """What stands behind them."""


@dataclass(frozen=True, slots=True)
class Run:
    """What is to be done."""

    planned: Sequence[Planned]
    read: Callable[[Place], Iterator[Any]]
    """The documents of a file (``formats.Input``)."""
    opener: Opener
    request: Any
    """What the opener makes the work out of."""
    frame: Callable[[str], Frame]
    """What stands around the documents in a format."""
    workers: int = 1
    lines: bool = False
    """Whether each document gives lines, whatever is written, so that any file may have many."""
    settings: bytes | None = None
    """What results depend on besides their texts; None where none may be left as it is."""
    vault: Keeper | None = None
    fail_fast: bool = False
    aside: Callable[[str], None] = lambda text: None
    """Prints what is told beside the output."""


Framed = Iterator[tuple[str, Result]]
_FATAL = {
    getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EROFS", "EMFILE") if hasattr(errno, name)
}
"""Faults that the next file would meet as well."""


def conduct(run: Run, bar: Bar, summary: Summary) -> None:
    """Do it all; what could not be done stands among the summary's faults."""
    ledger = Ledger(run.settings)
    waiting = [number for number, one in enumerate(run.planned) if not _is_done(one, ledger)]
    summary.skipped = len(run.planned) - len(waiting)
    if not waiting:
        return
    with results(run.opener, run.request, _pieces(run, waiting), run.workers) as pairs:
        make_folders(run.planned)  # not before it is known that the request is right
        for number, of_file in groupby(pairs, key=_file_of):
            _do(run, run.planned[number], _File(of_file, bar), summary, ledger)


def _file_of(pair: tuple[Piece, Result]) -> int:
    return pair[0].file


def _is_done(one: Planned, ledger: Ledger) -> bool:
    source = stamp(one.place.path)
    return one.output is not None and ledger.has(one.home, source, one.output)


def _pieces(run: Run, waiting: Iterable[int]) -> Iterator[Piece]:
    """The documents of all files, and behind those of each file its end."""
    for number in waiting:
        one = run.planned[number]
        place, was = one.place, stamp(one.place.path)
        try:
            for input in _checked(run.read(place), one.format, run.lines):
                yield Piece(number, input, "", place.format, one.format, len(input.text))
        except Exception as exc:  # noqa: BLE001 - one bad file costs itself, whatever is wrong
            yield Piece(number, fault=told(exc), was=was)
        else:
            yield Piece(number, was=was)


def _checked(inputs: Iterator[Any], format: str, lines: bool) -> Iterator[Any]:
    """The documents, of which formats of one document take one."""
    many = lines or FORMATS[format].many
    documents = 0
    for one in inputs:
        documents += not one.kept
        if documents > 1 and not many:
            formats = ", ".join(name for name, each in FORMATS.items() if each.many)
            raise InputError(
                f"holds several documents, and a file of {format} holds one; choose --format "
                f"of {formats}, or split it"
            )
        yield one


class _File:
    """The results of one file; where it cannot be done, iterating ends in an InputError."""

    def __init__(self, pairs: Iterable[tuple[Piece, Result]], bar: Bar) -> None:
        self._pairs = pairs
        self._bar = bar
        self.first: Any = None
        """Its first document."""
        self.was: Stamp | None = None
        """What the file was before it was read; known at its end."""
        self.done = Summary()

    def __iter__(self) -> Iterator[Result]:
        for piece, result in self._pairs:
            self._bar.advance(piece.size)
            if result.fault:
                raise InputError(result.fault)
            if piece.input is None:
                self.was = piece.was
                return
            if self.first is None:
                self.first = piece.input
            if piece.input.kept:
                self.done.warnings.update(result.warnings)
            else:
                self.done.add(result)
            yield result


def _do(run: Run, planned: Planned, file: _File, summary: Summary, ledger: Ledger) -> None:
    try:
        _write(run, planned, file)
    except (InputError, OSError) as exc:
        if isinstance(exc, OSError) and (planned.output is None or exc.errno in _FATAL):
            raise
        fault = _fault(planned, exc)
        if run.fail_fast:
            raise InputError(fault) from None
        summary.faults.append(fault)
    else:
        summary.include(file.done)
        if planned.output is not None:
            ledger.add(planned.home, file.was, planned.output)


def _write(run: Run, planned: Planned, file: _File) -> None:
    """Originals go to the vault before their pseudonyms can be read anywhere."""
    framed = _framed(run, planned, file)
    if planned.output is not None:
        with WholeFile(planned.output) as output:
            _settle(run, _written(framed, output))
    elif run.lines or FORMATS[planned.format].many:  # streamed, document by document
        for one in framed:
            _print(run, [one])
    else:
        _print(run, list(framed))


def _written(framed: Framed, output: WholeFile) -> Iterator[Result]:
    for text, result in framed:
        output.write(text)
        yield result


def _print(run: Run, framed: Sequence[tuple[str, Result]]) -> None:
    """Print what is there, which whoever reads it may use at once."""
    text = encoded("".join(text for text, _ in framed))
    _settle(run, [result for _, result in framed])
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()


def _settle(run: Run, made: Iterable[Result]) -> None:
    """Keep the originals and tell what is told beside the output."""
    records: list[Any] = []
    asides: list[str] = []
    for result in made:
        records += result.records
        asides.append(result.aside)
    if run.vault is not None and records:
        run.vault.add_many(records)
    for aside in filter(None, asides):
        run.aside(aside)


def _framed(run: Run, planned: Planned, file: _File) -> Framed:
    """What is to be written, with the result that it comes of."""
    frame = run.frame(planned.format)
    head: str | None = None
    for result in file:
        if head is None:
            head = frame.head(file.first)
            yield head + result.text, result
        else:
            yield result.text, result
    if head is None:
        yield frame.head(None), Result()
    yield frame.tail(file.first), Result()


def _fault(planned: Planned, exc: Exception) -> str:
    if isinstance(exc, OSError):
        return printable(f"{exc.filename or planned.output}: {exc.strerror or exc}")
    said = printable(str(exc))
    name = planned.place.shown
    return said if said.startswith(name) else f"{name}: {said}"
