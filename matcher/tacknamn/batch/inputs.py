"""Find the files that arguments name: files, folders, and patterns that the shell left as they are.

A folder gives the files in it and in its subfolders whose endings are known, without hidden files.
Links are left out, because they may lead out of the folder and back, and so are pipes and devices;
the caller hears of them. A file that is named itself is read
whatever its ending, also through a link. Files that end in ``_pseudonymized`` are results, so that
a second run over a folder does not read the results of the first. If there is nothing else,
results are read that contain the original: graphs that annotators corrected.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from glob import has_magic
from pathlib import Path

from tacknamn.batch.file_names import choose_compression, split_name
from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS, guess_format
from tacknamn.formats.text_files import is_portal_file
from tacknamn.support.printing import make_printable

__all__ = ["RESULT_SUFFIX", "STANDARD_INPUT", "InputPath", "find_inputs"]

STANDARD_INPUT = "-"
RESULT_SUFFIX = "_pseudonymized"
"""End of the name of a result, before the ending."""


@dataclass(frozen=True, slots=True)
class InputPath:
    """A file to read."""

    path: Path
    """``-`` for standard input."""
    below: Path
    """Its path in the folder that was named, or its name alone."""
    in_folder: bool = False
    """Whether it was found in a folder and not named itself."""
    format: str = "text"
    """The format that it is read as."""
    number: str = ""
    """What stands in place of its name in results, if that is not to be seen."""

    @property
    def is_standard_input(self) -> bool:
        return str(self.path) == STANDARD_INPUT

    @property
    def size(self) -> int:
        """Its bytes on the disk; 0 for standard input, and if it is missing."""
        try:
            return 0 if self.is_standard_input else self.path.stat().st_size
        except OSError:
            return 0

    @property
    def compression(self) -> str:
        """The ending of a compressed file; empty if it is not compressed."""
        return choose_compression(self.path, self.format)

    @property
    def id(self) -> str:
        """The document's name, the same on every machine."""
        return "stdin" if self.is_standard_input else make_printable(self.below.as_posix())

    @property
    def shown(self) -> str:
        """The file's name for messages."""
        return make_printable(str(self.path))


LeaveOut = Callable[[Path], object]
"""Gets a link, a pipe or a device in a folder, which is not read."""


def find_inputs(
    arguments: Iterable[str],
    format: str | None = None,
    leave_out: LeaveOut = lambda path: None,
) -> list[InputPath]:
    """Return the files that the arguments name, each once, in the order of the arguments.

    All files are read as ``format``; without it, their endings decide. In folders, only files
    with an ending of that format (or of any format that can be read) count.

    Args:
        leave_out: Is called with what would be read, but is no file.
    """
    arguments = list(arguments) or [STANDARD_INPUT]
    if STANDARD_INPUT in arguments and len(arguments) > 1:
        raise InputError("- is standard input and must be the only one; name files, or - alone")
    endings = _list_endings(format)
    texts: dict[object, InputPath] = {}
    results: dict[object, InputPath] = {}
    for argument in arguments:
        for file in _find_files_of_argument(argument, endings, leave_out):
            file = replace(file, format=_choose_format(file.path, format))
            is_result = split_name(file.path).stem.endswith(RESULT_SUFFIX)
            files = results if is_result else texts
            files.setdefault(_identify(file), file)
    corrected = (file for file in results.values() if FORMATS[file.format].original)
    inputs = list(texts.values() or corrected)
    if not inputs:
        raise InputError(_describe_nothing_found(arguments, endings, len(results)))
    return inputs


def _choose_format(path: Path, format: str | None) -> str:
    """Return the format to read a file as. XML of the SweLL portal is a separate format."""
    format = format or split_name(path).format
    return "portal" if format == "xml" and is_portal_file(path) else format


_TEXT_ENDINGS = (
    *(".csv", ".json", ".jsonl", ".ndjson", ".text", ".tsv", ".txt", ".xml"),
    *(".arrow", ".arrows", ".feather", ".parquet", ".pq"),
)
"""Endings of the files that are read in folders."""


def _list_endings(format: str | None) -> tuple[str, ...]:
    if format is None:
        return _TEXT_ENDINGS
    if format not in FORMATS or not FORMATS[format].reads:
        readable = ", ".join(known.name for known in FORMATS.values() if known.reads)
        raise InputError(f"--from {make_printable(format)[:40]}: choose one of {readable}")
    of_format = (ending for ending in _TEXT_ENDINGS if guess_format(f"file{ending}") == format)
    return tuple(dict.fromkeys((FORMATS[format].ending, *of_format)))


def _find_files_of_argument(
    argument: str, endings: tuple[str, ...], leave_out: LeaveOut
) -> Iterator[InputPath]:
    path = Path(argument)
    if argument == STANDARD_INPUT:
        yield InputPath(path, path)
    elif path.is_dir():
        yield from _find_files_in_folder(path, endings, leave_out)
    elif path.exists() or not has_magic(argument):
        yield InputPath(path, Path(path.name))  # a missing file is reported when it is opened
    else:
        matching = sorted(_find_matching_files(argument))
        if not matching:
            raise InputError(
                f"{make_printable(argument)}: no file matches; check the pattern, or name files"
            )
        for name in matching:
            yield from _find_files_of_argument(name, endings, leave_out)


def _find_matching_files(pattern: str) -> Iterator[str]:
    """Yield the files and folders that match a pattern, except hidden ones.

    Other kinds are skipped, because reading a pipe would wait. ``**`` follows no links, which may
    form a circle."""
    path = Path(pattern)
    parts = [_normalize_pattern_part(part) for part in path.relative_to(path.anchor).parts]
    for match in Path(path.anchor).glob("/".join(parts)):
        new = set(match.relative_to(path.anchor).parts).difference(parts)
        if not any(part.startswith(".") for part in new) and (match.is_file() or match.is_dir()):
            yield str(match)


def _normalize_pattern_part(part: str) -> str:
    """Return a part of a pattern. Two stars within a name count as one: ``a**.txt``."""
    return part if part == "**" else re.sub(r"\*+", "*", part)


def _find_files_in_folder(
    folder: Path, endings: tuple[str, ...], leave_out: LeaveOut
) -> Iterator[InputPath]:
    for root, folders, files in os.walk(folder, onerror=_raise_error):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in folders:
            if Path(root, name).is_symlink():
                leave_out(Path(root, name))
        for name in sorted(files):
            path = Path(root, name)
            is_text = not name.startswith(".") and split_name(path).ending.lower() in endings
            if is_text and path.is_file() and not path.is_symlink():
                yield InputPath(path, path.relative_to(folder), in_folder=True)
            elif is_text:
                leave_out(path)


def _raise_error(error: OSError) -> None:
    raise error


def _identify(file: InputPath) -> object:
    return file.path if file.is_standard_input else os.path.realpath(file.path)


def _describe_nothing_found(arguments: list[str], endings: tuple[str, ...], results: int) -> str:
    names = make_printable(", ".join(arguments))
    if results:
        return f"{names}: contains only results ({RESULT_SUFFIX}); name the texts themselves"
    return f"{names}: no files ending in {', '.join(endings)}; name the files themselves"
