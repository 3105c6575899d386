"""Rules of names: bearers covered, names that are common words, fakes that are real."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tacknamn.lexicon.bundle import Bundle
from tacknamn_builders.checks.bundle_rules import check_fakes, check_homographs
from tacknamn_builders.checks.coverage import (
    EXACT,
    Coverage,
    KnownNames,
    check_coverage,
    measure_coverage,
)
from tacknamn_builders.checks.findings import CheckFinding, Severity
from tacknamn_builders.curation.curated_tables import FakeReplacement
from tacknamn_builders.records import Inflection, Record, WordFrequency
from tacknamn_builders.sources.source_table import load_sources
from tests.checking import rules
from tests.making import bundle, entry

REFERENCES = {"women": "svensktext-names", "men": "svensktext-names", "surnames": "swell-names"}


def test_coverage_is_of_bearers_and_measures_the_right_label(tmp_path: Path) -> None:
    for name, text in {
        "tilltalsnamn-kvinnor.csv": "name,persons\nAnna,70\nKim,20\nÖdla,10\n",
        "fornamn-kvinnor.csv": "name,persons\nAnna,90\nLarsdotter,5\n",
        "tilltalsnamn-man.csv": "name,persons\nErik,60\nAnna,40\n",
        "fornamn-man.csv": "name,persons\n",
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    known = KnownNames({
        "firstname_female": {"anna"}, "firstname_male": {"erik"}, "firstname_unknown": {"kim"},
    })  # fmt: skip
    women, men = measure_coverage(known, REFERENCES, {"svensktext-names": tmp_path}, load_sources())
    assert (women.what, women.share, women.right, women.bearers) == ("women", 0.9, 0.9, 100)
    assert (men.what, men.share, men.right, men.bearers) == ("men", 1.0, 0.6, 100)
    # Anna is neutral by 70 and 40, and Kim is a woman's name: neither has its very label.
    assert (women.exact, men.exact) == (0.0, 0.6)


def test_a_reference_without_bearers_covers_nothing(tmp_path: Path) -> None:
    (tmp_path / "names_database.json").write_text(json.dumps({
        "efternamn": [[["Ek", 0]]], "förnamn_män": [[["Bo", 1]]],
        "förnamn_kvinnor": [], "neutral_namn": [],
    }), "utf-8")  # fmt: skip
    (surnames,) = measure_coverage(
        KnownNames({}), REFERENCES, {"swell-names": tmp_path}, load_sources()
    )
    assert (surnames.share, surnames.bearers) == (0.0, 0)


def test_less_coverage_than_promised_is_found() -> None:
    women = Coverage("women", 0.90, 0.90, 0.90, 100, "s0")
    assert list(check_coverage("small", [women], {"women": 0.90, "men": 0.99})) == []
    assert rules(check_coverage("small", [women], {"women": 0.91})) == [
        ("coverage", "small: women")
    ]


def test_too_many_wrong_labels_are_found() -> None:
    good = Coverage("men", 0.95, 0.95, 0.95 * EXACT, 100, "s0")
    assert list(check_coverage("small", [good], {})) == []
    bad = replace(good, exact=0.95 * EXACT - 0.001)
    assert rules(check_coverage("small", [bad], {})) == [("exact-label", "small: men")]


def homographs(
    folder: Path, records: list[Record], ambiguous: tuple[str, ...] = ()
) -> list[CheckFinding]:
    made = bundle(folder / "b", [records], ambiguous=ambiguous)
    return list(check_homographs(Bundle(made)))


def test_a_common_word_without_a_decision_is_noted(tmp_path: Path) -> None:
    records: list[Record] = [WordFrequency("men", "sv", 6.8), WordFrequency("ek", "sv", 4.0), entry("Men", "firstname_male", 2),
               entry("Ek", "surname", 8898)]  # fmt: skip
    (finding,) = homographs(tmp_path, records)
    assert (finding.rule, finding.place) == ("homograph", "firstname_male")
    assert finding.severity is Severity.NOTE
    assert finding.message == "1 common words, such as men"


HARMLESS_WORDS: list[tuple[str, list[Record], tuple[str, ...]]] = [
    ("decided", [WordFrequency("hans", "sv", 6.5), entry("Hans", "firstname_male", 9)], ("hans",)),
    (
        "a word by nature",
        [WordFrequency("två", "sv", 6.5), entry("två", "age_string", 2, "none")],
        (),
    ),
    (
        "a proper noun and nothing else",
        [
            WordFrequency("stockholm", "sv", 5.7),
            Inflection("Stockholm", "Stockholm", "PM:NOM"),
            entry("Stockholm", "city", 9, key="geonames:1"),
        ],
        (),
    ),
    ("common in English only", [WordFrequency("the", "en", 7.7), entry("The", "surname", 9)], ()),
]


@pytest.mark.parametrize(
    ("what", "records", "ambiguous"), HARMLESS_WORDS, ids=[row[0] for row in HARMLESS_WORDS]
)
def test_other_words_are_not_noted(
    what: str, records: list[Record], ambiguous: tuple[str, ...], tmp_path: Path
) -> None:
    assert homographs(tmp_path, records, ambiguous) == []


def test_a_word_by_nature_that_is_a_name_too_is_noted_as_the_name(tmp_path: Path) -> None:
    records: list[Record] = [
        WordFrequency("tre", "sv", 6.0),
        entry("tre", "age_string", 3, "none"),
        entry("Tre", "surname", 1),
    ]
    assert rules(homographs(tmp_path, records)) == [("homograph", "surname")]


def test_a_fake_town_that_exists_in_the_country_is_found(tmp_path: Path) -> None:
    records = [
        entry("Näverstad", "city", 90, key="geonames:1", parent="Tanums kommun"),
        entry("Haga", "city", 90, key="geonames:2"),
        entry("Granestad", "city", 90, country="DK", key="geonames:3"),
        entry("Almestad", "surname", 90),
    ]
    opened = Bundle(bundle(tmp_path / "b", [records]))
    fakes = [
        FakeReplacement("city", "Näverstad", "", "invented"),
        FakeReplacement("city", "Haga", "", "one of SVALA's eleven; real"),
        FakeReplacement("city", "Granestad", "", "invented; a village in Denmark"),
        FakeReplacement("city", "Almestad", "", "invented; a surname"),
        FakeReplacement("street", "Näverstad", "", "another list"),
    ]
    (finding,) = check_fakes(opened, "SE", fakes)
    assert (finding.rule, finding.place) == ("real-fake", "Näverstad")
    assert finding.message == "exists in Tanums kommun according to s0"
