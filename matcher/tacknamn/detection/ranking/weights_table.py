"""Read and write the table of fitted weights, ``weights.tsv`` of a bundle.

A line has the language, a feature and its three weights: for a person, a place, an institution. A
line whose feature begins with ``link`` has one number: what is added if names of these two kinds
stand side by side. Bundles are untrusted input, so every number is checked.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Final

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import make_damage_error

__all__ = [
    "COLUMNS",
    "LINK",
    "LinkFactors",
    "Vector",
    "format_weights",
    "make_table_error",
    "parse_weights",
    "read_weights",
]

Vector = tuple[float, float, float]
"""What speaks for a person, a place, an institution, and against no name: logarithms."""
LinkFactors = Mapping[str, Mapping[str, Mapping[str, float]]]
"""A factor by link, kind of the first name and kind of the second."""

COLUMNS: Final = ("language", "feature", "person", "place", "institution")
LINK: Final = "link"
DIGITS: Final = 3
"""Decimals of a weight. More say nothing, and with three the same fit gives the same file."""
MOST: Final = 40.0
"""The largest weight; with a larger one nothing else would count."""
TABLES_KEPT: Final = 4
"""Results that are remembered: two bundles in two languages."""


def read_weights(path: Path, language: str) -> tuple[dict[str, Vector], LinkFactors]:
    """Return the weights of a language's features and links; both are empty if the table has
    none."""
    try:
        table = path.read_bytes()
    except OSError:
        raise make_table_error(path) from None
    return parse_weights(table, path, language)


def parse_weights(table: bytes, path: Path, language: str) -> tuple[dict[str, Vector], LinkFactors]:
    """Return the same from the content of a table; ``path`` is for messages.

    Equal tables have the same result, which must not be changed."""
    try:
        return _parse_table(table, language)
    except ValueError:
        raise make_table_error(path) from None


# Parsing takes ten times as long as everything else that makes a pseudonymizer.
@lru_cache(maxsize=TABLES_KEPT)
def _parse_table(table: bytes, language: str) -> tuple[dict[str, Vector], LinkFactors]:
    weights: dict[str, Vector] = {}
    links: dict[str, dict[str, dict[str, float]]] = {}
    for line in table.decode("utf-8").splitlines()[1:]:
        own, feature, *numbers = line.split("\t")
        if own != language:
            continue
        values = [_parse_weight(number) for number in numbers]
        if feature.startswith(f"{LINK} "):
            _, link, first, second = feature.split(" ")
            (value,) = values
            links.setdefault(link, {}).setdefault(first, {})[second] = exp(value)
        else:
            person, place, institution = values
            weights[feature] = person, place, institution
    return weights, links


def make_table_error(path: Path) -> BundleError:
    """Make the error for a table that cannot be read."""
    return make_damage_error(path.parent, f"{path.name} is no table of weights")


def format_weights(
    language: str,
    weights: Mapping[str, Iterable[float]],
    links: Mapping[tuple[str, str, str], float],
) -> Iterator[str]:
    """Yield the sorted lines of a language. A feature without weight needs no line."""
    for feature, vector in sorted(weights.items()):
        numbers = [f"{value:z.{DIGITS}f}" for value in vector]  # z: no -0.000
        if any(map(float, numbers)):
            yield "\t".join((language, feature, *numbers))
    for (link, first, second), value in sorted(links.items()):
        if number := round(value, DIGITS):
            yield "\t".join((language, f"{LINK} {link} {first} {second}", f"{number:.{DIGITS}f}"))


def _parse_weight(text: str) -> float:
    number = float(text)
    if not abs(number) <= MOST:  # neither too large nor "nan"
        raise ValueError(text)
    return number
