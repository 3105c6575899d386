"""Decide where each result goes, and refuse what cannot go well before anything is written.

One text alone goes to standard output. Of several, ``a/b.txt`` becomes
``a/b_pseudonymized.txt``, or with ``-o DIR`` the same name in ``DIR``, where the folders that
the text lay in below the one that was named are made anew.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.reporting.printing import printable
from tacknamn.running.places import MARK, Place

__all__ = ["Planned", "make_folders", "plan"]


@dataclass(frozen=True, slots=True)
class Planned:
    """A file to read and what becomes of it."""

    place: Place
    output: Path | None
    """None for standard output."""
    home: Path | None
    """The folder of the run that it belongs to: that of -o, or the output's own."""
    format: str = "text"
    """What is written."""


def plan(places: Sequence[Place], folder: Path | None, format: str | None) -> list[Planned]:
    """The outputs of places, in this format, or else in that of each."""
    _check_format(format)
    if folder is None and len(places) == 1 and not places[0].in_folder:
        return [Planned(places[0], None, None, format or places[0].format)]
    if folder is not None and any(place.is_standard_input for place in places):
        raise InputError("standard input has no name for a file in -o; leave -o out")
    planned = [_planned(place, folder, format or place.format) for place in places]
    _check_names(planned)
    _spare_inputs(planned)
    return planned


def _check_format(format: str | None) -> None:
    if format is not None and format not in FORMATS:
        raise InputError(f"--format {printable(format)[:40]}: choose of {', '.join(FORMATS)}")


def _planned(place: Place, folder: Path | None, format: str) -> Planned:
    same = format == place.format and place.path.suffix
    name = f"{place.path.stem.removesuffix(MARK)}{MARK}{place.path.suffix if same else FORMATS[format].ending}"
    if folder is None:
        output = place.path.with_name(name)
        return Planned(place, output, output.parent, format)
    return Planned(place, folder / place.below.with_name(name), folder, format)


def _check_names(planned: Iterable[Planned]) -> None:
    """Refuse two results of one name."""
    taken: dict[str, Planned] = {}
    for one in planned:
        before = taken.setdefault(os.path.normcase(str(one.output)), one)
        if before is not one:
            raise InputError(
                f"{before.place.shown} and {one.place.shown} would both be written to "
                f"{printable(str(one.output))}; rename one, or take them in two runs"
            )


def _spare_inputs(planned: Iterable[Planned]) -> None:
    """Refuse results that would replace what is read, by a link for example."""
    planned = list(planned)
    inputs = {os.path.realpath(one.place.path) for one in planned}
    for one in planned:
        if os.path.realpath(str(one.output)) in inputs:
            raise InputError(
                f"{printable(str(one.output))} is itself a text that is read, or a link to one; "
                "give another folder with -o"
            )


def make_folders(planned: Iterable[Planned]) -> None:
    """Make the folders that results go to, and see whether files can be made there."""
    for folder in dict.fromkeys(one.output.parent for one in planned if one.output is not None):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise InputError(f"{printable(str(folder))}: is no folder; name another") from None
        except OSError as exc:
            raise InputError(
                f"{printable(str(folder))}: {exc.strerror}; choose another -o"
            ) from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise InputError(
                f"{printable(str(folder))}: files cannot be made there; choose another with -o"
            )
