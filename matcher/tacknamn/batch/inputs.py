"""Find the texts that arguments name: files, folders, patterns that no shell resolved.

Of a folder, what it and the folders in it hold, by the endings that are known; without hidden
files, and without links, which may lead out of it and back again. What is named itself is taken
whatever its ending, also through a link. Files that end in ``_pseudonymized`` are results, not
inputs, so that a second run over a folder does not take what the first one left there; but where
there is nothing else, graphs that annotators corrected are taken, which have the original in them.
"""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from glob import has_magic
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS, guess_format
from tacknamn.formats.text_files import is_portal_file
from tacknamn.support.printing import make_printable

__all__ = ["RESULT_SUFFIX", "STANDARD_INPUT", "InputPath", "find_inputs"]

STANDARD_INPUT = "-"
RESULT_SUFFIX = "_pseudonymized"
"""What stands behind the name of a result."""


@dataclass(frozen=True, slots=True)
class InputPath:
    """A file to read."""

    path: Path
    """``-`` for standard input."""
    below: Path
    """Where it lies in the folder that was named, or its name alone."""
    in_folder: bool = False
    """Whether it was found in a folder and not named itself."""
    format: str = "text"
    """What it is read as."""

    @property
    def is_standard_input(self) -> bool:
        return str(self.path) == STANDARD_INPUT

    @property
    def id(self) -> str:
        """The document's name, the same on every machine."""
        return "stdin" if self.is_standard_input else make_printable(self.below.as_posix())

    @property
    def shown(self) -> str:
        """The file's name for messages."""
        return make_printable(str(self.path))


def find_inputs(arguments: Iterable[str], format: str | None = None) -> list[InputPath]:
    """The files that the arguments name, each once, in the order of the arguments and by name.

    ``format`` is what all are read as; else their endings say it. Of folders, the files are
    taken whose endings say that they are of a format that can be read, or of that format."""
    arguments = list(arguments) or [STANDARD_INPUT]
    if STANDARD_INPUT in arguments and len(arguments) > 1:
        raise InputError("- is standard input and must be the only one; name files, or - alone")
    known = _endings(format)
    texts: dict[object, InputPath] = {}
    results: dict[object, InputPath] = {}
    for argument in arguments:
        for place in _files_of_argument(argument, known):
            place = replace(place, format=_choose_format(place.path, format))
            found = results if place.path.stem.endswith(RESULT_SUFFIX) else texts
            found.setdefault(_identity(place), place)
    corrected = (one for one in results.values() if FORMATS[one.format].original)
    places = list(texts.values() or corrected)
    if not places:
        raise InputError(_describe_nothing_found(arguments, known, len(results)))
    return places


def _choose_format(path: Path, format: str | None) -> str:
    """What a file is read as, and written where nobody says otherwise: of XML, its own form."""
    format = format or guess_format(path)
    return "portal" if format == "xml" and is_portal_file(path) else format


_CANDIDATES = (".txt", ".text", ".json", ".xml", ".jsonl", ".ndjson", ".csv", ".tsv")
"""Endings of files that folders are searched for."""


def _endings(format: str | None) -> tuple[str, ...]:
    if format is None:
        return _CANDIDATES
    if format not in FORMATS or not FORMATS[format].reads:
        readable = ", ".join(one.name for one in FORMATS.values() if one.reads)
        raise InputError(f"--from {make_printable(format)[:40]}: choose of {readable}")
    own = FORMATS[format].ending
    return tuple(dict.fromkeys((own, *(one for one in _CANDIDATES if guess_format(one) == format))))


def _files_of_argument(argument: str, endings: tuple[str, ...]) -> Iterator[InputPath]:
    path = Path(argument)
    if argument == STANDARD_INPUT:
        yield InputPath(path, path)
    elif path.is_dir():
        yield from _files_in_folder(path, endings)
    elif path.exists() or not has_magic(argument):
        yield InputPath(path, Path(path.name))  # one that is not there is told when it is opened
    else:
        matching = sorted(_files_matching(argument))
        if not matching:
            raise InputError(
                f"{make_printable(argument)}: no file matches; quote nothing, or name files"
            )
        for one in matching:
            yield from _files_of_argument(one, endings)


def _files_matching(pattern: str) -> Iterator[str]:
    """The files and folders that fit a pattern, without hidden ones; what is neither is passed
    over (a pipe would be waited for), and ``**`` leads through no links, which may go in rings."""
    path = Path(pattern)
    parts = [_normalize_pattern_part(part) for part in path.relative_to(path.anchor).parts]
    for found in Path(path.anchor).glob("/".join(parts)):
        new = set(found.relative_to(path.anchor).parts).difference(parts)
        if not any(part.startswith(".") for part in new) and (found.is_file() or found.is_dir()):
            yield str(found)


def _normalize_pattern_part(part: str) -> str:
    """A part of a pattern; two stars within a name are one: ``a**.txt``."""
    return part if part == "**" else re.sub(r"\*+", "*", part)


def _files_in_folder(folder: Path, endings: tuple[str, ...]) -> Iterator[InputPath]:
    for root, folders, files in os.walk(folder, onerror=_raise_error):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for name in sorted(files):
            path = Path(root, name)
            if (
                not name.startswith(".")
                and path.suffix.lower() in endings
                and _is_regular_file(path)
            ):
                yield InputPath(path, path.relative_to(folder), in_folder=True)


def _is_regular_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _raise_error(fault: OSError) -> None:
    raise fault


def _identity(place: InputPath) -> object:
    return place.path if place.is_standard_input else os.path.realpath(place.path)


def _describe_nothing_found(arguments: list[str], endings: tuple[str, ...], results: int) -> str:
    where = make_printable(", ".join(arguments))
    if results:
        return f"{where}: only results ({RESULT_SUFFIX}) are there; name the texts themselves"
    return f"{where}: no files that end in {', '.join(sorted(endings))}; name them themselves"
