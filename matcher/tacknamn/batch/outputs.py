"""Decide where each result goes, and refuse impossible plans before anything is written.

A single text goes to standard output. Of several texts, ``a/b.txt`` becomes
``a/b_pseudonymized.txt``. With ``-o DIR``, the same name goes to ``DIR``, in the same subfolders
that the text has in the folder that was named. With ``-o FILE``, the result of a single input goes
to this file, and the ending decides its format; only formats with many documents are named so.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tacknamn.batch.file_names import choose_compression, split_name
from tacknamn.batch.inputs import RESULT_SUFFIX, InputPath
from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.support.atomic_files import refuse_link
from tacknamn.support.hidden_files import remove_leftovers
from tacknamn.support.printing import make_printable

__all__ = [
    "PlannedFile",
    "check_names",
    "choose_format",
    "is_file_name",
    "made_folders",
    "make_folders",
    "plan_outputs",
    "remove_unused",
]


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file to read, and where its result goes."""

    source: InputPath
    output: Path | None
    """None for standard output."""
    home: Path | None
    """The output folder of the run: that of -o, or the folder of the output."""
    format: str = "text"
    """The format of the output."""
    is_named: bool = False
    """Whether -o names this file, and not a folder."""

    @property
    def compression(self) -> str:
        """The ending of a compressed output; empty if it is not compressed."""
        return "" if self.output is None else choose_compression(self.output, self.format)

    @property
    def is_table(self) -> bool:
        """Whether a table of Arrow becomes another: whole columns are copied then."""
        return FORMATS[self.source.format].is_arrow and FORMATS[self.format].is_arrow

    @property
    def shown(self) -> str:
        """The output's name for messages."""
        return make_printable(str(self.output))


def plan_outputs(
    sources: Sequence[InputPath], target: Path | None, format: str | None
) -> list[PlannedFile]:
    """Plan the output of each file, in ``format`` or in the format of the file.

    Args:
        target: The folder or the file of -o.
    """
    _check_format(format)
    if target is None and len(sources) == 1 and not sources[0].in_folder:
        planned = [_plan_stdout(sources[0], format or sources[0].format)]
        _refuse_wrong_format(planned)
        return planned
    if target is not None and is_file_name(target):
        planned = [_plan_named_file(sources, target, format)]
    else:
        planned = [_plan_file(source, target, format or source.format) for source in sources]
    _refuse_wrong_format(planned)
    check_names(planned)
    _refuse_outputs_over_inputs(planned)
    for file in planned:
        if file.output is not None:
            refuse_link(file.output)
    return planned


def _plan_stdout(source: InputPath, format: str) -> PlannedFile:
    if FORMATS[format].is_arrow:
        raise InputError(
            f"{source.shown}: a result in {format} needs a file; name it with -o, or choose --format "
            "jsonl for standard output"
        )
    return PlannedFile(source, None, None, format)


def choose_format(target: Path | None, format: str | None) -> str | None:
    """Return the format of all results; None if each has that of its input."""
    is_named = target is not None and is_file_name(target)
    return format or (split_name(target).format if target is not None and is_named else None)


def is_file_name(target: Path) -> bool:
    """Whether -o names a file, and not a folder."""
    name = split_name(target)
    return bool(name.ending) and name.format in _NAMED_FORMATS and not target.is_dir()


_SUFFIXES = {"review": "_review"}
"""Ends of the names of results: a review document is ``NAME_review``, as in the benchmark (E7)."""
_NAMED_FORMATS = {name for name, format in FORMATS.items() if format.compressed or format.is_arrow}
"""The formats of single files that -o may name: tables and JSON Lines. With other endings, -o
names a folder."""


def _plan_named_file(sources: Sequence[InputPath], output: Path, format: str | None) -> PlannedFile:
    if len(sources) > 1 or sources[0].in_folder:
        raise InputError(
            f"-o {make_printable(str(output))}: names a file, and there are {len(sources)} files "
            "to write; name a folder"
            if len(sources) > 1
            else f"-o {make_printable(str(output))}: names a file for the result of a folder; "
            "name a folder"
        )
    name = split_name(output)
    format = format or name.format
    if name.compression and FORMATS[format].is_arrow:
        raise InputError(
            f"-o {make_printable(str(output))}: files of Parquet and Arrow compress their columns "
            f"themselves; name it without {name.compression}"
        )
    return PlannedFile(sources[0], output, output.parent, format, is_named=True)


def _check_format(format: str | None) -> None:
    if format is not None and format not in FORMATS:
        known = ", ".join(FORMATS)
        raise InputError(f"--format {make_printable(format)[:40]}: choose one of {known}")


