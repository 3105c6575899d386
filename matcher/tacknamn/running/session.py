"""One call of ``tacknamn pseudonymize`` or ``tacknamn detect``: from options to exit code."""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tacknamn.errors import InputError
from tacknamn.formats import FORMATS, Input, Reading, Writer, read_inputs, writer
from tacknamn.formats.foreign import check_ending
from tacknamn.reporting.printing import printable
from tacknamn.running.conduct import Run, conduct
from tacknamn.running.options import Options
from tacknamn.running.places import STANDARD_INPUT, Place, find_places
from tacknamn.running.plan import Planned, plan
from tacknamn.running.progress import Bar, is_wanted
from tacknamn.running.request import Request, chosen_profile, settings
from tacknamn.running.summary import Summary

if TYPE_CHECKING:
    from tacknamn.vault import Vault

__all__ = ["run_detect", "run_pseudonymize"]

_SHARE = 1 << 17
"""Bytes for each process. It takes a sixth of a second to start, which is the time of these; with
twice as many, two processes took 0.54 seconds where one took 0.67 (of two cores)."""
_TERMINATED = 143
"""What shells say of a program that was told to end: 128 and the number of the signal."""
_INTERRUPTED = "interrupted; what is done is kept, and the same command goes on from there"
_MOST_TOLD = 20
"""Lines of one kind. Who wants all of ten thousand takes --json."""


def run_pseudonymize(request: Request, options: Options) -> int:
    """Do what ``tacknamn pseudonymize`` was asked for."""
    key = _key(request, options)
    planned = _planned(options)
    profile = chosen_profile(request)
    vault = _vault(options, key)
    request = replace(
        request,
        key=key if request.seed is None else None,
        to_vault=vault is not None,
    )
    whole = request.seed is None and request.key is None and profile.extent == "corpus"
    known = None if options.force or whole else _settings(request, options, planned)
    if request.seed is None and request.key is None:  # one for all workers
        request = replace(request, seed=int.from_bytes(os.urandom(7), "big"))
    from tacknamn.running.pseudonymizing_work import opener

    run = Run(
        planned,
        _reader(options),
        opener,
        request,
        writer,
        workers=_workers(options, planned),
        settings=known,
        vault=vault,
        fail_fast=options.fail_fast,
        aside=_tell,
    )
    return 2 if _conducted(run, options).faults else 0


def run_detect(request: Request, options: Options) -> int:
    """Do what ``tacknamn detect`` was asked for; everything goes to standard output."""
    from tacknamn.running.detecting_work import opener

    places = _places(options)
    planned = [Planned(place, None, None, options.format or "text") for place in places]
    run = Run(
        planned,
        _reader(options),
        opener,
        request,
        lambda format: _BARE,
        workers=_workers(options, planned),
        lines=True,
        fail_fast=options.fail_fast,
    )
    summary = _conducted(run, options)
    return 2 if summary.faults else 0 if summary.actions.total() else 1


_BARE = Writer(lambda document, input: "")


def _planned(options: Options) -> list[Planned]:
    return plan(_places(options), options.output, options.format)


def _places(options: Options) -> list[Place]:
    """The files to read; what columns are told of on standard input is a table."""
    source = options.source
    told = "--column" if options.columns else "" if options.header else "--no-header"
    if told and source is None and set(options.files) <= {STANDARD_INPUT}:
        source = "csv"
    places = find_places(options.files, source)
    if told and all(place.format != "csv" for place in places):
        raise InputError(
            f"{told}: {places[0].shown} is read as {places[0].format}, which has no columns; "
            f"name a table (.csv, .tsv), give --from csv, or leave {told} out"
        )
    return places


def _reader(options: Options) -> Callable[[Place], Iterator[Input]]:
    reading = Reading(columns=options.columns, head=options.header)

    def read(place: Place) -> Iterator[Input]:
        if options.source is None:
            check_ending(place.path)
        for one in read_inputs(place.path, place.format, reading):
            yield replace(one, id=place.id) if one.id == place.shown else one

    return read


def _key(request: Request, options: Options) -> bytes | None:
    """The key that draws and opens the vault, where there is one and it is wanted."""
    if request.seed is not None and options.vault is None and options.key_file is not None:
        raise InputError("--seed and --key-file: give one of them")
    in_environment = "TACKNAMN_KEY" in os.environ or "TACKNAMN_KEY_FILE" in os.environ
    wanted = options.vault is not None or options.key_file is not None
    if not wanted and (request.seed is not None or not in_environment):
        return None
    from tacknamn.vault.keys import read_key

    return read_key(options.key_file)


def _vault(options: Options, key: bytes | None) -> "Vault | None":
    if options.vault is None or key is None:
        return None
    from tacknamn.vault import Vault

    return Vault.open(options.vault, key, create=True)


def _settings(request: Request, options: Options, planned: Sequence[Planned]) -> bytes | None:
    """What results depend on, where there are results to leave as they are."""
    if all(one.output is None for one in planned):
        return None
    from tacknamn.lexicon import Lexicon

    vault = options.vault and (str(options.vault.absolute()), options.vault.stat().st_ino)
    others = (options.columns, options.header, vault)
    return settings(request, Lexicon.open(request.data), others)


def _workers(options: Options, planned: Sequence[Planned]) -> int:
    """As many as were asked for, else as many as there are cores and work for."""
    if options.jobs is not None:
        return options.jobs
    if len(planned) == 1 and not FORMATS[planned[0].place.format].many:
        return 1  # a text is not divided
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(cores or 1, _size(planned) // _SHARE))


def _size(planned: Sequence[Planned]) -> int:
    """Bytes to read; of standard input nobody knows."""
    return sum(_bytes(one.place.path) for one in planned if not one.place.is_standard_input)


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _conducted(run: Run, options: Options) -> Summary:
    summary = Summary()
    size = _size(run.planned)
    silent = options.quiet or options.json or not options.summary
    _end_tidily()
    try:
        with Bar(size, is_wanted(silent, size)) as bar:
            conduct(run, bar, summary)
    except KeyboardInterrupt:
        if run.settings is None:
            raise
        raise KeyboardInterrupt(_INTERRUPTED) from None
    finally:
        summary.end()
        _tell_faults(summary, options)
    if options.json:
        _tell(json.dumps(summary.data(), ensure_ascii=False, indent=1) + "\n")
    elif not silent and (summary.documents or summary.skipped or len(run.planned) > 1):
        _tell(f"{summary.line()}\n")
    return summary


def _end_tidily() -> None:
    """Let those who tell the program to end have no half files either."""

    def end(number: int, frame: object) -> NoReturn:
        raise SystemExit(_TERMINATED)

    signal.signal(signal.SIGTERM, end)


def _tell_faults(summary: Summary, options: Options) -> None:
    if options.json:
        return
    for words, count in summary.warnings.most_common(0 if options.quiet else _MOST_TOLD):
        times = f" ({count:,} documents)" if count > 1 else ""
        _tell(f"warning: {printable(words)}{times}\n")
    for fault in summary.faults[:_MOST_TOLD]:
        _tell(f"error: {fault}\n")
    if len(summary.faults) > _MOST_TOLD:
        _tell(f"error: and {len(summary.faults) - _MOST_TOLD:,} files more\n")


def _tell(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
