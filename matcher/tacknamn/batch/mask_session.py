"""One call of ``tacknamn mask``: from arguments to exit code."""

import json
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from tacknamn.batch.mask_arguments import ArgumentKind, classify_argument
from tacknamn.batch.mask_files import (
    MaskedPart,
    MaskFile,
    check_mask_file,
    mask_parts,
    masked_path,
    write_parts,
)
from tacknamn.batch.progress import WORTH, ProgressBar, is_wanted
from tacknamn.errors import InputError
from tacknamn.formats.records import SkippedHeader
from tacknamn.ner.backends.protocol import describe_backend_error
from tacknamn.ner.mask_settings import MaskSettings
from tacknamn.ner.masker import Mask, MaskedText, Masker
from tacknamn.support.atomic_files import encode_utf8
from tacknamn.support.printing import make_printable

__all__ = ["MaskJob", "run_mask"]

EXIT_ERROR = 2
TERMINATED = 143
"""What shells say of a program that was told to end: 128 and the number of the signal."""
DIGITS = 4
"""Of scores: more would say nothing."""
WORTH_OF_MODELS = 1 << 13
"""Bytes of a file that is worth a bar where other packages read it: their models take seconds to
load, and the slower ones read some hundred words in a second."""


@dataclass(frozen=True, slots=True)
class MaskJob:
    """What is masked, and where results go."""

    arguments: tuple[str, ...]
    """A text, files, or ``-``."""
    as_text: bool = False
    columns: tuple[str, ...] = ()
    header: bool = True
    """Whether the first row of a table has the names of its columns."""
    folder: Path | None = None
    """Where results of files go; None: beside each."""
    json: bool = False
    quiet: bool = False

    def file(self, argument: str | Path) -> MaskFile:
        """A file, with what is said of tables."""
        return MaskFile(Path(argument), self.columns, self.header)


class _Terminated(BaseException):
    """The program was told to end. It is no SystemExit, which a package may raise as well."""


def run_mask(wanted: MaskSettings, asked: MaskJob) -> int:
    """Do what ``tacknamn mask`` was asked for."""
    try:
        return _mask_arguments(wanted, asked)
    except _Terminated:
        return TERMINATED


def _mask_arguments(wanted: MaskSettings, asked: MaskJob) -> int:
    alone = len(asked.arguments) == 1
    kinds = [classify_argument(one, alone, asked.as_text) for one in asked.arguments]
    _check_job(asked, kinds)
    _end_tidily()
    masker = Masker(wanted)
    faults = 0
    for argument, kind in zip(asked.arguments, kinds, strict=True):
        if kind is ArgumentKind.TEXT:
            _print_text(masker, argument, asked)
        elif kind is ArgumentKind.STREAM:
            _print_stream(masker, asked.file(argument), asked)
        else:
            faults += not _try_file(masker, Path(argument), asked)
    for name, exc in masker.failed.items():
        _print_stderr(
            f"warning: {describe_backend_error(name, exc)}; it was left out, and what the others found was masked"
        )
    return EXIT_ERROR if faults or masker.failed else 0


def _end_tidily() -> None:
    """Let those who tell the program to end have no half files either."""

    def end(number: int, frame: object) -> NoReturn:
        raise _Terminated

    signal.signal(signal.SIGTERM, end)


def _check_job(asked: MaskJob, kinds: list[ArgumentKind]) -> None:
    files = [
        Path(one)
        for one, kind in zip(asked.arguments, kinds, strict=True)
        if kind is ArgumentKind.FILE
    ]
    if not files and asked.folder is not None:
        raise InputError("-o: is for the results of files; what is no file is printed")
    if asked.file("").is_table and ArgumentKind.TEXT in kinds:
        option = "--column" if asked.columns else "--no-header"
        raise InputError(f"{option}: is for tables (.csv, .tsv); a text has no columns")
    if ArgumentKind.STREAM in kinds and len(kinds) > 1:
        raise InputError("standard input, or a pipe, must be the only argument")
    if len({masked_path(one, asked.folder).absolute() for one in files}) < len(files):
        raise InputError("several files would be written to one; take them in several runs")


