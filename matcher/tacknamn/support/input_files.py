"""Open input files, and name file and line in errors. Readers of every format use this."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from tacknamn.errors import InputError
from tacknamn.support.file_kinds import describe_binary, suggest_conversion
from tacknamn.support.printing import make_printable
from tacknamn.support.special_files import open_stream

__all__ = ["InputStream", "open_input"]

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class InputStream:
    """A file that is open for reading."""

    name: str
    """The name, safe to print."""
    stream: BinaryIO

    def error(self, line: int, problem: str) -> InputError:
        """Make the error that names file and line; ``problem`` must not quote the file."""
        return InputError(f"{self.name}, line {line}: {problem}")

    def decode(self, raw: bytes, line: int) -> str:
        """Decode bytes that begin at ``line``."""
        if line == 1 and (kind := describe_binary(raw)):
            raise InputError(f"{self.name}: is {kind}")
        try:
            return raw.decode("utf-8-sig" if line == 1 else "utf-8")
        except UnicodeDecodeError as exc:
            line += raw.count(b"\n", 0, exc.start)
            raise self.error(line, f"not UTF-8; {suggest_conversion(raw)}") from None


@contextmanager
def open_input(file: str | Path) -> Iterator[InputStream]:
    """Open a file for reading; ``-`` is standard input."""
    name = str(file)
    if name == STANDARD_INPUT:
        yield InputStream(name, sys.stdin.buffer)
        return
    with open_stream(name) as stream:
        yield InputStream(make_printable(name), stream)
