"""The hand-made tables hold what they promise, and a mistake in one is named with its line."""

import re
from collections import Counter
from importlib import resources

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders import curation
from tacknamn_builders.records import Entry

ENTRIES = tuple(curation.load_entries())
NAMES = (
    Label.FIRSTNAME_FEMALE,
    Label.FIRSTNAME_MALE,
    Label.FIRSTNAME_UNKNOWN,
    Label.SURNAME,
)

EXPECTED_FILES = {
    "city_parts",
    "counties",
    "countries",
    "education",
    "exonyms",
    "family",
    "institutions",
    "languages",
    "municipalities",
    "nationalities",
    "nature",
    "number_words",
    "occupations",
    "regions",
    "stations",
    "time_words",
    "towns",
    "transport",
    "universities",
}

# What the project's second issue asks of each file: label, least number of things.
LEAST = [
    ("universities", Label.SCHOOL, 48),
    ("occupations", Label.PROF, 400),
    ("municipalities", Label.REGION, 290),
    ("counties", Label.REGION, 21),
    ("countries", Label.COUNTRY, 100),
    ("nature", Label.GEO, 150),
    ("nationalities", Label.NATIONALITY, 180),
    ("transport", Label.TRANSPORT_NAME, 30),
    ("stations", Label.PLACE, 100),
    ("education", Label.EDU, 30),
    ("family", Label.FAM, 90),
    ("languages", Label.LANGUAGE, 50),
    ("number_words", Label.AGE_STRING, 121),
    ("time_words", Label.MONTH_WORD, 12),
    ("time_words", Label.DAY, 7),
]

LANDSCAPES = [
    "Blekinge",
    "Bohuslän",
    "Dalarna",
    "Dalsland",
    "Gotland",
    "Gästrikland",
    "Halland",
    "Hälsingland",
    "Härjedalen",
    "Jämtland",
    "Lappland",
    "Medelpad",
    "Norrbotten",
    "Närke",
    "Skåne",
    "Småland",
    "Södermanland",
    "Uppland",
    "Värmland",
    "Västerbotten",
    "Västergötland",
    "Västmanland",
    "Ångermanland",
    "Öland",
    "Östergötland",
]
"""The 25; Norrbotten has been counted as one of its own since 1995."""

COUNTIES = [
    "Blekinge",
    "Dalarnas",
    "Gotlands",
    "Gävleborgs",
    "Hallands",
    "Jämtlands",
    "Jönköpings",
    "Kalmar",
    "Kronobergs",
    "Norrbottens",
    "Skåne",
    "Stockholms",
    "Södermanlands",
    "Uppsala",
    "Värmlands",
    "Västerbottens",
    "Västernorrlands",
    "Västmanlands",
    "Västra_Götalands",
    "Örebro",
    "Östergötlands",
]

MONTHS = [
    "januari",
    "februari",
    "mars",
    "april",
    "maj",
    "juni",
    "juli",
    "augusti",
    "september",
    "oktober",
    "november",
    "december",
]


def of_file(name: str) -> list[Entry]:
    text = resources.files(curation).joinpath(f"{name}.tsv").read_text("utf-8")
    return list(curation.parse_entries(name, text))


def things(name: str, label: Label) -> list[Entry]:
    return [entry for entry in of_file(name) if entry.main and entry.label == label]


def find(form: str, label: Label) -> Entry:
    return next(entry for entry in ENTRIES if entry.form == form and entry.label == label)


def fakes(name: str) -> list[str]:
    return [fake.form for fake in curation.load_fakes() if fake.list == name]


def test_every_expected_file_is_there() -> None:
    assert set(curation.entry_files()) >= EXPECTED_FILES


@pytest.mark.parametrize(("name", "label", "least"), LEAST)
def test_each_file_holds_what_is_asked(name: str, label: Label, least: int) -> None:
    assert len(things(name, label)) >= least


@pytest.mark.parametrize("landscape", LANDSCAPES)
def test_every_landscape_is_a_region(landscape: str) -> None:
    assert find(landscape, Label.REGION)


@pytest.mark.parametrize("county", COUNTIES)
def test_every_county_is_a_region(county: str) -> None:
    assert find(f"{county.replace('_', ' ')} län", Label.REGION)


def test_there_are_exactly_290_municipalities() -> None:
    assert len({entry.key for entry in things("municipalities", Label.REGION)}) == 290


def test_regions_with_a_code_are_known_by_it() -> None:
    keys = {entry.form: entry.key for entry in ENTRIES if entry.label == Label.REGION}
    assert keys["Västra Götalands län"] == "region:SE.28"
    assert keys["Borås kommun"] == keys["Borås stad"] == "region:SE.28.1490"


def test_every_municipality_lies_in_the_county_of_its_code() -> None:
    counties = {entry.key: entry.form for entry in things("counties", Label.REGION)}
    for entry in things("municipalities", Label.REGION):
        assert counties[entry.key.rpartition(".")[0]] == entry.parent


