"""SVALA's labels as data: complete, with the old names, and fit for lists, classes and pages."""

from itertools import combinations
from pathlib import Path

import pytest

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelInfo, LabelKind, Taxonomy

TAXONOMY = load_taxonomy()
GROUPS = {
    "Morphology": "gen def pl",
    "Names": "firstname_male firstname_female firstname_unknown initials middlename surname nickname",
    "Geographic data": "foreign area city country geo place region street_nr zip_code",
    "Institutions": "school work public_authority other_institution",
    "Transportation": "transport_name transport_nr",
    "Age": "age_digits age_string",
    "Dates": "date_digits day month_digit month_word year past_timepoint future_timepoint time_span",
    "Misc": "account_nr email extra license_nr other_nr_seq phone_nr personid_nr url username "
    "pet_type language ethnicity currency hobby crime health_condition",
    "Mark": "edu fam prof sensitive",
    "Other": "Cit-FL Com! OBS!",
}
"""SVALA's groups and labels, as its source has them."""
ALIASES = {
    "firstname:male": "firstname_male",
    "firstname:female": "firstname_female",
    "firstname:unknown": "firstname_unknown",
    "city-SWE": "city",
    "city_swe": "city",
    "month-digit": "month_digit",
    "month-word": "month_word",
    "country_of_origin": "country",
    "institution": "other_institution",
    "transport": "transport_name",
    "transport_line": "transport_nr",
    "street": "place",
    "island": "geo",
}
"""Names of older releases and of the service."""


def current() -> list[LabelInfo]:
    return [one for one in TAXONOMY.labels if not one.retired]


def test_every_label_of_svala_is_there_in_its_group_and_order() -> None:
    found: dict[str, list[str]] = {}
    for one in current():
        found.setdefault(one.group.title, []).append(one.name)
    assert found == {title: names.split() for title, names in GROUPS.items()}


def test_labels_added_in_2025_say_so() -> None:
    new = {one.name for one in current() if one.since == "2025-09"}
    assert len(new) == 13
    assert {"nickname", "public_authority", "time_span", "health_condition"} <= new


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_old_names_lead_to_those_of_today(alias: str, name: str) -> None:
    assert TAXONOMY.label(alias).name == name


def test_a_label_that_was_given_up_is_known_and_nothing_takes_its_place() -> None:
    assert TAXONOMY.label("ort").retired
    assert TAXONOMY.split_labels(["city", "1", "ort"]).label == "city"


@pytest.mark.parametrize("label", Label)
def test_every_label_of_the_lists_has_one_of_svala(label: Label) -> None:
    assert TAXONOMY.find_for_lexicon(label).lexicon is label


def test_nationalities_are_svalas_ethnicity() -> None:
    assert TAXONOMY.find_for_lexicon("nationality").name == "ethnicity"


@pytest.mark.parametrize(
    ("name", "coarse"),
    [
        ("middlename", "PER"),
        ("street_nr", "LOC"),
        ("work", "ORG"),
        ("year", "DATE"),
        ("age_string", "AGE"),
        ("firstname:male", "PER"),
        ("gen", "MISC"),
        ("unheard of", "MISC"),
    ],
)
def test_coarse_classes(name: str, coarse: str) -> None:
    assert TAXONOMY.coarse(name) == coarse


def test_entity_types_are_those_of_the_benchmark() -> None:
    types = {"PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC"}
    assert {one.entity for one in current() if one.kind is LabelKind.BASE} == types


def test_what_is_never_replaced_is_marked() -> None:
    marked = {one.name for one in current() if one.marked}
    assert marked == {"prof", "edu", "fam", "sensitive", "language", "ethnicity"}


def test_parts_are_told_apart() -> None:
    parts = TAXONOMY.split_labels(["OBS!", "gen", "12", "firstname:female", "mystery", "foreign"])
    assert (parts.label, parts.number) == ("firstname_female", 12)
    assert (parts.affixes, parts.notes, parts.unknown) == (
        ("gen", "foreign"),
        ("OBS!",),
        ("mystery",),
    )


def test_digits_without_end_are_no_number() -> None:
    assert TAXONOMY.split_labels(["9" * 5000]).numbers == ()


def test_digits_of_other_scripts_are_no_number() -> None:
    assert TAXONOMY.split_labels(["\u0663"]).unknown == ("\u0663",)


def test_labels_are_sorted_as_svala_sorts_them() -> None:
    assert TAXONOMY.sort_labels(["Com!", "gen", "1", "city", "def", "1"]) == (
        "city",
        "1",
        "def",
        "gen",
        "Com!",
    )


def test_an_unknown_label_is_told_with_those_like_it() -> None:
    with pytest.raises(InputError, match="did you mean firstname_female or firstname_male"):
        TAXONOMY.label("firstname_femal")
    with pytest.raises(InputError, match="there are gen, def"):
        TAXONOMY.label("zzzz" * 1000)


def _light(colour: str) -> float:
    """Relative luminance, as the Web Content Accessibility Guidelines define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def test_black_letters_are_readable_on_every_colour() -> None:
    readable = 7  # contrast that the guidelines ask for at their highest level
    assert min((_light(group.colour) + 0.05) / 0.05 for group in TAXONOMY.groups) > readable


def test_colours_differ() -> None:
    for one, other in combinations(TAXONOMY.groups, 2):
        apart = [
            abs(int(one.colour[at : at + 2], 16) - int(other.colour[at : at + 2], 16))
            for at in (1, 3, 5)
        ]
        assert sum(apart) > 20, (one.name, other.name)


HEAD = 'format = 1\nversion = "1"\n[[groups]]\nname = "a"\ntitle = "A"\ncolour = "#ffffff"\n'


def load(tmp_path: Path, text: str) -> Taxonomy:
    path = tmp_path / "own.toml"
    path.write_text(text, "utf-8")
    return load_taxonomy(path)


def test_a_taxonomy_of_ones_own_is_read(tmp_path: Path) -> None:
    own = load(
        tmp_path, HEAD + 'labels = [{name="n", coarse="PER", entity="MISC", description=""}]'
    )
    assert own.label("n").coarse == "PER"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "format = 2",
        "]",
        HEAD,
        HEAD + "labels = 3",
        HEAD + 'labels = [{name="n"}]',
        HEAD + 'labels = [{name="n", description="", coarse="PER"}]',
        HEAD + 'labels = [{name="7", kind="note", description=""}]',
        HEAD + 'labels = [{name="n", kind="verb", description=""}]',
        HEAD + 'labels = [{name="n", kind="note", description="", colour="red"}]',
        HEAD + 'labels = [{name="n", kind="note", description="", aliases=["n"]}]',
    ],
)
def test_a_taxonomy_that_is_none_is_refused_by_name(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"own\.toml: "):
        load(tmp_path, text)
