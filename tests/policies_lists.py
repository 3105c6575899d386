"""A small bundle for whole texts: names, places and institutions with invented counts, and the
ordinary words around them, through the real builder."""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.curation.curated_tables import FakeReplacement
from tacknamn_builders.records import Entry, Inflection, Record, WordFrequency
from tests.making import bundle, entry, listed

__all__ = ["make_bundle"]

NAMES = {
    "firstname_female": "Anna Maria Karin Elena Amina Ingrid Sara Emma Lena Hanna Malin Ulla",
    "firstname_male": "Erik Lars Karl Anders Johan Per Nils Mikael Hans Göran Peter Ferdinand",
    "firstname_unknown": "Kim Alexis Charlie Robin Mika",
    "surname": "Andersson Johansson Lindberg Holm Ek Sandberg Wallin Björk Engström Dahl Åberg",
}
CITIES = {
    "SE": ("Stockholm", "Göteborg", "Malmö", "Uppsala", "Linköping", "Örebro", "Lund", "Umeå"),
    "TR": ("Istanbul", "Ankara", "Izmir", "Bursa", "Adana", "Konya"),
    "DK": ("Köpenhamn", "Århus", "Odense", "Ålborg", "Esbjerg", "Randers"),
    "PL": ("Warszawa", "Lodz", "Krakow", "Wroclaw", "Poznan", "Gdansk"),
    "NO": ("Oslo", "Bergen", "Trondheim", "Stavanger", "Drammen", "Kristiansand"),
    "EE": ("Tallinn", "Tartu", "Narva", "Pärnu", "Viljandi", "Rakvere"),
    "IT": ("Milano", "Neapel", "Turin", "Palermo", "Genua", "Bologna"),
}
COUNTRIES = {
    "SE": "Sverige",
    "TR": "Turkiet",
    "DK": "Danmark",
    "SY": "Syrien",
    "CU": "Kuba",
    "PL": "Polen",
    "NO": "Norge",
    "EE": "Estland",
    "IT": "Italien",
}
REGIONS = {"SE": ("Sörmland", "Svealand", "Blekinge", "Skåne"), "IT": ("Toscana", "Ligurien")}
CONTINENTS = ("Asia", "Asien", "Europa", "Europe")
AREAS = {"DK": ("Vesterbro", "Nørrebro"), "GB": ("Greenwich Village",)}
PLACES = ("Storgatan", "Kungsgatan", "Nygatan", "Ågatan", "Mariatorget", "Slussbron")
GEO = ("Mälaren", "Vättern", "Kolmården", "Billingen")
SCHOOLS = ("Ekskolan", "Lunds universitet", "Björkgymnasiet")
WORKS = ("Volvo", "Granbolaget")
OTHERS = ("IFK Norrköping", "Röda Korset")
LINES = ("Lidingöbanan", "Tvärbanan", "gröna linjen", "Pågatågen")
MARKED = {
    "prof": "läkare webbutvecklare lärare statsminister",
    "fam": "mamma pappa kusin bror bröder syster systrar kompis vän",
    "language": "arabiska svenska turkiska",
    "nationality": "turk syrier",
}
WORDS = """jag du han hon vi det den de är var bor heter kommer från i på till med och men min mitt mina
din sin en ett har hade går åker tar jobbar arbetar läser skrev ser för att som om när nu då
också mycket bara inte hej buss bussen linje tunnelbana pendeltåg tåg skola ett två tre ringer
ring mejla skriv kontot konto bilen bil nummer personnummer mejl hemsida sida adress brev år
gammal fyller född dag månad vid nära över under efter kan ska vill träffade besökte spelar
stad land igår idag kompis vän hund bok statsminister demonstration glad fri första
kund people saw stor såg människor patient came seen och igen hälsar kram hälsningar möte läkare
kurs boken priset kronor kostar klockan kl sidan sommaren"""
FAKES = (
    FakeReplacement("pattern_sv_school", "{letter}-skola", "utr", "SVALA"),
    FakeReplacement("pattern_sv_work", "{letter}-arbetsplats", "utr", "SVALA"),
    FakeReplacement("pattern_sv_other_institution", "{letter}-institution", "utr", "SVALA"),
    FakeReplacement("pattern_sv_area", "{letter}-område", "neu", "SVALA"),
    FakeReplacement("pattern_sv_geo", "{letter}-geoplats", "utr", "SVALA"),
    FakeReplacement("pattern_sv_region", "{letter}-region", "utr", "SVALA"),
    FakeReplacement("pattern_sv_place", "{letter}-plats", "utr", "SVALA"),
    FakeReplacement("pattern_sv_city", "{letter}-stad", "utr", "SVALA"),
    FakeReplacement("pattern_sv_country", "{letter}-land", "neu", "SVALA"),
    FakeReplacement("pattern_sv_transport_name", "{letter}-linjen", "", "SweLL guidelines"),
)


def make_bundle(folder: Path) -> Path:
    """Write the bundle."""
    return bundle(folder, [list_records()], fakes=FAKES)


def list_records() -> list[Record]:
    """List the records of the bundle."""
    return [*_names(), *_places(), *_others(), *_words()]


def _names() -> Iterator[Entry]:
    for label, names in NAMES.items():
        for place, name in enumerate(names.split()):
            yield entry(name, label, 100_000 - 1_000 * place)


def _places() -> Iterator[Entry]:
    for code, name in COUNTRIES.items():
        yield entry(name, "country", 5_000_000, country=code, key=f"country:{code}")
    for code, cities in CITIES.items():
        for place, city in enumerate(cities):
            yield entry(city, "city", 900_000 - 90_000 * place, country=code,
                        parent=f"{city}s region", key=f"city:{city}")  # fmt: skip
    for label, of_country in (("region", REGIONS), ("area", AREAS)):
        for code, names in of_country.items():
            for name in names:
                yield entry(name, label, 200_000, country=code, key=f"{label}:{name}")
    for name in CONTINENTS:
        yield entry(name, "region", 700_000_000, country="", key=f"region:{name}")
    for town in CITIES["SE"]:
        for street in PLACES:
            yield entry(street, "place", parent=town)
        yield entry(f"2{len(town)}1 38", "zip_code", parent=town)


def _others() -> Iterator[Entry]:
    lists = {"geo": GEO, "school": SCHOOLS, "work": WORKS, "other_institution": OTHERS,
             "transport_name": LINES}  # fmt: skip
    return listed(lists, MARKED)


def _words() -> Iterator[WordFrequency | Inflection]:
    """Those that are marked as well, as every dictionary has them."""
    for word in " ".join([WORDS, *MARKED.values()]).split():
        yield WordFrequency(word, "sv", 5.0)
        yield Inflection(word, word, "AB")
