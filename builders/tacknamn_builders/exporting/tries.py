"""Tries for marisa-trie: one of each label in the order of weight, and one of all records.

A damaged trie can crash the process that opens it, and checking its content takes longer than
building it. So the loader that is written next to the tries has their checksums.
"""

import hashlib
from pathlib import Path
from typing import Any

from tacknamn.errors import Error
from tacknamn_builders.exporting.selection import ExportContent

__all__ = ["RECORD", "RECORDS", "open_records", "write_marisa"]

RECORD = "<BdIf2s"
"""A record: the number of its label in the loader's list, count, rank among the entries of the label,
mentions in a billion words, country. Only mentions can be compared between labels."""
RECORDS = "records"
"""The name of the trie of all labels."""
LOADER = """\
# Written by `tacknamn-build export`. Opens a trie only if it is the one that was exported.
import hashlib
from pathlib import Path

import marisa_trie

RECORD = {record!r}  # number of the label in LABELS, count, rank in the label, mentions, country
LABELS = {labels!r}
SHA256 = {sums!r}


def load_trie(name, folder=Path(__file__).parent):
    data = (Path(folder) / f"{{name}}.marisa").read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256[name]:
        raise ValueError(f"{{name}}.marisa is not the file that was exported; export it again")
    trie = marisa_trie.RecordTrie(RECORD) if name == {records!r} else marisa_trie.Trie()
    return trie.frombytes(data)
"""
_MOST_LETTERS = 2
"""Letters of a country's code."""


def write_marisa(content: ExportContent, folder: Path) -> None:
    """Write ``<label>.marisa`` for each label, ``records.marisa``, and ``load_tries.py``."""
    if RECORDS in content.entries:
        raise Error(f"a label is called {RECORDS}, as the trie of all labels; rename it")
    tries = {RECORDS: _build_records(content)}
    for label, entries in content.entries.items():
        weights: dict[str, float] = {}
        for entry in entries:
            weights.setdefault(entry.key, entry.mentions)
        tries[label] = _build_trie(weights)
    for name, data in tries.items():
        (folder / f"{name}.marisa").write_bytes(data)
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(tries.items())}
    labels = list(content.entries)
    loader = LOADER.format(record=RECORD, labels=labels, sums=sums, records=RECORDS)
    (folder / "load_tries.py").write_text(loader, "utf-8", newline="\n")


def open_records(path: Path) -> Any:
    """Open the trie of all labels that this program has just written."""
    return _import_marisa().RecordTrie(RECORD).load(str(path))


def _build_trie(weights: dict[str, float]) -> bytes:
    """Build a trie whose branches are in the order of their weights."""
    marisa = _import_marisa()
    keys = sorted(weights)
    trie = marisa.Trie(keys, weights=[weights[key] for key in keys], order=marisa.WEIGHT_ORDER)
    data: bytes = trie.tobytes()
    return data


def _build_records(content: ExportContent) -> bytes:
    numbers = {label: number for number, label in enumerate(content.entries)}
    records = [
        (
            entry.key,
            (
                numbers[entry.label],
                entry.count,
                entry.rank,
                entry.mentions,
                _encode(entry.country),
            ),
        )
        for entry in content.list_all()
    ]
    data: bytes = _import_marisa().RecordTrie(RECORD, sorted(records)).tobytes()
    return data


def _encode(country: str) -> bytes:
    code = country.encode("utf-8")
    if len(code) > _MOST_LETTERS:
        raise Error(f"the country {country!r} has no code of two letters; correct its source")
    return code


def _import_marisa() -> Any:
    try:
        import marisa_trie
    except ImportError as exc:
        raise Error("this format needs marisa-trie; `pip install 'tacknamn[builders]'`") from exc
    return marisa_trie
