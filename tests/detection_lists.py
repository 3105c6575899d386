"""A small bundle for tests of detection: names of several peoples, some places and institutions with
invented counts, and ordinary words, made by the real builder."""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.records import Entry, Inflection, WordFrequency
from tests.making import bundle, entry, listed

__all__ = ["make_bundle"]

NAMES = {
    "firstname_female": "Anna Maria Amina Fernanda Ulla Karin Frida Elena Agneta",
    "firstname_male": "Erik Ahmed Ali Hassan Carlos Samuel Per Tesfay Muhammad Peter",
    "firstname_unknown": "Kim Robin",
    "surname": "Andersson Lindberg Haile Rosen Guerrero Rivas Hassan Rudbeck Amin Svensson",
}
RARE = {"firstname_male": ("Björn",), "surname": ("Berg", "Ek")}
"""Rare names that are ordinary words as well."""
OF_TWO = {"firstname_male": ("Muhammad Ali", "Per Erik"), "surname": ("Guerrero Rivas",)}
CITIES = {
    "SE": ("Stockholm", "Göteborg", "Malmö", "Örebro", "Lund", "Umeå", "Angered", "Östersund"),
    "TR": ("Istanbul", "Ankara", "Kadıköy"),
    "IQ": ("Basra",),
    "GB": ("Leeds",),
}
COUNTRIES = {"SE": "Sverige", "TR": "Turkiet", "IQ": "Irak"}
REGIONS = {"Skåne": 200_000, "Gotland": 100, "Örebro kommun": 200_000}
PLACES = ("Storgatan", "Kungsgatan", "Slottsparken", "Tantsjön", "Björkgården")
GEO = ("Mälaren", "Gotland", "Kebnekaise")
SCHOOLS = ("Ekskolan", "Hermods", "Birkagymnasiet")
WORKS = ("Volvo", "Scania", "Nordea")
AUTHORITIES = ("Skatteverket", "Arbetsförmedlingen")
OTHERS = ("IFK Norrköping", "Röda Korset", "ABF")
MARKED = {
    "prof": "läkare lärare kock tandläkare städare sjuksköterska ingenjör",
    "fam": "mamma bror syster man fru son dotter kompis",
    "language": "arabiska engelska",
}
WORDS = """jag du han hon vi det den de är var bor heter kommer från i på till och men min mitt mina
en ett har hade går gick jobbar arbetar läser pluggar studerar som när där hej vid hos åt med ska
lagar cyklar skolan skola universitet tekniska sjukhuset kyrka kyrkan vårdcentral vårdcentralen
restaurang pizzeria företag hotell stationen station kommun klubb trafikskola måleri katten hunden
säger sa sade nu sol kronan by stad utbildad duktig mycket bra snäll engelska rosor björn berg ek
volontär rektorn spelar tränar fotboll tänker svenska sfi igår träffade över bilen kostar flygplats med
lives works school my friend name is at the park from work study met hospital"""
ENGLISH = "my friend name is at the park from work study met hospital school lives works"
FEW = 4.0
"""The Zipf frequency of ordinary words."""


def make_bundle(folder: Path) -> Path:
    """Write the bundle."""
    return bundle(folder, [[*_names(), *_places(), *_others(), *_words()]])


def _names() -> Iterator[Entry]:
    for label, names in NAMES.items():
        for rank, name in enumerate(names.split()):
            yield entry(name, label, 50_000 - 1_000 * rank)
    for label, rare_names in RARE.items():
        for name in rare_names:
            yield entry(name, label, 3_000)
    for label, doubles in OF_TWO.items():
        for name in doubles:
            yield entry(name, label, 2_000)


def _places() -> Iterator[Entry]:
    for code, name in COUNTRIES.items():
        yield entry(name, "country", 5_000_000, country=code, key=f"country:{code}")
    for code, cities in CITIES.items():
        for rank, city in enumerate(cities):
            yield entry(city, "city", 900_000 - 90_000 * rank, country=code, key=f"city:{city}")
    for name, inhabitants in REGIONS.items():
        yield entry(name, "region", inhabitants, key=f"region:{name}")
    for street in PLACES:
        yield entry(street, "place", parent="Lund")


PROFESSIONS_OF_TWO = ("personlig assistent",)
"""No dictionary has them as one word."""


def _others() -> Iterator[Entry]:
    for profession in PROFESSIONS_OF_TWO:
        yield entry(profession, "prof")
    lists = {"geo": GEO, "school": SCHOOLS, "work": WORKS, "public_authority": AUTHORITIES,
             "other_institution": OTHERS}  # fmt: skip
    yield from listed(lists, MARKED)


def _words() -> Iterator[WordFrequency | Inflection]:
    """Yield the ordinary words; the words that are marked are among them, as in every dictionary."""
    for word in " ".join([WORDS, *MARKED.values()]).split():
        yield WordFrequency(word, "sv", FEW)
        yield Inflection(word, word, "AB")
    for word in ENGLISH.split():
        yield WordFrequency(word, "en", FEW + 1)
