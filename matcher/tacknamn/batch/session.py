"""Start a run of ``tacknamn pseudonymize`` or ``tacknamn detect``; return its exit code."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.batch.document_ids import (
    NUMBERED,
    DocumentIds,
    IdSearch,
    choose_order_secret,
    number_files,
    read_ids_option,
)
from tacknamn.batch.id_examination import examine_ids
from tacknamn.batch.inputs import STANDARD_INPUT, InputPath, LeftOut, find_inputs
from tacknamn.batch.monitored_run import count_bytes, print_warning, run_monitored
from tacknamn.batch.outputs import PlannedFile, choose_format, plan_outputs
from tacknamn.batch.progress import ReadPosition
from tacknamn.batch.pseudonymize import open_pseudonymize
from tacknamn.batch.replacement_table import ReplacementTable
from tacknamn.batch.request import (
    BatchOptions,
    BatchRequest,
    choose_profile,
    hash_settings,
    open_lexicon,
)
from tacknamn.batch.run_report import RunReport
from tacknamn.batch.runner import BatchRun
from tacknamn.batch.side_files import check_side_files
from tacknamn.errors import InputError, RunError, describe_os_error
from tacknamn.formats.records import InputDocument, ReadOptions, Writer
from tacknamn.formats.registry import FORMATS, load_writer, read_inputs
from tacknamn.formats.text_files import check_ending
from tacknamn.pipeline.consistency import has_draws
from tacknamn.replacement.seeds import GUESSABLE_SEED, draw_seed, is_guessable
from tacknamn.support.compression import open_unpacked
from tacknamn.support.input_files import InputStream, open_input
from tacknamn.support.printing import make_printable
from tacknamn.support.standard_streams import write_stderr

if TYPE_CHECKING:
    from tacknamn.profiles.profile import Profile
    from tacknamn.vault.vault import Vault

__all__ = ["run_detect", "run_pseudonymize"]

LOST_COLUMNS = (
    "{} has the texts alone, so the other columns of tables are left out; --format jsonl, parquet and "
    "arrow have them"
)
"""The warning of a format without columns."""
_DATASET_TYPE = re.compile(r"[A-Za-z0-9_-]{1,40}")
_BYTES_PER_WORKER = 1 << 17
"""Starting a process takes a sixth of a second, as long as processing this many bytes. With twice as
many bytes, two processes took 0.54 seconds and one took 0.67 (on two cores)."""


def run_pseudonymize(request: BatchRequest, options: BatchOptions) -> int:
    """Run ``tacknamn pseudonymize``."""
    key = _choose_key(request, options)
    _check_writers(request, options, key)
    left_out = LeftOut()
    sources, ids = _find_inputs(options, left_out), _open_ids(request, options)
    examine_ids(ids, sources, options, _make_reader(options, ReadPosition()))
    if ids.are_numbered:
        sources = number_files(sources, choose_order_secret(key, request.seed))
    planned = plan_outputs(sources, options.output, options.format)
    _check_tables(request, planned, options)
    check_side_files(options, planned)
    _check_standoff(request, planned)
    table = None if options.table is None else ReplacementTable(options.table)
    vault = _open_vault(options, key)
    is_seeded = request.seed is not None
    continues = is_seeded or key is not None
    _check_seed(request, options)
    numbering = (options.ids, ids.are_numbered)
    request, settings = _settle_request(request, options, planned, key, numbering)
    position = ReadPosition()
    run = BatchRun(
        planned,
        _make_reader(options, position, ids),
        open_pseudonymize,
        request,
        load_writer,
        workers=_count_workers(options, planned),
        settings=settings,
        continues=continues,
        skips=table is None,  # a table has all replacements, or it would mislead
        options=_make_read_options(options),
        vault=vault,
        table=table,
        position=position,
        fail_fast=options.fail_fast,
        found_lists=_name_found_lists(request),
        left_out=left_out.count,
        explain=write_stderr,
    )
    report = None
    if options.report is not None:
        names = {file.shown: file.number for file in sources} if ids.are_numbered else {}
        inputs = [file.path for file in sources]
        report = RunReport(options.report, request, options, run.workers, is_seeded, names, inputs)
    summary = run_monitored(run, options, report)
    if any(file.format == "html" for file in planned):
        from tacknamn.batch.index_files import write_indexes  # here: few runs write pages

        write_indexes(planned)
    if table is not None:
        table.add_names("file", ((file.id, file.number) for file in sources if file.number))
        try:
            table.write()
        except OSError as exc:
            raise RunError(
                f"{table.shown}: {describe_os_error(exc)}; the results were written, and the table was "
                "not: run the same command again, which makes both anew"
            ) from None
        print_warning(table.describe(), options)
    return 2 if summary.errors else 0


def _check_standoff(request: BatchRequest, planned: Sequence[PlannedFile]) -> None:
    """Refuse options for standoff JSON where there is none."""
    if request.dataset_type and not any(file.format == "tab" for file in planned):
        raise InputError("--dataset-type: is for standoff JSON; give --format tab")
    if request.dataset_type and not _DATASET_TYPE.fullmatch(request.dataset_type):
        raise InputError(
            "--dataset-type: give train, dev, test or another word of letters and digits"
        )
    if request.annotator and not any(file.source.format == "tab" for file in planned):
        raise InputError("--annotator: is for standoff JSON; read it with --from tab")


def _name_found_lists(request: BatchRequest) -> str:
    """Return the folder or package of the bundle, unless --data or the environment names it."""
    from tacknamn.lexicon.find_bundle import VARIABLE, find_bundle

    if request.data is not None or os.environ.get(VARIABLE):
        return ""
    found = find_bundle()
    if found.installed is not None:
        return found.installed.describe()
    here = Path.cwd()
    folder = found.folder.relative_to(here) if found.folder.is_relative_to(here) else found.folder
    return make_printable(str(folder))


def _open_ids(request: BatchRequest, options: BatchOptions) -> DocumentIds:
    def warn() -> None:
        print_warning(NUMBERED, options)

    format = choose_format(options.output, options.format)
    return DocumentIds(read_ids_option(options.ids), IdSearch(request), warn, format)


def _settle_request(
    request: BatchRequest,
    options: BatchOptions,
    planned: Sequence[PlannedFile],
    key: bytes | None,
    numbering: tuple[str, bool],
) -> tuple[BatchRequest, bytes | None]:
    """Add key or seed to the request; return it with the hash of all settings.

    Without a hash, nothing is skipped that an earlier run has done."""
    extent = _open_profile(request).extent
    request = replace(
        request,
        key=key if request.seed is None else None,
        with_originals=options.vault is not None or options.table is not None,
    )
    is_random = request.seed is None and request.key is None
    # A random mapping of the whole corpus cannot be continued: it is drawn anew in each run.
    is_new = options.force or (is_random and extent == "corpus")
    settings = None if is_new else _hash_settings(request, options, planned, numbering)
    if is_random:  # one seed for all workers
        request = replace(request, seed=draw_seed())
    return request, settings


def _open_profile(request: BatchRequest) -> "Profile":
    return choose_profile(request, open_lexicon(request).own_labels if request.extra else ())


def _check_seed(request: BatchRequest, options: BatchOptions) -> None:
    """Warn of a seed that can be found by trying. A profile that rotates names refuses it later."""
    if is_guessable(request.seed):
        profile = _open_profile(request)
        if profile.extent != "corpus" and has_draws(profile):
            print_warning(GUESSABLE_SEED, options)


def run_detect(request: BatchRequest, options: BatchOptions) -> int:
    """Run ``tacknamn detect``; all results go to standard output."""
    from tacknamn.batch.detect import open_detect

    left_out = LeftOut()
    planned = [
        PlannedFile(source, None, None, options.format or "text")
        for source in _find_inputs(options, left_out)
    ]
    position = ReadPosition()
    run = BatchRun(
        planned,
        _make_reader(options, position),
        open_detect,
        request,
        lambda format: _NO_FRAME,
        workers=_count_workers(options, planned),
        lines=True,
        position=position,
        fail_fast=options.fail_fast,
        left_out=left_out.count,
    )
    summary = run_monitored(run, options)
    return 2 if summary.errors else 0 if summary.actions.total() else 1


_NO_FRAME = Writer(lambda document, input: "")


def _find_inputs(options: BatchOptions, left_out: LeftOut) -> list[InputPath]:
    """Return the files to read. With options for columns, standard input is a table.

    Args:
        left_out: Gets what is not read: links, pipes and devices of folders, and results of earlier runs.
    """
    source = options.source
    option = "--column" if options.columns else "" if options.header else "--no-header"
    option = option or ("--delimiter" if options.delimiter else "")
    if option and source is None and set(options.files) <= {STANDARD_INPUT}:
        source = "csv"
    inputs = find_inputs(options.files, source, left_out, options.output)
    if left_out.links:
        print_warning(_describe_links(left_out.links), options)
    if left_out.results:
        print_warning(_describe_results(left_out.results), options)
    arrow = {name for name, format in FORMATS.items() if format.is_arrow}
    _check_option(option, inputs, {"csv", *arrow} if options.columns else {"csv"})
    _check_option("--delimiter" if options.delimiter else "", inputs, {"csv"})
    _check_option("--id-column" if options.id_column else "", inputs, arrow)
    if options.writer_column is not None:
        _check_writer_column(inputs, {"csv", "jsonl", *arrow})
    return inputs


def _describe_links(paths: Sequence[Path]) -> str:
    are = "is a link, a pipe or a device" if len(paths) == 1 else "are links, pipes or devices"
    return f"{_list_first(paths)} {are} and not read; name the file itself to read it"


def _describe_results(paths: Sequence[Path]) -> str:
    are = "result of an earlier run is" if len(paths) == 1 else "results of earlier runs are"
    return (
        f"{len(paths):,} {are} not read ({_list_first(paths)}): what a result was made from is read "
        "instead, and a result without originals is not read from a folder; to read results, name "
        "them alone"
    )


def _list_first(paths: Sequence[Path]) -> str:
    """Name the first few of what is not read, which is enough to find the others."""
    names = ", ".join(make_printable(str(path)) for path in paths[:_MOST_LEFT_OUT])
    more = len(paths) - _MOST_LEFT_OUT
    return f"{names} and {more:,} more" if more > 0 else names


_MOST_LEFT_OUT = 3


def _check_writer_column(inputs: Sequence[InputPath], formats: set[str]) -> None:
    """Refuse texts without columns: their names would be the same for all writers."""
    other = next((input for input in inputs if input.format not in formats), None)
    if other is not None:
        raise InputError(
            f"--writer-column: {other.shown} is read as {other.format}, which has no columns; name "
            "tables or JSON Lines only, or give --writer for the texts of each writer"
        )


def _check_option(option: str, inputs: Sequence[InputPath], formats: set[str]) -> None:
    """Refuse an option for tables if none of the inputs has a format that it is for."""
    if not option or any(input.format in formats for input in inputs):
        return
    first = inputs[0]
    kinds = "(.csv, .tsv), give --from csv" if "csv" in formats else "(.parquet, .arrow)"
    problem = "has no columns" if first.format != "csv" else "numbers its rows"
    raise InputError(
        f"{option}: {first.shown} is read as {first.format}, which {problem}; "
        f"name a table {kinds}, or leave {option} out"
    )


def _check_tables(
    request: BatchRequest, planned: Sequence[PlannedFile], options: BatchOptions
) -> None:
    """Refuse what needs documents if rows are copied from table to table."""
    option = "--vault" if options.vault is not None else "--explain" if request.explain else ""
    if option and (table := next((file for file in planned if file.is_table), None)):
        raise InputError(
            f"{option}: is for documents, and {table.source.shown} becomes a table; write JSON "
            f"Lines (--format jsonl), or use --table"
        )


def _make_read_options(options: BatchOptions) -> ReadOptions:
    return ReadOptions(
        columns=options.columns,
        delimiter=options.delimiter,
        has_header=options.header,
        id_column=options.id_column,
        writer_column=options.writer_column,
    )


def _make_reader(
    options: BatchOptions, position: ReadPosition, ids: DocumentIds | None = None
) -> Callable[[InputPath], Iterator[InputDocument]]:
    read_options = _make_read_options(options)
    format = choose_format(options.output, options.format)
    warned: set[str] = set()

    def watch_columns(file: InputPath, inputs: Iterator[InputDocument]) -> Iterator[InputDocument]:
        """Warn once of a format that leaves columns out, when a whole file was read."""
        written = format or file.format
        loses = False
        for input in inputs:
            loses = loses or input.has_other_columns
            yield input
        if loses and written not in warned and not FORMATS[written].has_columns:
            warned.add(written)
            print_warning(LOST_COLUMNS.format(written), options)

    def read(file: InputPath) -> Iterator[InputDocument]:
        if options.source is None:
            check_ending(file.path)
        with open_input(file.path) as source, position.watch(source.stream):
            if file.compression:
                content = open_unpacked(source.stream, file.compression, source.name)
                source = InputStream(source.name, content)
            inputs = read_inputs(source, file.format, read_options)
            named = (
                replace(each, id=file.id, published_id=file.number)
                if each.id == file.shown
                else each
                for each in inputs
            )
            yield from (
                named if ids is None else watch_columns(file, ids.name_documents(file, named))
            )

    return read


def _check_writers(request: BatchRequest, options: BatchOptions, key: bytes | None) -> None:
    """Refuse writers without a key."""
    if request.writer and options.writer_column is not None:
        raise InputError("--writer and --writer-column: give only one of them")
    option = "--writer" if request.writer else "--writer-column"
    is_asked = request.writer or options.writer_column is not None
    if is_asked and (key is None or request.seed is not None):
        raise InputError(
            f"{option}: needs a key, from which the writer's own replacements are derived: make one "
            "with `tacknamn key FILE`, and give it with --key-file"
        )


def _choose_key(request: BatchRequest, options: BatchOptions) -> bytes | None:
    """Return the key for draws and vault, if there is one and it is needed."""
    if request.seed is not None and options.vault is None and options.key_file is not None:
        raise InputError("--seed and --key-file: give only one of them")
    in_environment = "TACKNAMN_KEY" in os.environ or "TACKNAMN_KEY_FILE" in os.environ
    is_required = options.vault is not None or options.key_file is not None
    if not is_required and (request.seed is not None or not in_environment):
        return None
    from tacknamn.replacement.keys import describe_open_key, read_key

    key = read_key(options.key_file)
    if warning := describe_open_key(options.key_file):
        print_warning(warning, options)
    return key


def _open_vault(options: BatchOptions, key: bytes | None) -> "Vault | None":
    if options.vault is None or key is None:
        return None
    from tacknamn.vault.vault import Vault

    return Vault.open(options.vault, key, create=True)


def _hash_settings(
    request: BatchRequest,
    options: BatchOptions,
    planned: Sequence[PlannedFile],
    numbering: tuple[str, bool],
) -> bytes | None:
    """Hash the settings, unless all results go to standard output."""
    if all(file.output is None for file in planned):
        return None
    vault = options.vault and (str(options.vault.absolute()), options.vault.stat().st_ino)
    columns = (options.columns, options.header, options.id_column, options.writer_column)
    others = (*columns, options.delimiter, vault, numbering)
    return hash_settings(request, open_lexicon(request), others)


def _count_workers(options: BatchOptions, planned: Sequence[PlannedFile]) -> int:
    """Return --jobs, or the number that suits the cores and the size of the input."""
    if options.jobs is not None:
        return options.jobs
    if len(planned) == 1 and not FORMATS[planned[0].source.format].many:
        return 1  # one text is not divided
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(cores or 1, count_bytes(planned) // _BYTES_PER_WORKER))
