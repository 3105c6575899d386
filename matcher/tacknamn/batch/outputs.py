"""Decide where each result goes, and refuse impossible plans before anything is written.

A single text goes to standard output. Of several texts, ``a/b.txt`` becomes
``a/b_pseudonymized.txt``. With ``-o DIR``, the same name goes to ``DIR``, in the same subfolders
that the text has in the folder that was named.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacknamn.batch.inputs import RESULT_SUFFIX, InputPath
from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.support.printing import make_printable

__all__ = ["PlannedFile", "check_names", "make_folders", "plan_outputs"]


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

    @property
    def shown(self) -> str:
        """The output's name for messages."""
        return make_printable(str(self.output))


def plan_outputs(
    sources: Sequence[InputPath], folder: Path | None, format: str | None
) -> list[PlannedFile]:
    """Plan the output of each file, in ``format`` or in the format of the file."""
    _check_format(format)
    if folder is None and len(sources) == 1 and not sources[0].in_folder:
        return [PlannedFile(sources[0], None, None, format or sources[0].format)]
    if folder is not None and any(source.is_standard_input for source in sources):
        raise InputError("standard input has no file name for -o; leave -o out")
    planned = [_plan_file(source, folder, format or source.format) for source in sources]
    check_names(planned)
    _refuse_outputs_over_inputs(planned)
    return planned


def _check_format(format: str | None) -> None:
    if format is not None and format not in FORMATS:
        known = ", ".join(FORMATS)
        raise InputError(f"--format {make_printable(format)[:40]}: choose one of {known}")


def _plan_file(source: InputPath, folder: Path | None, format: str) -> PlannedFile:
    keeps_ending = format == source.format and source.path.suffix
    ending = source.path.suffix if keeps_ending else FORMATS[format].ending
    name = f"{source.path.stem.removesuffix(RESULT_SUFFIX)}{RESULT_SUFFIX}{ending}"
    if folder is None:
        output = source.path.with_name(name)
        return PlannedFile(source, output, output.parent, format)
    return PlannedFile(source, folder / source.below.with_name(name), folder, format)


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


def make_folders(planned: Iterable[PlannedFile]) -> None:
    """Create the folders for the results, and check that files can be created there."""
    for folder in dict.fromkeys(file.output.parent for file in planned if file.output is not None):
        name = make_printable(str(folder))
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise InputError(f"{name}: not a folder; choose another with -o") from None
        except OSError as exc:
            raise InputError(f"{name}: {exc.strerror}; choose another folder with -o") from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise InputError(f"{name}: cannot create files there; choose another folder with -o")
