"""The valid bundles that forgeries start from: that of the miniatures, and a small one with
everything that is difficult for scanners."""

from itertools import pairwise
from pathlib import Path

from tacknamn_builders.records import Inflection, Record, WordFrequency
from tests import golden_build
from tests.fuzz.bundle_parts import Parts
from tests.making import bundle, entry

__all__ = ["forms_of", "good_bundles", "small_bundle"]

_SMALL: list[Record] = [
    entry("Göteborg", "city", 600000, parent="Göteborgs kommun", key="geonames:1"),
    entry("Gothenburg", "city", 600000, key="geonames:1", main=False),
    entry("Hans", "firstname_male", 90000),
    entry("Han", "surname", 300),
    entry("Anna", "firstname_female", 290000),
    entry("Anna-Karin", "firstname_female", 9000),
    entry("Berg", "surname", 18000),
    entry("Å", "place", 5),
    entry("S", "place", 5),
    entry("Yahoo", "work", 50),
    entry("Yahoo!", "work", 50),
    entry("'s-Hertogenbosch", "city", 150000),
    entry("Stora Nya Gatan", "place"),
    entry("Stora Nya", "place"),
    entry("Stora", "place"),
    entry("Uppsala universitet", "school"),
    entry("Uppsala", "city", 170000),
    entry("a b c d e f g h i j k l m n", "work"),
    entry("北京", "city", 10**7),
    entry("Straße des 17. Juni", "place"),
    entry("lärare", "prof"),
    WordFrequency("och", "sv", 7.4),
    WordFrequency("berg", "sv", 4.9),
    WordFrequency("stora", "sv", 5.7),
    WordFrequency("gatan", "sv", 5.3),
    Inflection("Göteborgs", "Göteborg", "PM:GEN"),
    Inflection("läraren", "lärare", "NN:DEF"),
    Inflection("lärarnas", "lärare", "NN:GEN:DEF:PLU"),
    Inflection("Hansas", "Hans", "PM:GEN"),
]


def good_bundles(folder: Path) -> list[Parts]:
    """Build both below ``folder``, by the real writers."""
    return [Parts.read(golden_build.build(folder / "golden")), Parts.read(small_bundle(folder))]


def small_bundle(folder: Path) -> Path:
    """Build the small one below ``folder``."""
    return bundle(folder / "small", [_SMALL])


def forms_of(parts: Parts) -> list[str]:
    """The folded forms of a good bundle, inflected ones too."""
    forms = []
    for section in ("forms", "inflections"):
        columns = parts.columns(section)
        assert columns is not None
        offset = memoryview(columns["offset"]).cast("I").tolist()
        text = bytes(columns["text"])
        forms += [text[a:b].decode() for a, b in pairwise(offset)]
    return forms