@pytest.mark.parametrize(
    ("form", "country"),
    [("Amerika", "US"), ("Förenta staterna", "US"), ("Palestina", "PS"), ("Vitryssland", "BY")],
)
def test_countries_are_known_by_their_code(form: str, country: str) -> None:
    entry = find(form, Label.COUNTRY)
    assert (entry.key, entry.country) == (f"country:{country}", country)


def test_number_words_are_complete_from_0_to_120() -> None:
    assert sorted(entry.count for entry in things("number_words", Label.AGE_STRING)) == list(
        range(121)
    )


@pytest.mark.parametrize(
    ("form", "number"),
    [
        ("noll", 0),
        ("en", 1),
        ("ett", 1),
        ("tretton", 13),
        ("fjårton", 14),
        ("aderton", 18),
        ("niton", 19),
        ("tjugoen", 21),
        ("tjugo ett", 21),
        ("tjufem", 25),
        ("tretti", 30),
        ("förtio", 40),
        ("femti", 50),
        ("sjuttifem", 75),
        ("ninety-nine", 99),
        ("hundra", 100),
        ("etthundratjugo", 120),
    ],
)
def test_number_words_count_what_they_say(form: str, number: int) -> None:
    entry = find(form, Label.AGE_STRING)
    assert (entry.count, entry.kind) == (number, Kind.NONE)


def test_no_number_word_stands_for_two_numbers() -> None:
    forms = Counter(entry.form for entry in of_file("number_words"))
    assert [form for form, times in forms.items() if times > 1] == []


def test_months_count_from_1_to_12() -> None:
    assert [find(month, Label.MONTH_WORD).count for month in MONTHS] == list(range(1, 13))


@pytest.mark.parametrize("form", ["febuari", "agusti", "okober", "sept", "October"])
def test_months_have_abbreviations_and_misspellings(form: str) -> None:
    assert not find(form, Label.MONTH_WORD).main


@pytest.mark.parametrize("form", ["onstag", "lordag", "måndagarna", "fredan", "Sunday"])
def test_weekdays_have_forms_and_misspellings(form: str) -> None:
    assert not find(form, Label.DAY).main


@pytest.mark.parametrize(
    ("form", "variant"),
    [
        ("mamma", "mammorna"),
        ("morsa", "morsan"),
        ("farsa", "farsan"),
        ("syster", "syrran"),
        ("bror", "brorsan"),
        ("tvilling", "tvillingarna"),
    ],
)
def test_relatives_are_inflected(form: str, variant: str) -> None:
    assert find(variant, Label.FAM).key == find(form, Label.FAM).key


def test_the_pronoun_man_is_no_relative() -> None:
    assert "man" not in {entry.form for entry in of_file("family")}


def test_count_is_of_inhabitants_for_regions_and_cities_only() -> None:
    kinds = {(entry.label in (Label.REGION, Label.CITY), entry.kind) for entry in ENTRIES}
    assert (False, Kind.INHABITANTS) not in kinds


def test_one_key_is_one_thing() -> None:
    mains = Counter(entry.key for entry in ENTRIES if entry.main)
    assert [key for key, times in mains.items() if times > 1] == []


def test_every_file_gives_a_reason_for_each_line() -> None:
    tables = (curation.load_exclusions(), curation.load_fakes(), curation.load_ambiguous())
    assert all(len(line.reason) > 3 for table in tables for line in table)


def test_exclusions_spare_what_curation_adds() -> None:
    excluded = {(line.form.casefold(), line.label) for line in curation.load_exclusions()}
    lost = [
        entry.form
        for entry in ENTRIES
        if excluded & {(entry.form.casefold(), entry.label), (entry.form.casefold(), None)}
    ]
    assert lost == []


def test_exclusions_spare_what_is_ambiguous() -> None:
    excluded = {(line.form.casefold(), line.label) for line in curation.load_exclusions()}
    lost = [
        line.form
        for line in curation.load_ambiguous()
        for label in (*line.labels, None)
        if (line.form.casefold(), label) in excluded
    ]
    assert lost == []


@pytest.mark.parametrize("name", ["Hans", "Min", "Liv"])
def test_first_names_that_are_words_stay(name: str) -> None:
    excluded = {(line.form, line.label) for line in curation.load_exclusions()}
    assert not excluded & {(name, label) for label in (*NAMES, None)}


@pytest.mark.parametrize("word", ["Och", "Som", "Om", "Nu", "Bra"])
def test_function_words_are_no_towns(word: str) -> None:
    lines = curation.load_exclusions()
    assert any(line.form == word and line.label in (None, Label.CITY) for line in lines)


def test_there_are_150_ambiguous_words() -> None:
    words = {line.form: line for line in curation.load_ambiguous()}
    assert sum(line.is_word for line in words.values()) >= 150
    assert {"Hans", "Van", "Min", "Ring", "Vår", "Hon"} <= set(words)
    assert not words["Nora"].is_word


def test_there_are_sixty_fake_towns_and_streets() -> None:
    assert len(fakes("city")) >= 60
    assert len(fakes("street")) >= 60


def test_a_fake_town_is_no_curated_place_unless_svala_uses_it() -> None:
    real = {entry.form for entry in ENTRIES}
    clashes = [
        fake.form
        for fake in curation.load_fakes()
        if fake.list == "city" and fake.form in real and "SVALA" not in fake.reason
    ]
    assert clashes == []


