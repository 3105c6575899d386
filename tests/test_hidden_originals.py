"""What is drawn does not show what it replaces: attacks that know the lists and the program."""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

import pytest

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.replacement.own_parts import MOST, get_part_size
from tacknamn.replacement.pools import FEWEST
from tacknamn.replacement.records import Mention
from tacknamn.replacement.sampler import Sampler
from tests.sampling_lists import (
    CITIES,
    COUNTIES,
    COUNTRIES,
    DISTINCT,
    MEN,
    SURNAMES,
    WOMEN,
    make_bundle,
)

KEY = bytes(range(32))
RUNS = 1_000
CRITICAL = {13: 34.53, 12: 32.91, 6: 22.46, 5: 20.52, 4: 18.47, 3: 16.27}
"""Chi-square by degrees of freedom; 999 of 1,000 uniform draws stay below."""
LARGEST = list(CITIES["SE"])[:5]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("b") / "default"))


def name(base: str, label: str) -> Mention:
    return Mention(base, label, base)


def is_uniform(drawn: Iterable[str], names: list[str]) -> bool:
    counts = Counter(drawn)
    expected = counts.total() / len(names)
    chi_square = sum((counts[each] - expected) ** 2 / expected for each in names)
    return set(counts) == set(names) and chi_square < CRITICAL[len(names) - 1]


SAMPLERS = {
    "seed": lambda lexicon, number: Sampler(lexicon, seed=number),
    "key": lambda lexicon, number: Sampler(lexicon, key=KEY + number.to_bytes(4, "big")),
}
MakeSampler = Callable[[Lexicon, int], Sampler]


@pytest.mark.parametrize("make_sampler", SAMPLERS.values(), ids=SAMPLERS)
@pytest.mark.parametrize(
    ("label", "original", "names"),
    [
        ("surname", "Andersson", SURNAMES),
        ("surname", "Lindqvist", SURNAMES),
        ("firstname_male", "Erik", MEN),
        ("city", "Stockholm", [*CITIES["SE"]]),
        ("city", "Umeå", [*CITIES["SE"]]),
        ("country", "Danmark", [*COUNTRIES.values()][1:]),
    ],
)
def test_all_other_names_of_a_list_are_as_likely(
    lexicon: Lexicon, label: str, original: str, names: list[str], make_sampler: MakeSampler
) -> None:
    mention = name(original, label)
    drawn = (
        make_sampler(lexicon, number).scope([mention], original).replace(mention).text
        for number in range(RUNS)
    )
    # With a key, a country becomes the same in all texts, so it keeps its preposition: på Island.
    apart = {original, "Island"} if make_sampler is SAMPLERS["key"] else {original}
    assert is_uniform(drawn, [each for each in names if each not in apart])


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("b") / "large", surname=(*DISTINCT,)))


@pytest.mark.parametrize("original", [DISTINCT[3], "Ek"])
def test_the_texts_of_a_run_show_only_a_part_of_a_long_list(large: Lexicon, original: str) -> None:
    mention, shown = name(original, "surname"), set()
    for seed in range(40):
        sampler = Sampler(large, seed=seed)
        scopes = (sampler.scope([mention], document=str(number)) for number in range(200))
        drawn = [scope.replace(mention).text for scope in scopes]
        part = sorted(set(drawn))
        assert len(part) == MOST
        assert original not in part
        assert max(Counter(drawn).values()) < 40
        shown.update(part)
    assert shown == set(DISTINCT) - {original}


def test_when_its_part_is_taken_an_original_draws_from_the_rest(large: Lexicon) -> None:
    named = [name(f"{each}by", "surname") for each in DISTINCT]
    scope = Sampler(large, seed=5).scope(named)
    assert {scope.replace(each).text for each in named} == set(DISTINCT)
    assert not scope.warnings


def test_a_text_that_names_a_region_gets_another_region_and_its_city(lexicon: Lexicon) -> None:
    both = [name("Lund", "city"), name("Skåne län", "region")]
    drawn = set()
    for seed in range(200):
        scope = Sampler(lexicon, seed=seed).scope(both)
        city, region = (scope.replace(mention).text for mention in both)
        assert COUNTIES[city] == region
        drawn.add(region)
    assert drawn == set(COUNTIES.values()) - {"Skåne län"}


@pytest.mark.parametrize("make_sampler", SAMPLERS.values(), ids=SAMPLERS)
def test_the_largest_cities_that_are_missing_are_not_the_originals(
    lexicon: Lexicon, make_sampler: MakeSampler
) -> None:
    """The attack that was right in all texts: what is missing of the five is what was replaced."""
    random = Random(7)
    right = guesses = 0
    for number in range(600):
        towns = random.sample([*CITIES["SE"]], 4)
        text = f"{number}: {', '.join(towns)}"
        sampler = make_sampler(lexicon, number)
        scope = sampler.scope([name(town, "city") for town in towns], text)
        drawn = {scope.replace(name(town, "city")).text for town in towns}
        missing = set(LARGEST) - drawn
        guesses += len(missing)
        right += len(missing & set(towns))
    assert abs(right / guesses - len(towns) / len(CITIES["SE"])) < 0.05


