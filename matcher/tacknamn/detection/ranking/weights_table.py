"""Read and write the table of fitted weights, ``weights.tsv``.

A line has the language, a feature and its three weights: for a person, a place, an institution.
Lines of features that begin with ``link`` have one number: what is added where names of these
kinds stand side by side. Bundles are untrusted input, so every number that counts is looked at.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import exp
from pathlib import Path
from typing import Final

from tacknamn.lexicon.bundle import make_damage_error

__all__ = ["COLUMNS", "LINK", "Fitted", "Vector", "format_weights", "read_weights"]

Vector = tuple[float, float, float]
"""What speaks for a person, a place, an institution, against none of them: logarithms."""
Fitted = Mapping[str, Mapping[str, Mapping[str, float]]]
"""By how they stand side by side, the first and the second kind of name: a factor."""

COLUMNS: Final = ("language", "feature", "person", "place", "institution")
LINK: Final = "link"
DIGITS: Final = 3
"""Digits behind the point: more say nothing, and the same fit is then the same file."""
MOST: Final = 40.0
"""The largest weight; beyond it nothing else would count."""


def read_weights(path: Path, language: str) -> tuple[dict[str, Vector], Fitted]:
    """The weights of a language's features and links; both are empty where the table has none."""
    weights: dict[str, Vector] = {}
    links: dict[str, dict[str, dict[str, float]]] = {}
    try:
        for line in path.read_text("utf-8").splitlines()[1:]:
            own, feature, *numbers = line.split("\t")
            if own != language:
                continue
            values = [_parse_weight(number) for number in numbers]
            if feature.startswith(f"{LINK} "):
                _, how, one, other = feature.split(" ")
                (value,) = values
                links.setdefault(how, {}).setdefault(one, {})[other] = exp(value)
            else:
                person, place, institution = values
                weights[feature] = person, place, institution
    except (OSError, ValueError):
        raise make_damage_error(path.parent, f"{path.name} is no table of weights") from None
    return weights, links


def format_weights(
    language: str,
    weights: Mapping[str, Iterable[float]],
    links: Mapping[tuple[str, str, str], float],
) -> Iterator[str]:
    """The lines of a language, in order; a feature without weight needs none."""
    for feature, vector in sorted(weights.items()):
        numbers = [f"{value:z.{DIGITS}f}" for value in vector]  # z: no -0.000
        if any(map(float, numbers)):
            yield "\t".join((language, feature, *numbers))
    for (how, one, other), value in sorted(links.items()):
        if number := round(value, DIGITS):
            yield "\t".join((language, f"{LINK} {how} {one} {other}", f"{number:.{DIGITS}f}"))


def _parse_weight(text: str) -> float:
    number = float(text)
    if not abs(number) <= MOST:  # neither too large nor "nan"
        raise ValueError(text)
    return number