@pytest.mark.parametrize(
    ("name", "letter", "result"),
    [
        ("pattern_sv_school", "A", "A-skola"),
        ("pattern_en_school", "A", "A-school"),
        ("pattern_en_work", "B", "B-workplace"),
        ("pattern_en_other_institution", "C", "C-institution"),
        ("pattern_sv_transport_name", "A", "A-linjen"),
        ("pattern_en_city", "AA", "AA-city"),
        ("pattern_sv_geo", "D", "D-geoplats"),
    ],
)
def test_lettered_lists_give_the_seeds_placeholders(name: str, letter: str, result: str) -> None:
    (pattern,) = fakes(name)
    assert pattern.replace(curation.LETTER, letter) == result


def test_both_languages_have_the_same_lettered_lists() -> None:
    lists = {fake.list for fake in curation.load_fakes()}
    swedish, english = (
        {name.removeprefix(prefix) for name in lists if name.startswith(prefix)}
        for prefix in ("pattern_sv_", "pattern_en_")
    )
    assert swedish == english


HEADER = "form\tlabel\tvariants\tcountry\tparent\tcount\treason\n"

ENTRY_MISTAKES = [
    ("form\tlabel\treason\n", 1, "header"),
    (HEADER + "far\tfam\t\t\t\t\n", 2, "6 fields"),
    (HEADER + "far\tfamily\t\t\t\t\tparent\n", 2, "unknown label 'family'"),
    (HEADER + "far\tfam\t\t\t\t\t\n", 2, "reason is empty"),
    (HEADER + "\tfam\t\t\t\t\tparent\n", 2, "form is empty"),
    (HEADER + "mor\tfam\t\t\t\t\tparent\nfar\tfam\t\t\t\t\tparent\n", 3, "sort"),
    (HEADER + "far\tfam\t\t\t\t\tparent\nfar\tfam\t\t\t\t\tagain\n", 3, "twice"),
    (HEADER + "far\tfam\tfadern | far\t\t\t\tparent\n", 2, "variant equals the form"),
    (HEADER + "far\tfam\tfadern | fadern\t\t\t\tparent\n", 2, "twice"),
    (HEADER + "far\tfam\tfadern|fäder\t\t\t\tparent\n", 2, "separate by"),
    (HEADER + "far \tfam\t\t\t\t\tparent\n", 2, "blank"),
    (HEADER + "far\tfam\t\tse\t\t\tparent\n", 2, "country 'se'"),
    (HEADER + "far\tfam\t\t\t\tmany\tparent\n", 2, "count 'many'"),
    (HEADER + "Sverige\tcountry\t\t\t\t\tcountry\n", 2, "country without its code"),
    (HEADER + "a\u030a\tfam\t\t\t\t\tparent\n", 2, "NFC"),
    (HEADER + "far\tfam\t\t\t\t\tparent\n\n", 3, "1 fields"),
]


@pytest.mark.parametrize(("text", "line", "what"), ENTRY_MISTAKES)
def test_a_mistake_in_an_entry_file_is_named(text: str, line: int, what: str) -> None:
    place = re.escape(f"curation/sample.tsv, line {line}: ")
    with pytest.raises(SourceError, match=place + ".*" + re.escape(what)):
        list(curation.parse_entries("sample", text))


def test_mistakes_in_the_other_tables_are_named() -> None:
    with pytest.raises(SourceError, match="line 2: unknown label 'town'"):
        list(curation.parse_exclusions("exclusions", "form\tlabel\treason\nOch\ttown\tword\n"))
    head = "list\tform\tgender\treason\n"
    with pytest.raises(SourceError, match="line 2: gender"):
        list(curation.parse_fakes("fakes", head + "city\tGranestad\tmale\tinvented\n"))
    with pytest.raises(SourceError, match="line 2: a pattern"):
        list(curation.parse_fakes("fakes", head + "pattern_sv_school\tA-skola\tutr\tseed A\n"))
    head = "form\tlabels\tmeaning\treason\n"
    with pytest.raises(SourceError, match="line 2: the meaning is empty"):
        list(curation.parse_ambiguous("ambiguous", head + "Bo\tcity\t\tname\n"))


def test_variants_share_the_key_and_the_facts_of_their_form() -> None:
    line = "Granestad\tcity\tGranesta | Grane stad\tSE\tUppland\t1200\tinvented\n"
    main, *variants = curation.parse_entries("sample", HEADER + line)
    assert main == Entry(
        "Granestad",
        Label.CITY,
        1200,
        Kind.INHABITANTS,
        "SE",
        "Uppland",
        "curation:sample:Granestad",
    )
    assert [(entry.form, entry.main, entry.key) for entry in variants] == [
        ("Granesta", False, main.key),
        ("Grane stad", False, main.key),
    ]


def test_two_things_of_one_name_have_two_keys() -> None:
    lake = "Storsjön\tgeo\t\tSE\t{}\t\tlake\n"
    text = HEADER + lake.format("Gästrikland") + lake.format("Jämtland")
    first, second = curation.parse_entries("sample", text)
    assert first.key != second.key
