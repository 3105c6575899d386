"""One call of ``tacknamn pseudonymize`` or ``tacknamn detect``: from options to exit code."""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tacknamn.batch.inputs import STANDARD_INPUT, InputPath, find_inputs
from tacknamn.batch.outputs import PlannedFile, plan_outputs
from tacknamn.batch.progress import ProgressBar, is_wanted
from tacknamn.batch.request import BatchOptions, BatchRequest, choose_profile, hash_settings
from tacknamn.batch.runner import BatchRun, run_batch
from tacknamn.batch.summary import BatchSummary
from tacknamn.errors import InputError
from tacknamn.formats.records import InputDocument, ReadOptions, Writer
from tacknamn.formats.registry import FORMATS, load_writer, read_inputs
from tacknamn.formats.text_files import check_ending
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.vault.vault import Vault

__all__ = ["run_detect", "run_pseudonymize"]

_SHARE = 1 << 17
"""Bytes for each process. It takes a sixth of a second to start, which is the time of these; with
twice as many, two processes took 0.54 seconds where one took 0.67 (of two cores)."""
_TERMINATED = 143
"""What shells say of a program that was told to end: 128 and the number of the signal."""
_INTERRUPTED = "interrupted; what is done is kept, and the same command goes on from there"
_MOST_TOLD = 20
"""Lines of one kind. Who wants all of ten thousand takes --json."""


def run_pseudonymize(request: BatchRequest, options: BatchOptions) -> int:
    """Do what ``tacknamn pseudonymize`` was asked for."""
    key = _choose_key(request, options)
    planned = _planned(options)
    profile = choose_profile(request)
    vault = _open_vault(options, key)
    request = replace(
        request,
        key=key if request.seed is None else None,
        to_vault=vault is not None,
    )
    whole = request.seed is None and request.key is None and profile.extent == "corpus"
    known = None if options.force or whole else _hash_settings(request, options, planned)
    if request.seed is None and request.key is None:  # one for all workers
        request = replace(request, seed=int.from_bytes(os.urandom(7), "big"))
    from tacknamn.batch.pseudonymize import open_pseudonymize

    run = BatchRun(
        planned,
        _make_reader(options),
        open_pseudonymize,
        request,
        load_writer,
        workers=_count_workers(options, planned),
        settings=known,
        vault=vault,
        fail_fast=options.fail_fast,
        aside=_print_stderr,
    )
    return 2 if _run_with_bar(run, options).faults else 0


def run_detect(request: BatchRequest, options: BatchOptions) -> int:
    """Do what ``tacknamn detect`` was asked for; everything goes to standard output."""
    from tacknamn.batch.detect import open_detect

    places = _places(options)
    planned = [PlannedFile(place, None, None, options.format or "text") for place in places]
    run = BatchRun(
        planned,
        _make_reader(options),
        open_detect,
        request,
        lambda format: _BARE,
        workers=_count_workers(options, planned),
        lines=True,
        fail_fast=options.fail_fast,
    )
    summary = _run_with_bar(run, options)
    return 2 if summary.faults else 0 if summary.actions.total() else 1


_BARE = Writer(lambda document, input: "")


def _planned(options: BatchOptions) -> list[PlannedFile]:
    return plan_outputs(_places(options), options.output, options.format)


def _places(options: BatchOptions) -> list[InputPath]:
    """The files to read; what columns are told of on standard input is a table."""
    source = options.source
    told = "--column" if options.columns else "" if options.header else "--no-header"
    if told and source is None and set(options.files) <= {STANDARD_INPUT}:
        source = "csv"
    places = find_inputs(options.files, source)
    if told and all(place.format != "csv" for place in places):
        raise InputError(
            f"{told}: {places[0].shown} is read as {places[0].format}, which has no columns; "
            f"name a table (.csv, .tsv), give --from csv, or leave {told} out"
        )
    return places


