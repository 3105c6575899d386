"""An Aho-Corasick automaton for pyahocorasick, and a loader that checks it before unpickling.

pyahocorasick saves its nodes as they are in memory, with bytes between the fields that were never
set. These are cleared, so that equal lists give equal files.
"""

import hashlib
import io
import pickle
import struct
from pathlib import Path
from typing import Any

import ahocorasick

from tacknamn.errors import Error
from tacknamn_builders.exporting.selection import ExportContent

__all__ = ["pickle_automaton", "write_ahocorasick"]

LOADER = """\
# Written by `tacknamn-build export`. Unpickles the automaton only if it is the one that was exported.
import hashlib
import pickle
from pathlib import Path

SHA256 = {sha256!r}


def load_automaton(path=Path(__file__).with_name("automaton.pickle")):
    data = Path(path).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ValueError(f"{{path}} is not the file that was exported; export it again")
    return pickle.loads(data)
"""
_COUNT = struct.Struct("<q")
"""At the start of a chunk: the number of its nodes."""
_NODE = struct.Struct("<QQIB3x")
"""A node: value, fail link, number of children, whether a word ends; then three unset bytes."""
_UNSET = slice(_NODE.size - 3, _NODE.size)
_CHILD = 12
"""Bytes of a child: a letter and a link."""


def write_ahocorasick(content: ExportContent, folder: Path) -> None:
    """Write ``automaton.pickle`` and ``load_automaton.py``.

    The words are folded forms. The value of a word is its form, its likeliest label and the length
    of the word, so that a match that ends at ``end`` starts at ``end - length + 1``."""
    automaton = ahocorasick.Automaton()
    for key, entry in content.choose_labels().items():
        automaton.add_word(key, (entry.form, str(entry.label), len(key)))
    automaton.make_automaton()
    data = pickle_automaton(automaton)
    (folder / "automaton.pickle").write_bytes(data)
    loader = LOADER.format(sha256=hashlib.sha256(data).hexdigest())
    (folder / "load_automaton.py").write_text(loader, "utf-8", newline="\n")


def pickle_automaton(automaton: Any) -> bytes:
    """Pickle an automaton; equal automata give equal bytes."""
    stream = io.BytesIO()
    _AutomatonPickler(stream, protocol=5).dump(automaton)
    return stream.getvalue()


class _AutomatonPickler(pickle.Pickler):
    """Pickles an automaton without unset bytes."""

    def reducer_override(self, obj: Any) -> Any:
        """Clear the nodes of an automaton; pickle everything else as usual."""
        if not isinstance(obj, ahocorasick.Automaton):
            return NotImplemented
        kind, (chunks, *facts) = obj.__reduce__()
        return kind, ([_clear_chunk(chunk) for chunk in chunks], *facts)


def _clear_chunk(chunk: bytes) -> bytes:
    """Clear the unset bytes of each node of a chunk, and those after the last node."""
    data = bytearray(chunk)
    at = _COUNT.size
    try:
        for _ in range(_COUNT.unpack_from(data)[0]):
            children = _NODE.unpack_from(data, at)[2]
            data[at + _UNSET.start : at + _UNSET.stop] = bytes(3)
            at += _NODE.size + children * _CHILD
    except struct.error:
        at = len(data) + 1
    if at > len(data):
        raise Error(
            "this version of pyahocorasick saves automata in an unknown layout; install version 2.3"
        )
    data[at:] = bytes(len(data) - at)
    return bytes(data)