def test_with_the_five_cities_of_the_guideline_each_original_has_one_draw_in_a_run(
    lexicon: Lexicon,
) -> None:
    mention, runs = name("Stockholm", "city"), []
    for seed in range(60):
        sampler = Sampler(lexicon, seed=seed, cities=5)
        scopes = (sampler.scope([mention], document=str(number)) for number in range(20))
        runs.append({scope.replace(mention).text for scope in scopes})
    assert set(map(len, runs)) == {1}
    assert set.union(*runs) == set(LARGEST) - {"Stockholm"}


@pytest.mark.parametrize("size", range(1, 201))
def test_an_original_outside_its_part_is_hardly_easier_to_guess(size: int) -> None:
    part = get_part_size(size)
    assert 1 <= part <= MOST
    if size >= FEWEST:
        assert 1 / (size - part) - 1 / size <= (0.025 if part > 1 else 0.05) + 1e-9


def test_with_a_key_the_other_originals_of_a_text_change_nothing(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, key=KEY)
    for label, names in (("city", [*CITIES["SE"]]), ("surname", SURNAMES)):
        for original in names:
            mention = name(original, label)
            alone = sampler.scope([mention], original).replace(mention).text
            others = [name(each, label) for each in names if each != original]
            scope = sampler.scope([mention, *others], ", ".join([original, *names]))
            assert scope.replace(mention).text == alone


def test_an_age_and_a_year_move_alike_in_all_texts_of_a_run(lexicon: Lexicon) -> None:
    """Several texts show nothing more: with a shift for each, its middle would be the original."""
    texts = [f"Text {number}: Jag är 23 år och kom hit 2013." for number in range(40)]
    moved = set()
    for seed in range(60):
        pseudonymizer = Pseudonymizer(lexicon, seed=seed)
        drawn = {tuple(_list_drawn(pseudonymizer, text, "age_digits", "year")) for text in texts}
        assert len(drawn) == 1
        moved |= drawn
    assert {age for age, _ in moved} == {"21", "22", "24", "25"}
    assert {year for _, year in moved} == {"2011", "2012", "2014", "2015"}


def _list_drawn(pseudonymizer: Pseudonymizer, text: str, *labels: str) -> list[str]:
    spans = pseudonymizer(text).spans
    return [span.replacement for span in spans if span.label in labels]


MONTHS = ["januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september", "oktober", "november", "december"]  # fmt: skip


def test_the_texts_of_a_run_show_two_of_the_other_months(lexicon: Lexicon) -> None:
    texts = [f"Text {number}: Jag fyller år i mars." for number in range(40)]
    shown = set()
    for seed in range(40):
        pseudonymizer = Pseudonymizer(lexicon, seed=seed)
        drawn = {_list_drawn(pseudonymizer, text, "month_word")[0] for text in texts}
        assert len(drawn) == get_part_size(12) == 2
        shown |= drawn
    assert shown == set(MONTHS) - {"mars"}


def test_a_misspelt_name_is_not_corrected_but_replaced(lexicon: Lexicon) -> None:
    for seed in range(200):
        document = Pseudonymizer(lexicon, seed=seed)("Hon heter Anna Anderson.")
        assert "Anders" not in document.text


def test_a_name_that_stays_in_the_text_is_no_pseudonym(lexicon: Lexicon) -> None:
    policies = {"firstname_female": "keep", "firstname_male": "draw:firstname_female"}
    text = "Jag heter Erik och känner Anna, Maria, Karin, Elsa, Ingrid och Sara."
    drawn = set()
    for seed in range(60):
        pseudonymizer = Pseudonymizer(lexicon, seed=seed, policies=policies)
        drawn.update(_list_drawn(pseudonymizer, text, "firstname_male", "firstname_female"))
    assert drawn <= set(WOMEN) - {"Anna", "Maria", "Karin", "Elsa", "Ingrid", "Sara"}
    assert len(drawn) > 5


def test_a_scope_knows_what_stays_of_its_text(lexicon: Lexicon) -> None:
    mention = name("Ek", "surname")
    drawn = set()
    for seed in range(200):
        scope = Sampler(lexicon, seed=seed).scope([mention], "Ek anderssons Holm, Eken")
        drawn.add(scope.replace(mention).text)
    assert drawn == set(SURNAMES) - {"Andersson", "Holm", "Ek"}