def _make_reader(options: BatchOptions) -> Callable[[InputPath], Iterator[InputDocument]]:
    reading = ReadOptions(columns=options.columns, head=options.header)

    def read(place: InputPath) -> Iterator[InputDocument]:
        if options.source is None:
            check_ending(place.path)
        for one in read_inputs(place.path, place.format, reading):
            yield replace(one, id=place.id) if one.id == place.shown else one

    return read


def _choose_key(request: BatchRequest, options: BatchOptions) -> bytes | None:
    """The key that draws and opens the vault, where there is one and it is wanted."""
    if request.seed is not None and options.vault is None and options.key_file is not None:
        raise InputError("--seed and --key-file: give one of them")
    in_environment = "TACKNAMN_KEY" in os.environ or "TACKNAMN_KEY_FILE" in os.environ
    wanted = options.vault is not None or options.key_file is not None
    if not wanted and (request.seed is not None or not in_environment):
        return None
    from tacknamn.replacement.keys import read_key

    return read_key(options.key_file)


def _open_vault(options: BatchOptions, key: bytes | None) -> "Vault | None":
    if options.vault is None or key is None:
        return None
    from tacknamn.vault.vault import Vault

    return Vault.open(options.vault, key, create=True)


def _hash_settings(
    request: BatchRequest, options: BatchOptions, planned: Sequence[PlannedFile]
) -> bytes | None:
    """What results depend on, where there are results to leave as they are."""
    if all(one.output is None for one in planned):
        return None
    from tacknamn.lexicon.lexicon import Lexicon

    vault = options.vault and (str(options.vault.absolute()), options.vault.stat().st_ino)
    others = (options.columns, options.header, vault)
    return hash_settings(request, Lexicon.open(request.data), others)


def _count_workers(options: BatchOptions, planned: Sequence[PlannedFile]) -> int:
    """As many as were asked for, else as many as there are cores and work for."""
    if options.jobs is not None:
        return options.jobs
    if len(planned) == 1 and not FORMATS[planned[0].place.format].many:
        return 1  # a text is not divided
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(cores or 1, _count_bytes(planned) // _SHARE))


def _count_bytes(planned: Sequence[PlannedFile]) -> int:
    """Bytes to read; of standard input nobody knows."""
    return sum(_file_size(one.place.path) for one in planned if not one.place.is_standard_input)


def _file_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _run_with_bar(run: BatchRun, options: BatchOptions) -> BatchSummary:
    summary = BatchSummary()
    size = _count_bytes(run.planned)
    silent = options.quiet or options.json or not options.summary
    _end_tidily()
    try:
        with ProgressBar(size, is_wanted(silent, size)) as bar:
            run_batch(run, bar, summary)
    except KeyboardInterrupt:
        if run.settings is None:
            raise
        raise KeyboardInterrupt(_INTERRUPTED) from None
    finally:
        summary.end()
        _print_problems(summary, options)
    if options.json:
        _print_stderr(json.dumps(summary.data(), ensure_ascii=False, indent=1) + "\n")
    elif not silent and (summary.documents or summary.skipped or len(run.planned) > 1):
        _print_stderr(f"{summary.line()}\n")
    return summary


def _end_tidily() -> None:
    """Let those who tell the program to end have no half files either."""

    def end(number: int, frame: object) -> NoReturn:
        raise SystemExit(_TERMINATED)

    signal.signal(signal.SIGTERM, end)


def _print_problems(summary: BatchSummary, options: BatchOptions) -> None:
    if options.json:
        return
    for words, count in summary.warnings.most_common(0 if options.quiet else _MOST_TOLD):
        times = f" ({count:,} documents)" if count > 1 else ""
        _print_stderr(f"warning: {make_printable(words)}{times}\n")
    for fault in summary.faults[:_MOST_TOLD]:
        _print_stderr(f"error: {fault}\n")
    if len(summary.faults) > _MOST_TOLD:
        _print_stderr(f"error: and {len(summary.faults) - _MOST_TOLD:,} files more\n")


def _print_stderr(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
