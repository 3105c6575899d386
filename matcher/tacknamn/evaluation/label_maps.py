"""Rename labels before they are compared, for example to coarse classes.

A mapping is one of three things: the name of an included mapping (:data:`MAPS`), a file of lines
``label<TAB>class`` (a third field is a reason; lines that begin with ``#`` are comments), or a list
of pairs: ``city=LOC,surname=PER``. A label with an empty class is left out; a label that the
mapping does not contain keeps its name.
"""

from collections.abc import Iterable
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.evaluation.span_lists import LABEL
from tacknamn.evaluation.user_tables import read_user_table
from tacknamn.support.printing import make_printable

__all__ = ["MAPS", "read_mapping", "read_mappings"]

_FOLDER = Path(__file__).with_name("maps")
MAPS = ("coarse", "coling-2020")
"""PER, LOC, ORG, DATE ... of most gold sets; and the labels of the COLING-2020 paper's table 6."""


def read_mapping(written: str) -> dict[str, str]:
    """Read a mapping; return the new names by the old ones.

    >>> read_mapping("city=LOC,surname=")
    {'city': 'LOC', 'surname': ''}
    """
    if written in MAPS:
        return _read_map_file(_FOLDER / f"{written}.tsv")
    if "=" in written and not Path(written).exists():
        parts = (part.partition("=") for part in written.split(",") if part)
        return _check_pairs(
            "--map", ([label, new] if sign else ["", ""] for label, sign, new in parts)
        )
    return _read_map_file(Path(written))


def read_mappings(written: Iterable[str]) -> dict[str, str]:
    """Read several mappings and chain them: each maps the names that the previous ones gave.

    >>> read_mappings(["city=LOC", "LOC=place,zip_code="])
    {'city': 'place', 'LOC': 'place', 'zip_code': ''}
    """
    mapping: dict[str, str] = {}
    for each in written:
        new = read_mapping(each)
        mapping = {old: new.get(name, name) for old, name in mapping.items()}
        mapping |= {old: name for old, name in new.items() if old not in mapping}
    return mapping


def _read_map_file(path: Path) -> dict[str, str]:
    name = make_printable(str(path))
    pairs: list[list[str]] = []
    for number, fields in read_user_table(path, "mappings", MAPS):
        if len(fields) < 2:
            raise InputError(f"{name}, line {number}: the tab between label and class is missing")
        pairs.append(fields[:2])
    return _check_pairs(name, pairs)


def _check_pairs(name: str, pairs: Iterable[list[str]]) -> dict[str, str]:
    mapping: dict[str, str] = {}
    for number, (label, new) in enumerate(pairs, 1):
        label, new = label.strip(), new.strip()
        if not LABEL.fullmatch(label) or (new and not LABEL.fullmatch(new)):
            raise InputError(f"{name}: pair {number} has no valid label such as city or PER")
        if mapping.setdefault(label, new) != new:
            raise InputError(f"{name}: pair {number} maps the same label to another class")
    return mapping
