"""Read the name lists of the original SweLL pseudonymizer.

The file is one JSON object. Each list is a pair: names of one word, then names of several words or
of one or two letters, which the original pseudonymizer ignored::

    {"efternamn":       [[["Aaberg", 20], ...], [["von Troil", 14], ...]],
     "förnamn_män":     [[["Aabo", 18], ...], [["Bo", 51000], ...]],
     "förnamn_kvinnor": [[["Aada", 16], ...], [["My", 8000], ...]],
     "neutral_namn":    [[["Kim", 12080, 20], ...]]}

``neutral_namn`` contains the names of both sexes, which are not in the other two lists, with the
men's count first, then the women's. The women's counts were joined wrongly: compared with
svensktext's women, their logarithms correlate 0.02 (men: 0.92), and a man's name has 301,645 women.
So only the men's counts are read; the counts of women with names of both sexes come from other
sources.

First names are counted under each given name, not under the name in use (Anders 189,274 and
76,812), and must not be mixed with SCB's bearers. They become shares of all given names, like
Faker's. The total of the men is used for women too, because the women's list lacks Anna and Maria.
Surnames are bearers like SCB's.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.name_case import is_name, restore_first_name, restore_surname
from tacknamn_builders.readers.received_files import damage_error, format_error, name_damaged_file
from tacknamn_builders.records import Entry

__all__ = ["read", "read_received_lists"]

_FILE = "names_database.json"

_FIRST_NAMES = (
    ("förnamn_kvinnor", Label.FIRSTNAME_FEMALE, 2),
    ("förnamn_män", Label.FIRSTNAME_MALE, 2),
    ("neutral_namn", Label.FIRSTNAME_MALE, 3),
)
"""Each list, its label, and the number of fields of its items."""

_RECEIVED = (
    ("förnamn_kvinnor", "förnamn_kvinnor", "women by given name", 2, 1),
    ("neutral_namn (women)", "neutral_namn", "women by given name", 3, 2),
    ("förnamn_män", "förnamn_män", "men by given name", 2, 1),
    ("neutral_namn (men)", "neutral_namn", "men by given name", 3, 1),
    ("efternamn", "efternamn", "surnames", 2, 1),
)
"""Title, list, the people that it counts, the number of fields of its items, and the field of the
count."""


def read(folder: Path) -> Iterator[Entry]:
    """Yield surnames, women's names and men's names; names of both sexes count as men's."""
    path = folder / _FILE
    lists = _load(path)
    for name, bearers in _read_items(path, lists, "efternamn", 2):
        form = restore_surname(name)
        if is_name(form):
            yield Entry(form, Label.SURNAME, bearers, Kind.BEARERS, "SE")
    whole = _count_given_to_men(path, lists)
    for title, label, fields in _FIRST_NAMES:
        for name, given in _read_items(path, lists, title, fields):
            form = restore_first_name(name)
            if is_name(form):
                yield Entry(form, label, given / whole, Kind.SHARE, "SE")


def read_received_lists(folder: Path) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield every column of counts as received, with title and side, for ``check``."""
    path = folder / _FILE
    lists = _load(path)
    for title, name, side, fields, column in _RECEIVED:
        yield title, side, dict(_read_items(path, lists, name, fields, column))


def _count_given_to_men(path: Path, lists: Any) -> int:
    """Count all names given to men; the number for women differs by less than two per cent."""
    men = (item for item in _FIRST_NAMES if item[1] is Label.FIRSTNAME_MALE)
    counts = [
        given for title, _, fields in men for _, given in _read_items(path, lists, title, fields)
    ]
    if not any(counts):
        raise format_error(path, "no man bears a name")
    return sum(counts)


def _load(path: Path) -> Any:
    with name_damaged_file(path):
        text = path.read_text(encoding="utf-8-sig")
    try:
        return json.loads(text)
    except (RecursionError, ValueError) as exc:
        raise damage_error(path, exc) from exc


def _read_items(
    path: Path, lists: Any, title: str, fields: int, column: int = 1
) -> Iterator[tuple[str, int]]:
    if not isinstance(lists, dict) or not isinstance(lists.get(title), list):
        raise format_error(path, f"list {title} is missing")
    for part in lists[title]:
        for item in part if isinstance(part, list) else [part]:
            if not _is_item(item, fields):
                raise format_error(
                    path, f"{title} has an item that is not a name and {fields - 1} counts"
                )
            yield item[0], item[column]


def _is_item(item: Any, fields: int) -> bool:
    return (
        isinstance(item, list)
        and len(item) == fields
        and isinstance(item[0], str)
        and all(type(count) is int for count in item[1:])
    )
