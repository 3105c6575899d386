"""A small bundle to draw from: invented counts, real places, through the real builder."""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.curation.curated_tables import FakeReplacement
from tacknamn_builders.records import Entry
from tests.making import bundle, entry

__all__ = ["DISTINCT", "FAKES", "make_bundle"]

WOMEN = ["Anna", "Maria", "Karin", "Christina", "Kristina", "Elsa", "Ingrid", "Sara", "Emma", "Lena", "Birgitta", "Hanna", "Malin", "Ulla", "Johanna", "Anna-Karin", "Eva-Lena", "Ann-Marie", "Britt-Marie", "Ulla-Lena"]  # fmt: skip
MEN = [
    "Erik",
    "Lars",
    "Karl",
    "Anders",
    "Johan",
    "Per",
    "Nils",
    "Mikael",
    "Hans",
    "Peter",
    "Göran",
    "Bengt",
    "Sven",
    "Björn",
]
NEUTRAL = ["Kim", "Alexis", "Charlie", "Mika", "Robin"]
SURNAMES = ["Andersson", "Johansson", "Nilsson", "Svensson", "Lindberg", "Lindqvist", "Holm", "Ek", "Sandberg", "Wallin", "Björk", "Engström", "Dahl", "Ström", "Åberg"]  # fmt: skip
_SYLLABLES = ("bar", "dol", "fim", "gun", "kaj", "lev", "mos")
DISTINCT = [
    f"{first}{second}{third}".title()
    for place, first in enumerate(_SYLLABLES)
    for second, third in zip(_SYLLABLES, _SYLLABLES[place:] + _SYLLABLES[:place], strict=True)
]
"""Forty-nine invented names, of which none is like another one: two of their syllables differ."""
CITIES = {
    "SE": {
        "Stockholm": 1515017, "Göteborg": 608462, "Malmö": 362133, "Uppsala": 177074,
        "Linköping": 166673, "Örebro": 155989, "Lund": 94703, "Umeå": 91916,
    },
    "DK": {
        "Köpenhamn": 1153615, "Århus": 285273, "Odense": 180863, "Ålborg": 142937,
        "Frederiksberg": 95029, "Esbjerg": 71698,
    },
    "NO": {"Oslo": 580000, "Bergen": 213585, "Trondheim": 147139, "Stavanger": 121610,
           "Drammen": 90722},
    "FI": {"Helsingfors": 558457, "Esbo": 256760, "Tammerfors": 202687, "Åbo": 175945,
           "Uleåborg": 136752},
    "IS": {"Reykjavik": 118918, "Kópavogur": 35000, "Hafnarfjörður": 29000, "Akureyri": 19000,
           "Keflavik": 8000},
    "PL": {"Warszawa": 1702139, "Lodz": 768755, "Krakow": 755050, "Wroclaw": 634893,
           "Poznan": 570352},
    "EE": {"Tallinn": 394024, "Tartu": 101092, "Narva": 66980, "Pärnu": 44192, "Viljandi": 20309},
}  # fmt: skip
COUNTRIES = {"SE": "Sverige", "DK": "Danmark", "NO": "Norge", "FI": "Finland", "IS": "Island",
             "PL": "Polen", "EE": "Estland"}  # fmt: skip
COUNTIES = {
    "Stockholm": "Stockholms län", "Göteborg": "Västra Götalands län", "Malmö": "Skåne län",
    "Uppsala": "Uppsala län", "Linköping": "Östergötlands län", "Örebro": "Örebro län",
    "Lund": "Skåne län", "Umeå": "Västerbottens län",
}  # fmt: skip
SHORT = {"Skåne län": "Skåne", "Östergötlands län": "Östergötland"}
"""Names of counties without the word."""
STREETS = ["Storgatan", "Kungsgatan", "Nygatan", "Ågatan", "Kyrkogatan", "Skolgatan", "Östergatan"]
FAKES = (
    *(
        FakeReplacement("city", form, "", "invented")
        for form in ("Almeboda", "Björkås", "Dimhamn", "Ekestrand", "Falkestad")
    ),
    *(
        FakeReplacement("street", form, "", "invented")
        for form in (
            "Flaskpostgatan",
            "Gnistregatan",
            "Julstjärnestigen",
            "Knappnålsgatan",
            "Solkattsgatan",
        )
    ),
    *(FakeReplacement("region", form, "", "large") for form in ("Norrland", "Mellansverige")),
    *(FakeReplacement("firstname_female", form, "", "SVALA") for form in ("Anna", "Emma")),
    FakeReplacement("pattern_sv_school", "{letter}-skola", "utr", "SVALA"),
    FakeReplacement("pattern_sv_work", "{letter}-arbetsplats", "utr", "SVALA"),
    FakeReplacement("pattern_sv_city", "{letter}-stad", "utr", "SVALA"),
    FakeReplacement("pattern_sv_country", "{letter}-land", "neu", "SVALA"),
    FakeReplacement("pattern_sv_transport_name", "{letter}-linjen", "", "SweLL guidelines"),
    FakeReplacement("pattern_en_school", "{letter}-school", "", "SweLL guidelines"),
)


def make_bundle(folder: Path, **lists: tuple[str, ...]) -> Path:
    """Write the bundle. Lists of names may be given by label; the rest is as above."""
    return bundle(folder, [list(_names(lists)), list(_places())], fakes=FAKES)


def _names(lists: dict[str, tuple[str, ...]]) -> Iterator[Entry]:
    known = {
        "firstname_female": WOMEN,
        "firstname_male": MEN,
        "firstname_unknown": NEUTRAL,
        "surname": SURNAMES,
    }
    for label, names in (known | lists).items():
        for place, name in enumerate(names):
            yield entry(name, label, 100_000 - 1_000 * place)


def _places() -> Iterator[Entry]:
    for code, name in COUNTRIES.items():
        yield entry(name, "country", 5_000_000, country=code, key=f"country:{code}")
    for county in sorted(set(COUNTIES.values())):
        key = f"region:{county}"
        yield entry(county, "region", 900_000, key=key, main=county not in SHORT)
        if county in SHORT:
            yield entry(SHORT[county], "region", 900_000, key=key)
    number = 0
    for code, cities in CITIES.items():
        for city, inhabitants in cities.items():
            number += 1
            parent = f"{city}s kommun" if code == "SE" else f"Region {city}"
            yield entry(city, "city", inhabitants, country=code, parent=parent,
                        key=f"geonames:{number}")  # fmt: skip
            if code == "SE":
                yield entry(parent, "region", inhabitants, parent=COUNTIES[city],
                            key=f"region:SE.{number}")  # fmt: skip
    yield entry("Copenhagen", "city", 1153615, country="DK", parent="Region Köpenhamn",
                key="geonames:9", main=False)  # fmt: skip
    for place, town in enumerate(CITIES["SE"]):
        for street in STREETS if town != "Umeå" else ():
            yield entry(street, "place", parent=town)
        for last in range(5):
            yield entry(f"{place + 1}1{last} 2{last}", "zip_code", parent=town)
