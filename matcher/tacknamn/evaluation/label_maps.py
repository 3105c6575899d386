"""Call labels by other names before they are compared: by coarse classes, for example.

A mapping is the name of one that comes with the package (:data:`MAPS`), a file of lines
``label<TAB>class`` (what stands behind a second tab is a reason; lines that begin with ``#`` are
passed over), or written at once: ``city=LOC,surname=PER``. A label whose class is empty is left
out, one that is not named keeps its name.
"""

from collections.abc import Iterable
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.evaluation.hand_tables import read_hand_table
from tacknamn.evaluation.span_lists import LABEL
from tacknamn.support.printing import make_printable

__all__ = ["MAPS", "read_mapping", "read_mappings"]

_FOLDER = Path(__file__).with_name("maps")
MAPS = ("coarse", "coling-2020")
"""PER, LOC, ORG, DATE ... of most gold sets; and the labels of the COLING-2020 paper's table 6."""


def read_mapping(wanted: str) -> dict[str, str]:
    """New names by old ones.

    >>> read_mapping("city=LOC,surname=")
    {'city': 'LOC', 'surname': ''}
    """
    if wanted in MAPS:
        return _read_map_file(_FOLDER / f"{wanted}.tsv")
    if "=" in wanted and not Path(wanted).exists():
        parts = (part.partition("=") for part in wanted.split(",") if part)
        return _check_pairs(
            "--map", ([label, new] if sign else ["", ""] for label, sign, new in parts)
        )
    return _read_map_file(Path(wanted))


def read_mappings(wanted: Iterable[str]) -> dict[str, str]:
    """New names by old ones, of mappings in turn: a later one maps what those before it gave.

    >>> read_mappings(["city=LOC", "LOC=place,zip_code="])
    {'city': 'place', 'LOC': 'place', 'zip_code': ''}
    """
    mapping: dict[str, str] = {}
    for one in wanted:
        new = read_mapping(one)
        mapping = {old: new.get(name, name) for old, name in mapping.items()}
        mapping |= {old: name for old, name in new.items() if old not in mapping}
    return mapping


def _read_map_file(path: Path) -> dict[str, str]:
    name = make_printable(str(path))
    pairs: list[list[str]] = []
    for number, fields in read_hand_table(path, "mapping", MAPS):
        if len(fields) < 2:
            raise InputError(f"{name}, line {number}: no tab between label and class")
        pairs.append(fields[:2])
    return _check_pairs(name, pairs)


def _check_pairs(name: str, pairs: Iterable[list[str]]) -> dict[str, str]:
    mapping: dict[str, str] = {}
    for number, (label, new) in enumerate(pairs, 1):
        label, new = label.strip(), new.strip()
        if not LABEL.fullmatch(label) or (new and not LABEL.fullmatch(new)):
            raise InputError(f"{name}: pair {number} has no label such as city or PER")
        if mapping.setdefault(label, new) != new:
            raise InputError(f"{name}: pair {number} maps a label once more, to another class")
    return mapping
