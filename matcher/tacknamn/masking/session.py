"""One call of ``tacknamn mask``: from arguments to exit code."""

import json
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from tacknamn.backends.errors import naming
from tacknamn.errors import InputError
from tacknamn.formats.inputs import Heading
from tacknamn.masking.choosing import Settings
from tacknamn.masking.files import File, Part, check, masked_parts, output_of, parts_written
from tacknamn.masking.kinds import Kind, kind_of
from tacknamn.masking.masker import Mask, Masked, Masker
from tacknamn.reporting.printing import printable
from tacknamn.running.progress import WORTH, Bar, is_wanted
from tacknamn.running.whole_file import encoded

__all__ = ["Asked", "run_mask"]

FAULT = 2
TERMINATED = 143
"""What shells say of a program that was told to end: 128 and the number of the signal."""
DIGITS = 4
"""Of scores: more would say nothing."""
WORTH_OF_MODELS = 1 << 13
"""Bytes of a file that is worth a bar where other packages read it: their models take seconds to
load, and the slower ones read some hundred words in a second."""


@dataclass(frozen=True, slots=True)
class Asked:
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

    def file(self, argument: str | Path) -> File:
        """A file, with what is said of tables."""
        return File(Path(argument), self.columns, self.header)


class _Ended(BaseException):
    """The program was told to end. It is no SystemExit, which a package may raise as well."""


def run_mask(wanted: Settings, asked: Asked) -> int:
    """Do what ``tacknamn mask`` was asked for."""
    try:
        return _run(wanted, asked)
    except _Ended:
        return TERMINATED


def _run(wanted: Settings, asked: Asked) -> int:
    alone = len(asked.arguments) == 1
    kinds = [kind_of(one, alone, asked.as_text) for one in asked.arguments]
    _check(asked, kinds)
    _end_tidily()
    masker = Masker(wanted)
    faults = 0
    for argument, kind in zip(asked.arguments, kinds, strict=True):
        if kind is Kind.TEXT:
            _print_text(masker, argument, asked)
        elif kind is Kind.STREAM:
            _print_stream(masker, asked.file(argument), asked)
        else:
            faults += not _is_done(masker, Path(argument), asked)
    for name, exc in masker.failed.items():
        _tell(
            f"warning: {naming(name, exc)}; it was left out, and what the others found was masked"
        )
    return FAULT if faults or masker.failed else 0


def _end_tidily() -> None:
    """Let those who tell the program to end have no half files either."""

    def end(number: int, frame: object) -> NoReturn:
        raise _Ended

    signal.signal(signal.SIGTERM, end)


def _check(asked: Asked, kinds: list[Kind]) -> None:
    files = [
        Path(one) for one, kind in zip(asked.arguments, kinds, strict=True) if kind is Kind.FILE
    ]
    if not files and asked.folder is not None:
        raise InputError("-o: is for the results of files; what is no file is printed")
    if asked.file("").is_table and Kind.TEXT in kinds:
        option = "--column" if asked.columns else "--no-header"
        raise InputError(f"{option}: is for tables (.csv, .tsv); a text has no columns")
    if Kind.STREAM in kinds and len(kinds) > 1:
        raise InputError("standard input, or a pipe, must be the only argument")
    if len({output_of(one, asked.folder).absolute() for one in files}) < len(files):
        raise InputError("several files would be written to one; take them in several runs")


def _print_text(masker: Masker, text: str, asked: Asked) -> None:
    if not text.strip():
        raise InputError("the text is empty; there is nothing to mask")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InputError("the text is no UTF-8; give it in a file, converted with `iconv` first")
    masked = masker(text)
    if asked.json:
        _print(_line({"text": masked.text, "spans": _spans(masked)}))
    else:
        _print(f"{masked.text}\n")


def _print_stream(masker: Masker, file: File, asked: Asked) -> None:
    check(file)
    left: list[Heading] = []
    for text, parts in masked_parts(masker, file, left.append):
        _print("".join(_part_lines(parts, {}, True)) if asked.json else text)
    _warn(left, asked)


def _write_file(masker: Masker, path: Path, asked: Asked) -> None:
    output = output_of(path, asked.folder)
    about = {"file": str(path), "output": str(output)}
    names = others = 0
    lines: list[str] = []
    left: list[Heading] = []
    with _bar(masker, path, asked) as bar:
        for part in parts_written(masker, asked.file(path), output, left.append):
            own = sum(one.rule == "names" for one in part.masked.spans)
            names += own
            others += len(part.masked.spans) - own
            lines += _part_lines([part], about, False) if asked.json else []
            bar.advance(len(part.masked.original))
    _print("".join(lines))
    _warn(left, asked)
    if not asked.quiet and not asked.json:
        _tell(f"{printable(str(output))}: names masked {names:,}, details {others:,}")


def _bar(masker: Masker, path: Path, asked: Asked) -> Bar:
    """How far a file has come, on a terminal. What is told of it comes when the bar is gone."""
    size = path.stat().st_size
    own = all(str(one) == "tacknamn" for one in masker.settings.packages)
    return Bar(size, is_wanted(asked.quiet or asked.json, size, WORTH if own else WORTH_OF_MODELS))


def _warn(left: Iterable[Heading], asked: Asked) -> None:
    if not asked.quiet:
        for heading in left:
            _tell(f"warning: {heading.warning('masked')}")


def _is_done(masker: Masker, path: Path, asked: Asked) -> bool:
    """Whether a file could be done; of several, a fault of one is told, and the others go on."""
    try:
        _write_file(masker, path, asked)
    except (InputError, OSError) as exc:
        if len(asked.arguments) == 1:
            raise
        named = f"{exc.filename or path}: {exc.strerror}" if isinstance(exc, OSError) else str(exc)
        _tell(f"error: {printable(named)}")
        return False
    return True


def _part_lines(parts: Iterable[Part], about: dict[str, Any], with_text: bool) -> Iterator[str]:
    """A line of JSON for each text."""
    for masked, line, cell in parts:
        place = {"line": line, "cell": cell} if line else {}
        text = {"text": masked.text} if with_text else {}
        yield _line(about | place | text | {"spans": _spans(masked)})


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _spans(masked: Masked) -> list[dict[str, Any]]:
    return [_span(one) for one in masked.spans]


def _span(one: Mask) -> dict[str, Any]:
    """A piece for programs; who found it is told of names alone."""
    data = {"start": one.start, "end": one.end, "label": one.label, "replacement": one.replacement}
    if not one.found_by:
        return data | {"rule": one.rule}
    by = {name: round(score, DIGITS) for name, score in one.found_by.items()}
    return data | {"score": round(one.score, DIGITS), "found_by": by}


def _print(text: str) -> None:
    """Print a text precisely as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(encoded(text))
    sys.stdout.buffer.flush()


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
