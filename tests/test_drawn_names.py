"""What replaces a name is of the language of the text: ``drawn.tsv`` and what is drawn from it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.replacement.records import Mention
from tacknamn.replacement.sampler import Sampler
from tacknamn_builders.curation.curated_tables import DrawnName, load_drawn, parse_drawn
from tacknamn_builders.records import Entry
from tests.making import bundle, entry

BOTH: tuple[str, ...] = ("sv", "en")
SWEDISH: tuple[str, ...] = ("sv",)
ENGLISH: tuple[str, ...] = ("en",)
PLACES: dict[tuple[str, Label], dict[str, tuple[str, ...]]] = {
    ("DK", Label.CITY): {
        "Köpenhamn": SWEDISH, "Copenhagen": ENGLISH, "Odense": BOTH, "Aarhus": BOTH,
        "Nyhavn": (),
    },
    ("GB", Label.CITY): {"London": BOTH, "Leeds": BOTH, "Derby": BOTH},
    ("SE", Label.CITY): {"Stockholm": ENGLISH, "Malmö": ENGLISH, "Uppsala": ENGLISH},
    ("IT", Label.CITY): {"Rom": SWEDISH, "Rome": ENGLISH, "Turin": BOTH, "Bari": BOTH},
    ("DK", Label.COUNTRY): {"Danmark": SWEDISH, "Denmark": ENGLISH},
    ("GB", Label.COUNTRY): {"Storbritannien": SWEDISH, "United Kingdom": ENGLISH},
    ("IT", Label.COUNTRY): {"Italien": SWEDISH, "Italy": ENGLISH},
    ("NU", Label.COUNTRY): {"Niue": ()},
    ("SE", Label.COUNTRY): {"Sverige": SWEDISH, "Sweden": ENGLISH},
    ("FR", Label.CITY): {"Lyon": BOTH, "Nice": BOTH},
    ("FR", Label.COUNTRY): {"Frankrike": SWEDISH, "France": ENGLISH},
    ("ES", Label.CITY): {"Madrid": BOTH, "Malaga": BOTH},
    ("ES", Label.COUNTRY): {"Spanien": SWEDISH, "Spain": ENGLISH},
    ("PL", Label.CITY): {"Lodz": BOTH, "Poznan": BOTH},
    ("PL", Label.COUNTRY): {"Polen": SWEDISH, "Poland": ENGLISH},
    ("IT", Label.REGION): {
        "Toscana": SWEDISH, "Tuscany": ENGLISH, "Umbrien": SWEDISH, "Umbria": ENGLISH,
        "Sicilien": SWEDISH, "Sicily": ENGLISH, "Lombardiet": SWEDISH, "Lombardy": ENGLISH,
        "Kalabrien": SWEDISH, "Calabria": ENGLISH, "Southern Region": (),
    },
    ("GB", Label.REGION): {"Wales": BOTH, "England": BOTH, "Skottland": SWEDISH},
    ("DK", Label.REGION): {"Capital Region": ()},
    ("", Label.REGION): {
        "Baltikum": SWEDISH, "Nordafrika": SWEDISH, "Sydasien": SWEDISH, "Balkan": SWEDISH,
        "Karibien": SWEDISH,
    },
}  # fmt: skip
"""Places by country and label, each with the languages in which it is drawn. The first two of a list
are two names of one place where only one of them is Swedish."""
PLACE_LABELS = (Label.CITY, Label.COUNTRY, Label.REGION)
NAMES: dict[Label, dict[str, tuple[str, ...]]] = {
    Label.FIRSTNAME_FEMALE: {
        "Anna": (),
        "Karin": (),
        "Britta": (),
        "Ingrid": (),
        "Ulrika": (),
        "Mary": ENGLISH,
        "Susan": ENGLISH,
    },
    Label.SURNAME: {
        "Ek": (),
        "Alm": (),
        "Berg": (),
        "Holmgren": (),
        "Sjöstrand": (),
        "Smith": ENGLISH,
        "Jones": ENGLISH,
    },
}


def list_entries() -> Iterator[Entry]:
    for (country, label), names in PLACES.items():
        size = 1_000_000.0
        for number, (name, languages) in enumerate(names.items()):
            other = languages == ENGLISH and "SE" != country
            key = f"{label}:{country}:{number - other}"
            size -= 1000
            yield entry(name, label, size, "inhabitants", country=country, key=key, main=not other)
    for label, names in NAMES.items():
        for name in names:
            yield entry(name, label, 1_000)


def list_drawn() -> Iterator[DrawnName]:
    for (country, label), names in PLACES.items():
        for name, languages in names.items():
            if languages:
                yield DrawnName(languages, name, label, country, "a test")
    for label, names in NAMES.items():
        for name, languages in names.items():
            if languages:
                yield DrawnName(languages, name, label, "", "a test")


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    folder: Path = tmp_path_factory.mktemp("b") / "default"
    return Lexicon.open(bundle(folder, [list(list_entries())], drawn=tuple(list_drawn())))


def draw(lexicon: Lexicon, language: str, label: Label, base: str, country: str = "") -> set[str]:
    """Return what a mention becomes with thirty keys."""
    return {
        Sampler(lexicon, key=bytes(range(seed, seed + 32)), cities=2, language=language)
        .scope([Mention(base, label, base, country=country)])
        .replace(Mention(base, label, base, country=country))
        .text
        for seed in range(30)
    }


@pytest.mark.parametrize(
    ("language", "label", "base", "country", "expected"),
    [
        ("sv", Label.CITY, "Odense", "DK", {"Köpenhamn", "Aarhus"}),
        ("en", Label.CITY, "Odense", "DK", {"Copenhagen", "Aarhus"}),
        ("en", Label.CITY, "Uppsala", "SE", {"Stockholm", "Malmö"}),
        ("en", Label.CITY, "Xby", "", {"London", "Leeds"}),
        ("sv", Label.COUNTRY, "Danmark", "DK",
         {"Storbritannien", "Italien", "Frankrike", "Spanien", "Polen"}),
        ("en", Label.COUNTRY, "Denmark", "DK",
         {"United Kingdom", "Italy", "France", "Spain", "Poland"}),
        ("sv", Label.REGION, "Southern Region", "IT",
         {"Toscana", "Umbrien", "Sicilien", "Lombardiet", "Kalabrien"}),
        ("en", Label.REGION, "Southern Region", "IT",
         {"Tuscany", "Umbria", "Sicily", "Lombardy", "Calabria"}),
        ("sv", Label.REGION, "Capital Region", "DK", {"A-region"}),
        ("sv", Label.REGION, "Wales", "GB", {"A-region"}),  # three are too few to choose from
        ("sv", Label.REGION, "Baltikum", "", {"Nordafrika", "Sydasien", "Balkan", "Karibien"}),
        ("en", Label.FIRSTNAME_FEMALE, "Grace", "", {"Mary", "Susan"}),
        ("en", Label.SURNAME, "Ek", "", {"Smith", "Jones"}),
    ],
)  # fmt: skip
def test_what_is_drawn_is_of_the_language_of_the_text(
    lexicon: Lexicon, language: str, label: Label, base: str, country: str, expected: set[str]
) -> None:
    top = draw(lexicon, language, label, base, country)
    others = set() if label in PLACE_LABELS else {*NAMES[label]} - {base}
    assert top <= expected | others
    assert top & expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("sv", ["Aarhus", "Köpenhamn", "Nyhavn", "Odense"]),
        ("en", ["Aarhus", "Copenhagen", "Nyhavn", "Odense"]),
    ],
)
def test_towns_not_chosen_by_hand_follow_when_the_chosen_ones_are_used_up(
    lexicon: Lexicon, language: str, expected: list[str]
) -> None:
    forms = ("Odense", "Xby", "Yby", "Zby")
    towns = [Mention(form, Label.CITY, form, country="DK") for form in forms]
    key = bytes(range(32))
    scope = Sampler(lexicon, key=key, cities=2, language=language).scope(towns)
    assert sorted(scope.replace(town).text for town in towns) == expected


def test_swedish_texts_get_the_names_of_the_lists(lexicon: Lexicon) -> None:
    assert draw(lexicon, "sv", Label.FIRSTNAME_FEMALE, "Britta") >= {"Anna", "Karin"}


def test_the_table_has_places_with_a_country_and_no_english_country_in_swedish() -> None:
    table = load_drawn()
    swedish = {name.form for name in table if "sv" in name.languages}
    assert {"Köpenhamn", "Tyskland", "Toscana"} <= swedish
    assert swedish.isdisjoint(("Copenhagen", "Germany", "Tuscany", "Wallis and Futuna"))
    assert all(name.country for name in table if name.label in (Label.CITY, Label.COUNTRY))


def test_an_unknown_language_is_refused() -> None:
    table = "list\tform\tlabel\tcountry\treason\nde\tRom\tcity\tIT\tcapital\n"
    with pytest.raises(SourceError, match=r"drawn\.tsv, line 2: list 'de'"):
        list(parse_drawn("drawn", table))
