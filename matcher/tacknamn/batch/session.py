"""Start a run of ``tacknamn pseudonymize`` or ``tacknamn detect``; return its exit code."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.batch.inputs import STANDARD_INPUT, InputPath, find_inputs
from tacknamn.batch.outputs import PlannedFile, plan_outputs
from tacknamn.batch.progress import ProgressBar, is_wanted
from tacknamn.batch.request import (
    BatchOptions,
    BatchRequest,
    choose_profile,
    hash_settings,
    open_lexicon,
)
from tacknamn.batch.runner import BatchRun, run_batch
from tacknamn.batch.summary import BatchSummary
from tacknamn.errors import InputError
from tacknamn.formats.records import InputDocument, ReadOptions, Writer
from tacknamn.formats.registry import FORMATS, load_writer, read_inputs
from tacknamn.formats.text_files import check_ending
from tacknamn.support.interrupts import raise_on_termination
from tacknamn.support.printing import make_printable
from tacknamn.support.standard_streams import write_stderr

if TYPE_CHECKING:
    from tacknamn.vault.vault import Vault

__all__ = ["run_detect", "run_pseudonymize"]

_BYTES_PER_WORKER = 1 << 17
"""Starting a process takes a sixth of a second, as long as processing this many bytes. With twice as
many bytes, two processes took 0.54 seconds and one took 0.67 (on two cores)."""
_INTERRUPTED = "interrupted; finished files are kept, and the same command continues from there"
_MOST_PRINTED = 20
"""Most lines printed of one kind; --json prints all."""


def run_pseudonymize(request: BatchRequest, options: BatchOptions) -> int:
    """Run ``tacknamn pseudonymize``."""
    key = _choose_key(request, options)
    planned = plan_outputs(_find_inputs(options), options.output, options.format)
    own_labels = open_lexicon(request).own_labels if request.extra else ()
    extent = choose_profile(request, own_labels).extent
    vault = _open_vault(options, key)
    request = replace(
        request,
        key=key if request.seed is None else None,
        to_vault=vault is not None,
    )
    is_random = request.seed is None and request.key is None
    # A random mapping of the whole corpus cannot be continued: it is drawn anew in each run.
    is_new = options.force or (is_random and extent == "corpus")
    settings = None if is_new else _hash_settings(request, options, planned)
    if is_random:  # one seed for all workers
        request = replace(request, seed=int.from_bytes(os.urandom(7), "big"))
    from tacknamn.batch.pseudonymize import open_pseudonymize

    run = BatchRun(
        planned,
        _make_reader(options),
        open_pseudonymize,
        request,
        load_writer,
        workers=_count_workers(options, planned),
        settings=settings,
        vault=vault,
        fail_fast=options.fail_fast,
        explain=write_stderr,
    )
    return 2 if _run_with_bar(run, options).errors else 0


def run_detect(request: BatchRequest, options: BatchOptions) -> int:
    """Run ``tacknamn detect``; all results go to standard output."""
    from tacknamn.batch.detect import open_detect

    planned = [
        PlannedFile(source, None, None, options.format or "text")
        for source in _find_inputs(options)
    ]
    run = BatchRun(
        planned,
        _make_reader(options),
        open_detect,
        request,
        lambda format: _NO_FRAME,
        workers=_count_workers(options, planned),
        lines=True,
        fail_fast=options.fail_fast,
    )
    summary = _run_with_bar(run, options)
    return 2 if summary.errors else 0 if summary.actions.total() else 1


_NO_FRAME = Writer(lambda document, input: "")


def _find_inputs(options: BatchOptions) -> list[InputPath]:
    """Return the files to read. With options for columns, standard input is a table."""
    source = options.source
    option = "--column" if options.columns else "" if options.header else "--no-header"
    if option and source is None and set(options.files) <= {STANDARD_INPUT}:
        source = "csv"
    inputs = find_inputs(options.files, source)
    if option and all(input.format != "csv" for input in inputs):
        raise InputError(
            f"{option}: {inputs[0].shown} is read as {inputs[0].format}, which has no columns; "
            f"name a table (.csv, .tsv), give --from csv, or leave {option} out"
        )
    return inputs


def _make_reader(options: BatchOptions) -> Callable[[InputPath], Iterator[InputDocument]]:
    read_options = ReadOptions(columns=options.columns, has_header=options.header)

    def read(file: InputPath) -> Iterator[InputDocument]:
        if options.source is None:
            check_ending(file.path)
        for input in read_inputs(file.path, file.format, read_options):
            yield replace(input, id=file.id) if input.id == file.shown else input

    return read


def _choose_key(request: BatchRequest, options: BatchOptions) -> bytes | None:
    """Return the key for draws and vault, if there is one and it is needed."""
    if request.seed is not None and options.vault is None and options.key_file is not None:
        raise InputError("--seed and --key-file: give only one of them")
    in_environment = "TACKNAMN_KEY" in os.environ or "TACKNAMN_KEY_FILE" in os.environ
    is_required = options.vault is not None or options.key_file is not None
    if not is_required and (request.seed is not None or not in_environment):
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
    """Hash the settings, unless all results go to standard output."""
    if all(file.output is None for file in planned):
        return None
    vault = options.vault and (str(options.vault.absolute()), options.vault.stat().st_ino)
    others = (options.columns, options.header, vault)
    return hash_settings(request, open_lexicon(request), others)


def _count_workers(options: BatchOptions, planned: Sequence[PlannedFile]) -> int:
    """Return --jobs, or the number that suits the cores and the size of the input."""
    if options.jobs is not None:
        return options.jobs
    if len(planned) == 1 and not FORMATS[planned[0].source.format].many:
        return 1  # one text is not divided
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(cores or 1, _count_bytes(planned) // _BYTES_PER_WORKER))


def _count_bytes(planned: Sequence[PlannedFile]) -> int:
    """Return the bytes to read, without standard input."""
    sources = (file.source for file in planned)
    return sum(_file_size(source.path) for source in sources if not source.is_standard_input)


def _file_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _run_with_bar(run: BatchRun, options: BatchOptions) -> BatchSummary:
    summary = BatchSummary()
    size = _count_bytes(run.planned)
    silent = options.quiet or options.json or not options.summary
    raise_on_termination()
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
        write_stderr(json.dumps(summary.data(), ensure_ascii=False, indent=1) + "\n")
    elif not silent and (summary.documents or summary.skipped or len(run.planned) > 1):
        write_stderr(f"{summary.line()}\n")
    return summary


def _print_problems(summary: BatchSummary, options: BatchOptions) -> None:
    if options.json:
        return
    for warning, count in summary.warnings.most_common(0 if options.quiet else _MOST_PRINTED):
        times = f" ({count:,} documents)" if count > 1 else ""
        write_stderr(f"warning: {make_printable(warning)}{times}\n")
    for error in summary.errors[:_MOST_PRINTED]:
        write_stderr(f"error: {error}\n")
    if len(summary.errors) > _MOST_PRINTED:
        write_stderr(f"error: and {len(summary.errors) - _MOST_PRINTED:,} more files\n")
