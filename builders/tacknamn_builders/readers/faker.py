"""Read the names that Faker weights by national statistics, without running Faker.

The module of a locale contains its names as literals in a class::

    class Provider(PersonProvider):
        first_names_female = OrderedDict((("Maria", 0.051852), ("Anna", 0.035051), ...))
        first_names_male = OrderedDict(...)
        last_names = OrderedDict(...)

It is parsed, never imported. Weights become shares of their list's sum. For Sweden the lists are
Isof's 500 most frequent given names of each sex (a person counts under each of her names, so Maria
is ahead of Anna) and Skatteverket's 500 most frequent surnames.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.name_case import is_name
from tacknamn_builders.readers.received_files import damage_error, format_error, name_damaged_file
from tacknamn_builders.records import Entry

__all__ = ["read"]

_LISTS = {
    "first_names_female": Label.FIRSTNAME_FEMALE,
    "first_names_male": Label.FIRSTNAME_MALE,
    "last_names": Label.SURNAME,
}


def read(folder: Path, locales: Mapping[str, str] | None = None) -> Iterator[Entry]:
    """Yield the weighted names of each locale, given as ``{"sv_SE": "SE"}``."""
    for locale, country in (locales or {"sv_SE": "SE"}).items():
        yield from _read_locale(folder / f"{locale}.py", country)


def _read_locale(path: Path, country: str) -> Iterator[Entry]:
    lists = dict(_find_weighted_lists(path))
    missing = [title for title in _LISTS if title not in lists]
    if missing:
        raise format_error(path, f"no weighted list {', '.join(missing)}")
    for title, label in _LISTS.items():
        whole = sum(lists[title].values())
        for name, weight in lists[title].items():
            if is_name(name):
                yield Entry(name, label, weight / whole, Kind.SHARE, country)


def _find_weighted_lists(path: Path) -> Iterator[tuple[str, dict[str, float]]]:
    for node in ast.walk(_parse(path)):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=title)],
                value=ast.Call(func=ast.Name(id="OrderedDict"), args=[pairs]),
            ) if title in _LISTS:
                yield title, _parse_weights(path, title, pairs)


def _parse(path: Path) -> ast.Module:
    with name_damaged_file(path):
        text = path.read_text(encoding="utf-8")
    try:
        return ast.parse(text, path.name)
    except (MemoryError, RecursionError, SyntaxError, ValueError) as exc:
        raise damage_error(path, exc) from exc


def _parse_weights(path: Path, title: str, pairs: ast.expr) -> dict[str, float]:
    try:
        weights = dict(ast.literal_eval(pairs))
    except (RecursionError, TypeError, ValueError) as exc:
        raise format_error(path, f"{title} is not a list of names and weights") from exc
    if not all(isinstance(n, str) and _is_weight(weight) for n, weight in weights.items()):
        raise format_error(path, f"{title} is not a list of names and weights")
    if not sum(weights.values()) > 0:
        raise format_error(path, f"the weights of {title} sum to nothing")
    return weights


def _is_weight(weight: object) -> bool:
    return isinstance(weight, int | float) and weight >= 0