def _refuse_wrong_format(planned: Sequence[PlannedFile]) -> None:
    """Refuse a format that cannot be written from the inputs: once, and not for each file."""
    wrong = [
        file
        for file in planned
        if FORMATS[file.format].needs_same and file.source.format != file.format
    ]
    if wrong:
        format, more = wrong[0].format, f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        raise InputError(
            f"{format} can only be written from {format}, and {wrong[0].source.shown}{more} "
            f"{'are' if more else 'is'} read as another format; choose another with --format"
        )


def _plan_file(source: InputPath, folder: Path | None, format: str) -> PlannedFile:
    if source.is_standard_input:
        raise InputError(
            "standard input has no file name for a folder; leave -o out, or name a file for tables "
            "and JSON Lines (-o out.jsonl)"
        )
    stem, ending, compression = split_name(source.path)
    if format != source.format or not ending:
        ending = FORMATS[format].ending
    if not FORMATS[format].compressed:
        compression = ""
    stem = source.number or stem.removesuffix(RESULT_SUFFIX)
    name = f"{stem}{_SUFFIXES.get(format, RESULT_SUFFIX)}{ending}{compression}"
    if folder is None:
        output = source.path.with_name(name)
        return PlannedFile(source, output, output.parent, format)
    below = Path(name) if source.number else source.below.with_name(name)  # folders have names, too
    return PlannedFile(source, folder / below, folder, format)


def check_names(planned: Iterable[PlannedFile]) -> None:
    """Refuse two results with the same name."""
    by_name: dict[str, PlannedFile] = {}
    for file in planned:
        earlier = by_name.setdefault(os.path.normcase(str(file.output)), file)
        if earlier is not file:
            raise InputError(
                f"{earlier.source.shown} and {file.source.shown} would both be written to "
                f"{file.shown}; rename one, or use two runs"
            )


def _refuse_outputs_over_inputs(planned: Sequence[PlannedFile]) -> None:
    """Refuse results that would replace an input, for example through a link."""
    inputs = {os.path.realpath(file.source.path) for file in planned}
    for file in planned:
        if os.path.realpath(str(file.output)) in inputs:
            raise InputError(
                f"{file.shown} is itself an input, or a link to one; give another folder with -o"
            )


@contextmanager
def made_folders(planned: Iterable[PlannedFile]) -> Iterator[None]:
    """Create the folders for the results. Those that have none at the end are removed."""
    made = make_folders(planned)
    try:
        yield
    finally:
        remove_unused(made)


def remove_unused(folders: Sequence[Path]) -> None:
    """Remove those of the new folders that are empty."""
    for folder in reversed(folders):
        with suppress(OSError):  # it has results
            folder.rmdir()


def make_folders(planned: Iterable[PlannedFile]) -> list[Path]:
    """Create the folders for the results, and check that files can be created there.

    Returns:
        The new ones, each after the one it is in.

    Who may not enter the folder of an input may not enter a new folder for its result. Incomplete results
    that killed runs left there are removed."""
    modes: dict[Path, int] = {}
    made: list[Path] = []
    for file in planned:
        if file.output is not None:
            folder = file.output.parent
            modes[folder] = modes.get(folder, _USUAL_MODE) & _read_folder_mode(file.source)
    for folder, mode in modes.items():
        name = make_printable(str(folder))
        try:
            _make_folder(folder, mode | _OWN_MODE, made)
        except FileExistsError:
            raise InputError(f"{name}: not a folder; choose another with -o") from None
        except OSError as exc:
            raise InputError(f"{name}: {exc.strerror}; choose another folder with -o") from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise InputError(f"{name}: cannot create files there; choose another folder with -o")
        remove_leftovers(folder)
    return made


_USUAL_MODE, _OWN_MODE = 0o777, 0o700
"""Permissions of a new folder, of which the user's umask takes some away, and those of its owner."""


def _read_folder_mode(source: InputPath) -> int:
    """Return the mode of the folder that an input is in."""
    if source.is_standard_input:
        return _USUAL_MODE
    with suppress(OSError):  # the error is that of the file, later
        return source.path.parent.stat().st_mode
    return _USUAL_MODE


def _make_folder(folder: Path, mode: int, made: list[Path]) -> None:
    """Create a folder and those above it, all with a mode."""
    if folder.is_dir():
        return
    if not folder.parent.exists():
        _make_folder(folder.parent, mode, made)
    folder.mkdir(mode, exist_ok=True)
    made.append(folder)
