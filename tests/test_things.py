"""Names of one thing become one thing, and two things of one name stay two."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.labels import Kind, Label
from tacknamn_builders.curation.curated_tables import Exclusion, load_entries
from tacknamn_builders.records import Entry, Parent, Record, Region, Variant
from tests.making import Sense, bundle, entry, merged

CASES = json.loads((Path(__file__).parent / "cases" / "things.json").read_text("utf-8"))


def records_of(case: dict[str, Any]) -> list[list[Record]]:
    """The records of a case; what names regions comes last, as in the profiles."""
    sources: list[list[Record]] = [[entry(**row) for row in rows] for rows in case["sources"]]
    regions: list[Record] = [Region(*item) for item in case.get("regions", {}).items()]
    parents: list[Record] = [Parent(**row) for row in case.get("parents", ())]
    return [*sources, [*regions, *parents]]


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_things_merge(case: dict[str, Any]) -> None:
    found = [
        [s.form, s.count, s.country, s.parent, s.thing, "main" if s.main else ""]
        for s in merged(records_of(case))
    ]
    assert sorted(found, key=str) == sorted(case["expect"], key=str)


def test_a_joined_name_has_both_sources() -> None:
    (sense,) = merged(
        [[entry("Lund", "city")], [entry("Lund", "city", 90000, key="geonames:2693678")]]
    )
    assert sense.sources == ("s0", "s1")


def test_variants_name_the_things_that_are_known_and_no_others() -> None:
    rows: list[Record] = [
        entry("Kiruna", "city", 17000, key="geonames:1"),
        Variant("geonames:1", "Giron"),
        Variant("geonames:2", "Nowhere"),
        Variant("", "Nothing"),
    ]
    assert [(s.form, s.count, s.main) for s in merged([rows])] == [
        ("Giron", 17000, False),
        ("Kiruna", 17000, True),
    ]


def test_a_count_that_is_none_counts_nothing() -> None:
    (sense,) = merged([[entry("Vinter", "city", 0, "inhabitants")]])
    assert (sense.count, sense.kind) == (0, Kind.NONE)


def test_number_words_keep_their_number() -> None:
    (sense,) = merged([[entry("tre", "age_string", 3, "none", country="")]])
    assert (sense.count, sense.kind) == (3, Kind.NONE)


def test_forms_that_fold_to_nothing_are_no_entries() -> None:
    assert merged([[entry("\u00ad", "city"), entry(" ", "surname")]]) == []


def test_no_records_merge_into_nothing() -> None:
    assert merged([[], []]) == []


def test_exclusions_keep_a_form_out_of_one_list_or_all() -> None:
    rows = [entry("En", "surname", 5), entry("en", "age_string", 1, "none"), entry("Och", "city")]
    excluded = [
        Exclusion("EN", Label.SURNAME, "a number"),
        Exclusion("Och", None, "a word"),
        Exclusion("Unknown", None, "is in no list"),
    ]
    assert [s.label for s in merged([rows], exclusions=excluded)] == [Label.AGE_STRING]


def test_the_most_likely_entry_of_a_form_is_first() -> None:
    rows = [
        entry("Falun", "surname", 20),
        entry("Falun", "city", 37000, key="geonames:1"),
        entry("Falun", "region", 0),
    ]
    assert [s.label for s in merged([rows])] == [Label.CITY, Label.SURNAME, Label.REGION]


TOWNS = {
    "Alingsås": "SE.28", "Borås": "SE.28", "Falun": "SE.10", "Gävle": "SE.03", "Göteborg": "SE.28",
    "Halmstad": "SE.06", "Helsingborg": "SE.27", "Huddinge": "SE.26", "Jönköping": "SE.08",
    "Kalmar": "SE.09", "Karlstad": "SE.22", "Kristianstad": "SE.27", "Lerum": "SE.28",
    "Lidingö": "SE.26", "Linköping": "SE.16", "Luleå": "SE.14", "Lund": "SE.27", "Malmö": "SE.27",
    "Norrköping": "SE.16", "Sollentuna": "SE.26", "Stockholm": "SE.26", "Sundsvall": "SE.24",
    "Trollhättan": "SE.28", "Täby": "SE.26", "Umeå": "SE.23", "Uppsala": "SE.21",
    "Västerås": "SE.25", "Växjö": "SE.12", "Örebro": "SE.15", "Östersund": "SE.07",
}  # fmt: skip
"""Towns and the codes of their counties, which is all that a source says of them here."""


@pytest.fixture(scope="module")
def curated() -> list[Sense]:
    """The towns, with all that curation knows of municipalities and counties."""
    towns = [
        entry(form, "city", 90000, parent=county, key=f"geonames:{number}")
        for number, (form, county) in enumerate(TOWNS.items(), 1)
    ]
    return merged([list(load_entries()), towns])


@pytest.mark.parametrize("town", TOWNS)
def test_a_walk_by_name_leads_from_town_to_municipality_to_county(
    curated: list[Sense], town: str
) -> None:
    regions = [sense for sense in curated if sense.label == Label.REGION]
    (municipality,) = {s.parent for s in curated if s.form == town and s.label == Label.CITY}
    (county,) = {sense.parent for sense in regions if sense.form == municipality}
    above = [sense.thing for sense in regions if sense.form == county]
    assert municipality.endswith(" kommun") and county.endswith(" län")
    assert above == [f"region:{TOWNS[town]}"]


FORMS = ("Haga", "HAGA", "Lund", "Bo", "Köpenhamn", "Copenhagen", "Storgatan", "S:t Per")
KEYS = ("", "", "geonames:1", "geonames:2", "a:1", "b:1", "c:1", "country:SE")
LABELS = ("city", "city", "place", "region", "surname", "firstname_male", "firstname_female")
PLACES = ("", "SE 57.00000 11.00000", "DK 55.00000 12.00000")
SETTING: list[Record] = [
    Region("SE.28", "Västra Götaland"),
    Parent(PLACES[1], "Västra Götaland", "Lunds kommun", "Lund"),
    Parent(PLACES[2], "Hovedstaden", "", "Haga"),
]


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    label = draw(st.sampled_from(LABELS))
    named = label in ("surname", "firstname_male", "firstname_female")
    return entry(
        draw(st.sampled_from(FORMS)),
        label,
        draw(st.sampled_from([0, 0, 5, 5, 700, 90000])),
        country=draw(st.sampled_from(["SE", "SE", "DK", ""])),
        parent="" if named else draw(st.sampled_from(["", "Lund", "Lunds kommun", "SE.28"])),
        key="" if named else f"{draw(st.sampled_from(KEYS))}".replace(":", f":{label}-", 1),
        main=draw(st.booleans()),
        at="" if named else draw(st.sampled_from(PLACES)),
    )


@st.composite
def two_orders(draw: st.DrawFn) -> tuple[list[list[Entry]], list[list[Entry]]]:
    """Sources, and the same with their rows in another order."""
    sources = draw(st.lists(st.lists(entries(), max_size=8), min_size=1, max_size=4))
    return sources, [draw(st.permutations(rows)) for rows in sources]


@settings(max_examples=150, deadline=None)
@given(two_orders())
def test_the_order_of_rows_inside_a_source_does_not_matter(
    orders: tuple[list[list[Entry]], list[list[Entry]]],
) -> None:
    one, other = (merged([*rows, SETTING]) for rows in orders)
    assert one == other


@settings(max_examples=10, deadline=None)
@given(two_orders())
def test_nor_to_the_bytes_of_the_lexicon(
    tmp_path_factory: pytest.TempPathFactory,
    orders: tuple[list[list[Entry]], list[list[Entry]]],
) -> None:
    folder = tmp_path_factory.mktemp("orders")
    for number, rows in enumerate(orders):
        bundle(folder / str(number), [*rows, SETTING])
    first, second = ((folder / str(n) / "lexicon.tsv").read_bytes() for n in (0, 1))
    assert first == second


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(entries(), max_size=8), min_size=1, max_size=4))
def test_no_entry_is_listed_twice_and_every_form_is_kept(sources: list[list[Entry]]) -> None:
    senses = merged([*sources, SETTING])
    identities = [(s.form.casefold(), s.label, s.thing, s.country, s.parent) for s in senses]
    assert len(set(identities)) == len(identities)
    assert {s.form.casefold() for s in senses} == {
        row.form.casefold() for rows in sources for row in rows
    }
