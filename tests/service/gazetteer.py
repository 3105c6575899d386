"""Lists with namesakes, misspellings and odd letters, for tests of the reconciliation service."""

from pathlib import Path

from tacknamn_builders.records import Inflection, WordFrequency
from tests.making import bundle, entry

__all__ = ["make_gazetteer"]

_ENTRIES = [
    entry("Skåne län", "region", 1_400_000),
    entry("Lunds kommun", "region", 130_000, parent="Skåne län"),
    entry("Lund", "city", 90_000, parent="Lunds kommun"),
    entry("Lund", "city", 300, country="GB", parent="England"),
    entry("Lund", "surname", 9_000),
    entry("Stockholm", "city", 1_600_000),
    entry("Stokholm", "city", 20),
    entry("Göteborg", "city", 600_000),
    entry("Östersund", "city", 60_000),
    entry("Ostersund", "city", 2_000),
    entry("New York", "city", 8_000_000, country="US", parent="New York"),
    entry("Norge", "country", 5_000_000, country="NO"),
    entry("Oslo", "city", 700_000, country="NO"),
    entry("Anna", "firstname_female", 90_000),
    entry("Annelie", "firstname_female", 9_000),
    entry("Kim", "firstname_unknown", 9_000),
    entry("Svensson", "surname", 80_000),
    entry("H&M", "work", 100),
    entry('A/B: <b>Bäst</b> "1"', "work", 100),
]


def make_gazetteer(folder: Path) -> Path:
    """Write the bundle."""
    words = [WordFrequency(word, "sv", 4.0) for word in ("bor", "heter", "jag", "i")]
    known = [Inflection(word.form, word.form, "AB") for word in words]
    english = [WordFrequency("lives", "en", 4.0)]
    return bundle(folder / "gazetteer", [[*_ENTRIES, *words, *known, *english]])
