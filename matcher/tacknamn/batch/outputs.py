"""Decide where each result goes, and refuse what cannot go well before anything is written.

One text alone goes to standard output. Of several, ``a/b.txt`` becomes
``a/b_pseudonymized.txt``, or with ``-o DIR`` the same name in ``DIR``, where the folders that
the text lay in below the one that was named are made anew.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacknamn.batch.inputs import RESULT_SUFFIX, InputPath
from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.support.printing import make_printable

__all__ = ["PlannedFile", "make_folders", "plan_outputs"]


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file to read and what becomes of it."""

    place: InputPath
    output: Path | None
    """None for standard output."""
    home: Path | None
    """The folder of the run that it belongs to: that of -o, or the output's own."""
    format: str = "text"
    """What is written."""


def plan_outputs(
    places: Sequence[InputPath], folder: Path | None, format: str | None
) -> list[PlannedFile]:
    """The outputs of places, in this format, or else in that of each."""
    _check_format(format)
    if folder is None and len(places) == 1 and not places[0].in_folder:
        return [PlannedFile(places[0], None, None, format or places[0].format)]
    if folder is not None and any(place.is_standard_input for place in places):
        raise InputError("standard input has no name for a file in -o; leave -o out")
    planned = [_plan_file(place, folder, format or place.format) for place in places]
    _check_names(planned)
    _spare_inputs(planned)
    return planned


def _check_format(format: str | None) -> None:
    if format is not None and format not in FORMATS:
        raise InputError(f"--format {make_printable(format)[:40]}: choose of {', '.join(FORMATS)}")


def _plan_file(place: InputPath, folder: Path | None, format: str) -> PlannedFile:
    same = format == place.format and place.path.suffix
    name = f"{place.path.stem.removesuffix(RESULT_SUFFIX)}{RESULT_SUFFIX}{place.path.suffix if same else FORMATS[format].ending}"
    if folder is None:
        output = place.path.with_name(name)
        return PlannedFile(place, output, output.parent, format)
    return PlannedFile(place, folder / place.below.with_name(name), folder, format)


def _check_names(planned: Iterable[PlannedFile]) -> None:
    """Refuse two results of one name."""
    taken: dict[str, PlannedFile] = {}
    for one in planned:
        before = taken.setdefault(os.path.normcase(str(one.output)), one)
        if before is not one:
            raise InputError(
                f"{before.place.shown} and {one.place.shown} would both be written to "
                f"{make_printable(str(one.output))}; rename one, or take them in two runs"
            )


def _spare_inputs(planned: Iterable[PlannedFile]) -> None:
    """Refuse results that would replace what is read, by a link for example."""
    planned = list(planned)
    inputs = {os.path.realpath(one.place.path) for one in planned}
    for one in planned:
        if os.path.realpath(str(one.output)) in inputs:
            raise InputError(
                f"{make_printable(str(one.output))} is itself a text that is read, or a link to one; "
                "give another folder with -o"
            )


def make_folders(planned: Iterable[PlannedFile]) -> None:
    """Make the folders that results go to, and see whether files can be made there."""
    for folder in dict.fromkeys(one.output.parent for one in planned if one.output is not None):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise InputError(f"{make_printable(str(folder))}: is no folder; name another") from None
        except OSError as exc:
            raise InputError(
                f"{make_printable(str(folder))}: {exc.strerror}; choose another -o"
            ) from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise InputError(
                f"{make_printable(str(folder))}: files cannot be made there; choose another with -o"
            )
