"""Misspellings of frequent words are estimated, and such a form is seldom a name."""

import pytest

from tacknamn.detection.detector import Detector
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.near_index import LEAST_RESEMBLANCE
from tacknamn_builders.merging.misspellings import (
    DOUBLED,
    DROPPED_IN_CLUSTER,
    INSERTED,
    LEAST_USES,
    SINGLE,
    SWAPPED,
    estimate_misspellings,
    list_misspellings,
)
from tacknamn_builders.records import Inflection, Record, WordFrequency
from tests.making import bundle, entry


@pytest.mark.parametrize(
    ("word", "misspelt", "rate"),
    [
        ("trälla", "tralla", 0.015),  # without dots
        ("trälla", "trella", 0.003),  # an ear for other vowels
        ("trälla", "träla", SINGLE),
        ("träla", "trälla", DOUBLED),
        ("trälat", "träla", 0.004),  # a silent end
        ("sjuka", "shuka", 0.005),  # one sound, many spellings
        ("kämpa", "tjämpa", 0.002),
        ("hjul", "jul", 0.005),
        ("lampor", "lampro", SWAPPED),
        ("gurkan", "gukan", DROPPED_IN_CLUSTER),
        ("lampor", "lampzor", INSERTED),
    ],
)
def test_the_rate_of_an_error_depends_on_its_reason(word: str, misspelt: str, rate: float) -> None:
    found = [found for form, found in list_misspellings(word, 0.0) if form == misspelt]
    assert max(found) == pytest.approx(rate)


def test_two_dots_are_missed_together() -> None:
    assert dict(list_misspellings("hålån", 0.001))["halan"] == 0.01


def test_only_rates_that_matter_are_listed() -> None:
    rates = [rate for _, rate in list_misspellings("trälla", 0.002)]
    assert rates
    assert min(rates) >= 0.002


def test_a_word_is_no_misspelling_of_itself() -> None:
    assert "tralla" not in dict(list_misspellings("tralla", 0.0))
    assert "trälla" not in dict(list_misspellings("trälla", 0.0))


def test_uses_are_those_of_all_words_that_may_be_meant() -> None:
    words = [("gömma", 1000.0), ("gåma", 10_000.0), ("annat", 1e6)]
    uses = estimate_misspellings(words, {"göma", "gama", "zzz"})
    assert uses == {
        "göma": pytest.approx(1000 * SINGLE + 10_000 * 0.003),
        "gama": pytest.approx(10_000 * 0.015),
    }


def test_few_uses_are_left_out() -> None:
    assert not estimate_misspellings([("gömma", LEAST_USES)], {"göma"})


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """Lists with the rare surname Gamel and the frequent first name Sara."""
    entries: list[Record] = [
        entry("Gamel", "surname", 30),
        entry("Sara", "firstname_female", 60_000),
        entry("Bo", "firstname_male", 30_000),
        entry("Bo", "other_institution"),
        Inflection("bor", "bo", "NN:PLU:IND"),
        WordFrequency("bor", "sv", 5.4),
        *(WordFrequency(word, "sv", 5.5) for word in ("gammel", "såra", "är", "inte")),
        *(Inflection(word, word, "NN:SIN:IND") for word in ("gammel", "såra", "är", "inte")),
    ]
    return Lexicon.open(bundle(tmp_path_factory.mktemp("lists") / "b", [entries]))


@pytest.fixture(scope="module")
def detector(lexicon: Lexicon) -> Detector:
    """A detector with these lists."""
    return Detector(lexicon)


def test_an_unlisted_word_may_resemble_a_frequent_one(lexicon: Lexicon) -> None:
    resemblance = lexicon.near_index.measure_resemblance
    assert resemblance("Gammell") > resemblance("gammelz") > LEAST_RESEMBLANCE
    assert (
        resemblance("Zwirkot") == resemblance("abc") == resemblance("ab-cdef") == LEAST_RESEMBLANCE
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Bilen är gamel.", []),
        ("Gamel är inte ny.", []),
        ("Vi träffade Gamel.", ["Gamel"]),
        ("Jag heter gamel.", ["gamel"]),
        ("bilen är inte gamel", []),
        ("Sara är inte ny.", ["Sara"]),
        ("jag heter sara", ["sara"]),
        ("jag heter sara bor inte här", ["sara"]),  # no plural of Bo
    ],
)
def test_a_misspelt_word_is_a_name_only_where_the_text_says_so(
    detector: Detector, text: str, found: list[str]
) -> None:
    assert [text[each.start : each.end] for each in detector.detect(text)] == found
