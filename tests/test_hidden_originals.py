"""What is drawn does not show what it replaces: attacks that know the lists and the program."""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

import pytest

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.records import Action
from tacknamn.replacement.own_parts import MOST
from tacknamn.replacement.records import Mention
from tacknamn.replacement.sampler import Sampler
from tests.sampling_lists import CITIES, DISTINCT, MEN, SURNAMES, WOMEN, make_bundle

KEY = bytes(range(32))
TEXTS = 3_000
CRITICAL = {14: 36.12, 13: 34.53, 4: 18.47, 2: 13.82}
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


@pytest.mark.parametrize(
    ("label", "original", "names"),
    [
        ("surname", "Andersson", SURNAMES),
        ("surname", "Lindqvist", SURNAMES),
        ("firstname_male", "Erik", MEN),
        ("city", "Stockholm", LARGEST),
        ("city", "Umeå", LARGEST),
        ("country", "Danmark", ["Danmark", "Norge", "Finland"]),
    ],
)
def test_without_a_key_all_names_of_a_list_are_as_likely_the_original_among_them(
    lexicon: Lexicon, label: str, original: str, names: list[str]
) -> None:
    sampler, mention = Sampler(lexicon, seed=5), name(original, label)
    drawn = (
        sampler.scope([mention], original, document=str(number)).replace(mention).text
        for number in range(TEXTS)
    )
    assert is_uniform(drawn, names)


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
        assert len(part) == MOST - 1  # three tenths of 49
        assert original not in part
        assert max(Counter(drawn).values()) < 40
        shown.update(part)
    assert shown == set(DISTINCT) - {original}


def test_when_its_part_is_taken_an_original_draws_from_the_rest(large: Lexicon) -> None:
    named = [name(f"{each}by", "surname") for each in DISTINCT]
    scope = Sampler(large, seed=5).scope(named)
    assert {scope.replace(each).text for each in named} == set(DISTINCT)
    assert not scope.warnings


def test_a_city_may_be_in_the_region_that_the_text_names(lexicon: Lexicon) -> None:
    both = [name("Lund", "city"), name("Skåne län", "region")]
    sampler = Sampler(lexicon, seed=5)
    drawn = (
        sampler.scope(both, document=str(number)).replace(both[0]).text for number in range(TEXTS)
    )
    assert is_uniform(drawn, LARGEST)


SAMPLERS = {
    "seed": lambda lexicon, number: Sampler(lexicon, seed=number),
    "key": lambda lexicon, number: Sampler(lexicon, key=KEY + number.to_bytes(4, "big")),
}


@pytest.mark.parametrize("make_sampler", SAMPLERS.values(), ids=SAMPLERS)
def test_the_largest_cities_that_are_missing_are_not_the_originals(
    lexicon: Lexicon, make_sampler: Callable[[Lexicon, int], Sampler]
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


def test_a_text_of_several_towns_draws_from_more_than_five(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, seed=5)

    def draw(*towns: str) -> set[str]:
        mentions = [name(town, "city") for town in towns]
        scopes = (sampler.scope(mentions, document=str(number)) for number in range(300))
        return {scope.replace(each).text for scope in scopes for each in mentions}

    assert draw("Stockholm") == set(LARGEST)
    assert draw("Stockholm", "Umeå") == set(CITIES["SE"])
    assert draw("Stockholm", "Odense") == {*LARGEST, *list(CITIES["DK"])[:5]}
    few = Sampler(lexicon, seed=5, more_cities=6)
    several = [name("Stockholm", "city"), name("Umeå", "city")]
    drawn = {few.scope(several, document=str(n)).replace(several[0]).text for n in range(300)}
    assert drawn == set(list(CITIES["SE"])[:6])


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
    assert {age for age, _ in moved} == {"21", "22", "23", "24", "25"}
    assert {year for _, year in moved} == {"2011", "2012", "2013", "2014", "2015"}


def _list_drawn(pseudonymizer: Pseudonymizer, text: str, *labels: str) -> list[str]:
    spans = pseudonymizer(text).spans
    return [span.replacement for span in spans if span.label in labels]


def test_a_name_that_is_its_own_pseudonym_is_a_pseudonym_like_others(lexicon: Lexicon) -> None:
    document = next(
        document
        for seed in range(1_000)
        if "Andersson" in (document := Pseudonymizer(lexicon, seed=seed)(MISSPELT)).text
    )
    (span,) = (span for span in document.spans if span.label == "surname")
    assert span.action is Action.REPLACE
    assert span.replacement == "Andersson"  # the misspelling is gone


MISSPELT = "Hon heter Anna Anderson."


def test_such_a_name_is_stored_for_the_owner_of_a_vault(lexicon: Lexicon) -> None:
    mention = name("Andersson", "surname")
    scopes = (Sampler(lexicon, seed=seed).scope([mention]) for seed in range(1_000))
    scope = next(scope for scope in scopes if scope.replace(mention).text == "Andersson")
    assert [record.original for record in scope.records()] == ["Andersson"]


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
    assert drawn == set(SURNAMES) - {"Andersson", "Holm"}