def _print_text(masker: Masker, text: str, asked: MaskJob) -> None:
    if not text.strip():
        raise InputError("the text is empty; there is nothing to mask")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InputError("the text is no UTF-8; give it in a file, converted with `iconv` first")
    masked = masker(text)
    if asked.json:
        _print(_json_line({"text": masked.text, "spans": _spans_data(masked)}))
    else:
        _print(f"{masked.text}\n")


def _print_stream(masker: Masker, file: MaskFile, asked: MaskJob) -> None:
    check_mask_file(file)
    left: list[SkippedHeader] = []
    for text, parts in mask_parts(masker, file, left.append):
        _print("".join(_part_lines(parts, {}, True)) if asked.json else text)
    _warn(left, asked)


def _write_file(masker: Masker, path: Path, asked: MaskJob) -> None:
    output = masked_path(path, asked.folder)
    about = {"file": str(path), "output": str(output)}
    names = others = 0
    lines: list[str] = []
    left: list[SkippedHeader] = []
    with _bar(masker, path, asked) as bar:
        for part in write_parts(masker, asked.file(path), output, left.append):
            own = sum(one.rule == "names" for one in part.masked.spans)
            names += own
            others += len(part.masked.spans) - own
            lines += _part_lines([part], about, False) if asked.json else []
            bar.advance(len(part.masked.original))
    _print("".join(lines))
    _warn(left, asked)
    if not asked.quiet and not asked.json:
        _print_stderr(f"{make_printable(str(output))}: names masked {names:,}, details {others:,}")


def _bar(masker: Masker, path: Path, asked: MaskJob) -> ProgressBar:
    """How far a file has come, on a terminal. What is told of it comes when the bar is gone."""
    size = path.stat().st_size
    own = all(str(one) == "tacknamn" for one in masker.settings.packages)
    return ProgressBar(
        size, is_wanted(asked.quiet or asked.json, size, WORTH if own else WORTH_OF_MODELS)
    )


def _warn(left: Iterable[SkippedHeader], asked: MaskJob) -> None:
    if not asked.quiet:
        for heading in left:
            _print_stderr(f"warning: {heading.warning('masked')}")


def _try_file(masker: Masker, path: Path, asked: MaskJob) -> bool:
    """Whether a file could be done; of several, a fault of one is told, and the others go on."""
    try:
        _write_file(masker, path, asked)
    except (InputError, OSError) as exc:
        if len(asked.arguments) == 1:
            raise
        named = f"{exc.filename or path}: {exc.strerror}" if isinstance(exc, OSError) else str(exc)
        _print_stderr(f"error: {make_printable(named)}")
        return False
    return True


def _part_lines(
    parts: Iterable[MaskedPart], about: dict[str, Any], with_text: bool
) -> Iterator[str]:
    """A line of JSON for each text."""
    for masked, line, cell in parts:
        place = {"line": line, "cell": cell} if line else {}
        text = {"text": masked.text} if with_text else {}
        yield _json_line(about | place | text | {"spans": _spans_data(masked)})


def _json_line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _spans_data(masked: MaskedText) -> list[dict[str, Any]]:
    return [_span_data(one) for one in masked.spans]


def _span_data(one: Mask) -> dict[str, Any]:
    """A piece for programs; who found it is told of names alone."""
    data = {"start": one.start, "end": one.end, "label": one.label, "replacement": one.replacement}
    if not one.found_by:
        return data | {"rule": one.rule}
    by = {name: round(score, DIGITS) for name, score in one.found_by.items()}
    return data | {"score": round(one.score, DIGITS), "found_by": by}


def _print(text: str) -> None:
    """Print a text precisely as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(encode_utf8(text))
    sys.stdout.buffer.flush()


def _print_stderr(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
