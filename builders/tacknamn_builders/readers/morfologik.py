"""Read the forms of a dictionary for morfologik, the analyser of spelling and grammar checkers.

The dictionary is an automaton of byte strings ``form + base + tag`` with ``+`` between::

    svetsaren+B+NN:BF:SIN:NOM:UTR

The base is stored as a difference: a letter for the number of bytes to cut from the form's end (A
none, B one ...), then the bytes to append. A file beside it (``.info``) contains the separator, the
encoding and the name of this encoder.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tacknamn_builders.readers.automaton import Automaton
from tacknamn_builders.readers.received_files import (
    damage_error,
    format_error,
    name_damaged_file,
    read_text_lines,
)

__all__ = ["AnalysedForm", "read_forms"]

_SEPARATOR = ord("+")

_EXPECTED = {
    "fsa.dict.separator": "+",
    "fsa.dict.encoding": "utf-8",
    "fsa.dict.encoder": "SUFFIX",
}

_LARGEST = 64 << 20
"""Maximum bytes of a dictionary; the Swedish one has 639,028."""

Analyses = list[tuple[int, bytes, str]]
"""The analyses of a form: number of bytes to cut, bytes to append, tag."""


class AnalysedForm(NamedTuple):
    """A form with one of its bases and tags."""

    form: str
    base: str
    tag: str


def read_forms(folder: Path, name: str) -> Iterator[AnalysedForm]:
    """Yield every form of the dictionary ``name`` with each of its bases and tags."""
    _check_info(folder / f"{name}.info")
    path = folder / f"{name}.dict"
    try:
        for form, analyses in _walk_forms(_load(path)):
            text = form.decode("utf-8")
            for cut, add, tag in analyses:
                if not 0 <= cut <= len(form):
                    raise ValueError(f"a base that cuts {cut} bytes from {len(form)}")
                base = form[: len(form) - cut] + add
                yield AnalysedForm(text, base.decode("utf-8"), tag)
    except ValueError as exc:  # UnicodeDecodeError is one
        raise damage_error(path, exc) from exc


def _check_info(path: Path) -> None:
    lines = (line for _, line in read_text_lines(path) if not line.startswith("#"))
    found = {
        key.strip(): value.strip() for key, _, value in (line.partition("=") for line in lines)
    }
    for key, value in _EXPECTED.items():
        if found.get(key) != value:
            raise format_error(path, f"{key} is {found.get(key)}, not {value}")


def _load(path: Path) -> Automaton:
    with name_damaged_file(path), path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise ValueError(f"it has more than {_LARGEST:,} bytes")
    return Automaton(data)


def _walk_forms(automaton: Automaton) -> Iterator[tuple[bytes, Analyses]]:
    """Yield each form with its analyses.

    The analyses after a separator are shared by thousands of forms, and read once. ``tails`` cannot
    be used here, because the walk must stop at the separators, and its loop runs two million times.
    """
    shared: dict[int, Analyses] = {}
    form = bytearray()
    ways = [iter(automaton.arcs(automaton.root))]
    while ways:
        for label, target, final in ways[-1]:
            if final:
                raise ValueError("a form without base and tag")
            if label == _SEPARATOR and form:
                if target not in shared:
                    shared[target] = [_parse_analysis(tail) for tail in automaton.tails(target)]
                yield bytes(form), shared[target]
                continue
            form.append(label)
            ways.append(iter(automaton.arcs(target)))
            break
        else:
            ways.pop()
            del form[-1:]


def _parse_analysis(tail: bytes) -> tuple[int, bytes, str]:
    base, _, tag = tail.partition(b"+")
    if not base or not tag:
        raise ValueError("a form without base and tag")
    return base[0] - ord("A"), base[1:], tag.decode("utf-8")
