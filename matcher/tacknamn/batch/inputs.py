"""Find the files that arguments name: files, folders, and patterns that the shell left as they are.

A folder gives the files in it and in its subfolders whose endings are known, without hidden files.
Links are left out, because they may lead out of the folder and back, and so are pipes and devices.
A file that is named itself is read whatever its ending, also through a link.

Files that end in ``_pseudonymized`` are results. A result is left out if what it was made from is read,
so that a second run over a folder does not read the results of the first. Otherwise it is read: it may be
a graph that annotators corrected, and the only file of its essay. Results in folders that do not
contain the original are never read. The caller hears of all that is left out.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from glob import has_magic
from pathlib import Path

from tacknamn.batch.file_names import choose_compression, split_name
from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS, guess_format
from tacknamn.formats.text_files import is_portal_file
from tacknamn.support.printing import make_printable

__all__ = ["RESULT_SUFFIX", "STANDARD_INPUT", "InputPath", "LeftOut", "find_inputs"]

STANDARD_INPUT = "-"
RESULT_SUFFIX = "_pseudonymized"
"""End of the name of a result, before the ending."""
_NUMBERED = re.compile("document-[0-9]+")
"""The name of a numbered result, which does not say what it was made from."""


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


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is not read."""

    links: list[Path] = field(default_factory=list)
    """Links, pipes and devices in folders."""
    results: list[Path] = field(default_factory=list)
    """Results of earlier runs."""

    @property
    def count(self) -> int:
        return len(self.links) + len(self.results)


def find_inputs(
    arguments: Iterable[str],
    format: str | None = None,
    left_out: LeftOut | None = None,
    output: Path | None = None,
) -> list[InputPath]:
    """Return the files that the arguments name, each once, in the order of the arguments.

    All files are read as ``format``; without it, their endings decide. In folders, only files
    with an ending of that format (or of any format that can be read) count.

    Args:
        left_out: Gets what is not read.
        output: The folder that results are written to. What earlier runs wrote there is not read, if
            there are files elsewhere.
    """
    arguments = list(arguments) or [STANDARD_INPUT]
    if STANDARD_INPUT in arguments and len(arguments) > 1:
        raise InputError("- is standard input and must be the only one; name files, or - alone")
    endings, left_out = _list_endings(format), left_out or LeftOut()
    files: dict[object, InputPath] = {}
    for argument in arguments:
        for file in _find_files_of_argument(argument, endings, left_out.links):
            file = replace(file, format=_choose_format(file.path, format))
            files.setdefault(_identify(file), file)
    results = _list_results(files.values(), output)
    left_out.results.extend(file.path for file in files.values() if file in results)
    inputs = [file for file in files.values() if file not in results]
    if not inputs:
        raise InputError(_describe_nothing_found(arguments, endings, len(results)))
    return inputs


def _list_results(files: Collection[InputPath], output: Path | None) -> set[InputPath]:
    """List the results of earlier runs that are not read."""
    results = {file: name for file in files if (name := _split_result(file))}
    if not results:
        return set()
    folders = {folder: folder.resolve() for folder in {file.path.parent for file in files}}
    texts, with_texts = set[Path](), set[Path]()
    for file in files:
        if file not in results:
            with_texts.add(folders[file.path.parent])
            texts.add(folders[file.path.parent] / split_name(file.path).stem)
    written = set() if output is None else _list_folders_in(output.resolve(), folders.values())
    if written.issuperset(folders.values()):
        written = set()

    def is_left_out(file: InputPath) -> bool:
        folder, name = folders[file.path.parent], results[file]
        return (
            (file.in_folder and not FORMATS[file.format].original)
            or folder in written
            or (folder in with_texts and _NUMBERED.fullmatch(name) is not None)
            or any(place / name in texts for place in _list_places(file, folder))
        )

    return set(filter(is_left_out, results))


def _split_result(file: InputPath) -> str:
    """Return the name of what a result was made from; nothing if it is no result."""
    stem = split_name(file.path).stem
    return stem.removesuffix(RESULT_SUFFIX) if stem.endswith(RESULT_SUFFIX) else ""


def _list_folders_in(folder: Path, others: Iterable[Path]) -> set[Path]:
    return {other for other in others if other.is_relative_to(folder)}


def _list_places(file: InputPath, folder: Path) -> Iterator[Path]:
    """Yield the folders of what a result may have been made from.

    It is the same folder; or the result is in a folder of results within the folder that was named:
    ``essays/out/year1`` for ``essays/year1``."""
    yield folder
    below = file.below.parent.parts
    if below:
        root = folder.parents[len(below) - 1]
        for start in range(1, len(below) + 1):
            yield root.joinpath(*below[start:])


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
    argument: str, endings: tuple[str, ...], links: list[Path]
) -> Iterator[InputPath]:
    path = Path(argument)
    if argument == STANDARD_INPUT:
        yield InputPath(path, path)
    elif path.is_dir():
        yield from _find_files_in_folder(path, endings, links)
    elif path.exists() or not has_magic(argument):
        yield InputPath(path, Path(path.name))  # a missing file is reported when it is opened
    else:
        matching = sorted(_find_matching_files(argument))
        if not matching:
            raise InputError(
                f"{make_printable(argument)}: no file matches; check the pattern, or name files"
            )
        for name in matching:
            yield from _find_files_of_argument(name, endings, links)


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
    folder: Path, endings: tuple[str, ...], links: list[Path]
) -> Iterator[InputPath]:
    for root, folders, files in os.walk(folder, onerror=_raise_error):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in folders:
            if Path(root, name).is_symlink():
                links.append(Path(root, name))
        for name in sorted(files):
            path = Path(root, name)
            is_text = not name.startswith(".") and split_name(path).ending.lower() in endings
            if is_text and path.is_file() and not path.is_symlink():
                yield InputPath(path, path.relative_to(folder), in_folder=True)
            elif is_text:
                links.append(path)


def _raise_error(error: OSError) -> None:
    raise error


def _identify(file: InputPath) -> object:
    return file.path if file.is_standard_input else os.path.realpath(file.path)


def _describe_nothing_found(arguments: list[str], endings: tuple[str, ...], results: int) -> str:
    names = make_printable(", ".join(arguments))
    if results:
        return f"{names}: contains only results ({RESULT_SUFFIX}); name the texts themselves"
    return f"{names}: no files ending in {', '.join(endings)}; name the files themselves"
