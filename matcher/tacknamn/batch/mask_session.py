"""One call of ``tacknamn mask``: from its arguments to the exit code.

Masking does not use :mod:`tacknamn.batch.runner`: models of other packages run in this process
only, rows of a table go to them many at a time, and each file is reported as soon as it is done.
Writing of files, checks of their names, progress bar and SIGTERM are the same for both.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacknamn.batch.inputs import InputPath
from tacknamn.batch.mask_arguments import ArgumentKind, classify_argument
from tacknamn.batch.mask_files import (
    MaskedPart,
    MaskFile,
    check_mask_file,
    mask_parts,
    masked_path,
    write_parts,
)
from tacknamn.batch.outputs import PlannedFile, check_names
from tacknamn.batch.progress import WORTH, ProgressBar, is_wanted
from tacknamn.detection.disguises.uncased import count_unexamined, describe_unexamined
from tacknamn.detection.patterns.clinical_patterns import describe_foreign_patterns
from tacknamn.errors import InputError, describe_os_error
from tacknamn.formats.records import SkippedHeader
from tacknamn.ner.backends.protocol import describe_backend_error
from tacknamn.ner.mask_settings import MaskSettings
from tacknamn.ner.masker import Mask, MaskedText, Masker
from tacknamn.support.atomic_files import encode_utf8
from tacknamn.support.interrupts import raise_on_termination
from tacknamn.support.printing import make_printable
from tacknamn.support.standard_streams import write_stderr, write_stdout
from tacknamn.text.languages import MOST_READ, describe_mismatch

__all__ = ["MaskJob", "run_mask"]

EXIT_ERROR = 2
DIGITS = 4
"""Decimals of scores; more would mean nothing."""
WORTH_OF_MODELS = 1 << 13
"""Bytes from which on a file gets a progress bar if other packages read it: their models take
seconds to load, and the slower ones read some hundred words a second."""


@dataclass(frozen=True, slots=True)
class MaskJob:
    """The arguments and options of one call, apart from the settings of the masker."""

    arguments: tuple[str, ...]
    """A text, files, or ``-``."""
    as_text: bool = False
    columns: tuple[str, ...] = ()
    header: bool = True
    """Whether the first row of a table contains the names of its columns."""
    folder: Path | None = None
    """The folder for the results of files; None: that of each file."""
    json: bool = False
    quiet: bool = False

    def file(self, argument: str | Path) -> MaskFile:
        """Return a file with the options for tables."""
        return MaskFile(Path(argument), self.columns, self.header)


class TextSample:
    """The beginning of the texts of one file, to see their language."""

    def __init__(self) -> None:
        self.text = ""

    def add(self, text: str) -> None:
        """Add a text, as far as there is room."""
        if len(self.text) < MOST_READ:
            self.text += text[: MOST_READ - len(self.text)] + "\n"


def run_mask(settings: MaskSettings, job: MaskJob) -> int:
    """Run ``tacknamn mask``; return the exit code."""
    alone = len(job.arguments) == 1
    kinds = [classify_argument(argument, alone, job.as_text) for argument in job.arguments]
    _check_job(job, kinds)
    raise_on_termination()
    masker = Masker(settings)
    failures = 0
    for argument, kind in zip(job.arguments, kinds, strict=True):
        if kind is ArgumentKind.TEXT:
            _print_text(masker, argument, job)
        elif kind is ArgumentKind.STREAM:
            _print_stream(masker, job.file(argument), job)
        else:
            failures += not _try_file(masker, Path(argument), job)
    for name, exc in masker.failed.items():
        write_stderr(
            f"warning: {describe_backend_error(name, exc)}; it was left out, and names that the "
            "others found were masked\n"
        )
    return EXIT_ERROR if failures or masker.failed else 0


def _check_job(job: MaskJob, kinds: list[ArgumentKind]) -> None:
    files = [
        Path(argument)
        for argument, kind in zip(job.arguments, kinds, strict=True)
        if kind is ArgumentKind.FILE
    ]
    if not files and job.folder is not None:
        raise InputError("-o: only the results of files go to a folder; other results are printed")
    if job.file("").is_table and ArgumentKind.TEXT in kinds:
        option = "--column" if job.columns else "--no-header"
        raise InputError(f"{option}: is for tables (.csv, .tsv); a text has no columns")
    if ArgumentKind.STREAM in kinds and len(kinds) > 1:
        raise InputError("standard input or a pipe must be the only argument")
    check_names(
        PlannedFile(InputPath(file, file), masked_path(file, job.folder).absolute(), job.folder)
        for file in files
    )


def _print_text(masker: Masker, text: str, job: MaskJob) -> None:
    if not text.strip():
        raise InputError("the text is empty; there is nothing to mask")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InputError("the text is not UTF-8; save it in a file and convert it with `iconv`")
    masked = masker(text)
    _warn_of_language(masker, text, job)
    _warn_of_scripts(count_unexamined(text, masked.spans), job)
    if job.json:
        _print(_json_line({"text": masked.text, "spans": _spans_data(masked)}))
    else:
        _print(f"{masked.text}\n")


def _print_stream(masker: Masker, file: MaskFile, job: MaskJob) -> None:
    check_mask_file(file)
    headings: list[SkippedHeader] = []
    sample = TextSample()
    unexamined: Counter[str] = Counter()
    for text, parts in mask_parts(masker, file, headings.append):
        for part in parts:
            sample.add(part.masked.original)
            unexamined.update(count_unexamined(part.masked.original, part.masked.spans))
        _print("".join(_part_lines(parts, {}, True)) if job.json else text)
    _warn(headings, job)
    _warn_of_language(masker, sample.text, job)
    _warn_of_scripts(unexamined, job)


def _write_file(masker: Masker, path: Path, job: MaskJob) -> None:
    output = masked_path(path, job.folder)
    about = {"file": str(path), "output": str(output)}
    names = details = 0
    lines: list[str] = []
    headings: list[SkippedHeader] = []
    sample = TextSample()
    unexamined: Counter[str] = Counter()
    with _make_bar(masker, path, job) as bar:
        for part in write_parts(masker, job.file(path), output, headings.append):
            spans = part.masked.spans
            sample.add(part.masked.original)
            unexamined.update(count_unexamined(part.masked.original, spans))
            name_count = sum(span.rule == "names" for span in spans)
            names += name_count
            details += len(spans) - name_count
            lines += _part_lines([part], about, False) if job.json else []
            bar.advance(len(part.masked.original))
    _print("".join(lines))
    _warn(headings, job)
    _warn_of_language(masker, sample.text, job)
    _warn_of_scripts(unexamined, job)
    if not job.quiet and not job.json:
        output_name = make_printable(str(output))
        write_stderr(f"{output_name}: names masked {names:,}, details {details:,}\n")


def _make_bar(masker: Masker, path: Path, job: MaskJob) -> ProgressBar:
    """Make a progress bar; messages are printed after the bar is gone."""
    size = path.stat().st_size
    own = all(str(package) == "tacknamn" for package in masker.settings.packages)
    is_shown = is_wanted(job.quiet or job.json, size, WORTH if own else WORTH_OF_MODELS)
    return ProgressBar(size, is_shown)


def _warn(headings: Iterable[SkippedHeader], job: MaskJob) -> None:
    if not job.quiet:
        for heading in headings:
            write_stderr(f"warning: {heading.make_warning('masked')}\n")


def _warn_of_language(masker: Masker, text: str, job: MaskJob) -> None:
    """Warn if a text is in another language than the masker reads, or than its patterns are for."""
    if job.quiet:
        return
    settings = masker.settings
    mismatch = describe_mismatch(text, settings.language, has_auto=False)
    foreign = describe_foreign_patterns(text, settings.details)
    for warning in filter(None, (mismatch, foreign)):
        write_stderr(f"warning: {warning}\n")


def _warn_of_scripts(unexamined: Mapping[str, int], job: MaskJob) -> None:
    """Warn of words in scripts without capitals that stay."""
    for warning in () if job.quiet else describe_unexamined(unexamined):
        write_stderr(f"warning: {warning}\n")


def _try_file(masker: Masker, path: Path, job: MaskJob) -> bool:
    """Mask a file; if there are several, report an error and continue with the others."""
    try:
        _write_file(masker, path, job)
    except (InputError, OSError) as exc:
        if len(job.arguments) == 1:
            raise
        message = (
            f"{exc.filename or path}: {describe_os_error(exc)}"
            if isinstance(exc, OSError)
            else str(exc)
        )
        write_stderr(f"error: {make_printable(message)}\n")
        return False
    return True


def _part_lines(
    parts: Iterable[MaskedPart], about: dict[str, Any], with_text: bool
) -> Iterator[str]:
    """Yield a line of JSON for each text."""
    for masked, line, cell in parts:
        position = {"line": line, "cell": cell} if line else {}
        text = {"text": masked.text} if with_text else {}
        yield _json_line(about | position | text | {"spans": _spans_data(masked)})


def _json_line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _spans_data(masked: MaskedText) -> list[dict[str, Any]]:
    return [_span_data(span) for span in masked.spans]


def _span_data(span: Mask) -> dict[str, Any]:
    """Return a mask for JSON; only names have a score and the backends that found them."""
    data = {
        "start": span.start,
        "end": span.end,
        "label": span.label,
        "replacement": span.replacement,
    }
    if not span.found_by:
        return data | {"rule": span.rule}
    found_by = {name: round(score, DIGITS) for name, score in span.found_by.items()}
    return data | {"score": round(span.score, DIGITS), "found_by": found_by}


def _print(text: str) -> None:
    write_stdout(encode_utf8(text))
