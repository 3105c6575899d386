"""Single draws: from the right list, each name as likely as the next, the same for a seed."""

import json
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.replacement.entries import Entries
from tacknamn.replacement.inflection.affixes import split_affixes
from tacknamn.replacement.pools import is_similar
from tacknamn.replacement.records import DRAWN_LABELS, NAME_LABELS
from tacknamn.replacement.sampler import Sampler
from tacknamn.replacement.scope import split_base
from tacknamn.text.fold import fold
from tests.sampling_lists import (
    CITIES,
    DISTINCT,
    FAKES,
    MEN,
    NEUTRAL,
    STREETS,
    SURNAMES,
    WOMEN,
    make_bundle,
)

KEY = bytes(range(32))
FIFTY = tuple(f"Namn{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(60))
CRITICAL = 85.35
"""Chi-square with 49 degrees of freedom stays below it in 999 of 1,000 fair samples."""
DRAWS = 50_000


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("b") / "default"))


@pytest.fixture(scope="module")
def sixty(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """A bundle with sixty names of women, of which fifty are drawn."""
    folder = tmp_path_factory.mktemp("b") / "default"
    return Lexicon.open(make_bundle(folder, firstname_female=FIFTY))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    folder = tmp_path_factory.mktemp("b") / "default"
    return Lexicon.open(make_bundle(folder, firstname_female=(*WOMEN[:15], *DISTINCT)))


def drawn(sampler: Sampler, number: int, label: str, **how: Any) -> list[str]:
    return [sampler.draw(label, **how).text for _ in range(number)]


def chi_square(counts: Counter[str], names: Iterable[str], expected: float) -> float:
    return sum((counts[name] - expected) ** 2 / expected for name in names)


@pytest.mark.parametrize("options", [{"seed": 11}, {"key": KEY}], ids=["seed", "key"])
def test_draws_are_uniform_over_the_top_fifty(sixty: Lexicon, options: dict[str, Any]) -> None:
    counts = Counter(drawn(Sampler(sixty, **options), DRAWS, "firstname_female"))
    assert set(counts) == set(FIFTY[:50])
    assert chi_square(counts, FIFTY[:50], DRAWS / 50) < CRITICAL


@pytest.mark.parametrize("options", [{"seed": 11}, {"key": KEY}], ids=["seed", "key"])
def test_draws_for_originals_are_uniform_too(sixty: Lexicon, options: dict[str, Any]) -> None:
    sampler = Sampler(sixty, **options)
    originals = (f"Person nummer {n}" for n in range(20_000))  # like no name of the list
    counts = Counter(sampler.draw("surname", original=one).base for one in originals)
    assert set(counts) == set(SURNAMES)
    assert chi_square(counts, SURNAMES, 20_000 / 15) < 36.12  # 14 degrees, 999 of 1,000


def test_weighted_draws_follow_the_counts(lexicon: Lexicon) -> None:
    counts = Counter(drawn(Sampler(lexicon, seed=2, weighted=True), DRAWS, "city"))
    known = CITIES["SE"]
    whole = sum(known.values())
    assert all(abs(counts[city] / DRAWS - known[city] / whole) < 0.01 for city in known)


def test_each_list_gives_its_own(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, seed=1)
    for label, names in (
        ("firstname_female", WOMEN), ("firstname_male", MEN), ("firstname_unknown", NEUTRAL),
        ("surname", SURNAMES), ("city", list(CITIES["SE"])),
    ):  # fmt: skip
        assert set(drawn(sampler, 300, label)) == set(names)


def test_top_and_cities_change_how_many_are_drawn_from(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, seed=1, top=3, cities=2)
    assert set(drawn(sampler, 100, "firstname_male")) == set(MEN[:3])
    assert set(drawn(sampler, 100, "city", country="DK")) == {"Köpenhamn", "Århus"}


def test_a_city_is_of_the_country_asked_for(lexicon: Lexicon) -> None:
    danish = set(CITIES["DK"]) - {"Odense"}
    for number in range(30):
        for country in ("DK", "dk", "Danmark", None):
            made = Sampler(lexicon, seed=number).draw("city", country, "Odense")
            assert made.text in danish
            assert made.country == "DK"


def test_streets_and_codes_are_of_the_town_asked_for(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, seed=1)
    assert set(drawn(sampler, 200, "place", town="Lund")) == set(STREETS)
    assert {sampler.draw("zip_code", town="Lund").parent for _ in range(9)} == {"Lund"}
    assert sampler.draw("telephone_area", town="Lund").text == "046"
    assert sampler.draw("zip_code", town="Dimhamn").text == "000 00"


def test_with_a_town_an_original_stays_in_it(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, seed=1)
    assert sampler.draw("place", original="Storgatan", town="Lund").parent == "Lund"
    assert sampler.draw("telephone_area", original="08", town="Lund").text == "046"
    assert sampler.draw("city", original="Umeå").text in list(CITIES["SE"])[:5]


@pytest.mark.parametrize("original", ["", " ", "s", "'", "\ud800", "e\u0301", "A" * 5_000])
def test_odd_originals_get_something(lexicon: Lexicon, original: str) -> None:
    for label in DRAWN_LABELS:
        assert Sampler(lexicon, seed=1).draw(label, original=original).label == label


def test_what_is_no_text_is_refused(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match="original must be str, not bytes"):
        Sampler(lexicon, seed=1).draw("city", original=b"Lund")  # type: ignore[arg-type]


def test_threads_draw_from_the_same_lists(tmp_path: Path) -> None:
    lexicon = Lexicon.open(make_bundle(tmp_path / "b"))
    originals = [f"Nn{n}" for n in range(64)]
    for seed in range(5):
        draw = partial(Sampler(lexicon, seed=seed, top=5).draw, "surname", None)
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(draw, originals))
        again = Sampler(lexicon, seed=seed, top=5)
        assert found == [again.draw("surname", None, original) for original in originals]


def test_an_original_gives_its_form(lexicon: Lexicon) -> None:
    made = Sampler(lexicon, seed=1).draw("surname", original="Anderssons")
    assert made.text == f"{made.base}s"
    assert made.affixes == ("gen",)
    assert Sampler(lexicon, seed=1).draw("surname", original="ANDERSSON").text.isupper()


@pytest.mark.parametrize("options", [{"seed": 4}, {"key": KEY}], ids=["seed", "key"])
@pytest.mark.parametrize("original", [*WOMEN[:10], *DISTINCT[:10]])
def test_no_draw_of_a_long_list_is_the_original_or_it_misspelt(
    large: Lexicon, original: str, options: dict[str, Any]
) -> None:
    made = Sampler(large, **options).draw("firstname_female", original=original)
    assert not is_similar(fold(made.base), fold(original))
    again = Sampler(large, **options).draw("firstname_female", original=original)
    assert again == made


def test_no_draw_is_a_part_of_a_double_name(sixty: Lexicon) -> None:
    names = set(drawn(Sampler(sixty, seed=1), 500, "surname"))
    for seed in range(40):
        for first in sorted(names)[:5]:
            original = f"{first}-Quux"
            assert Sampler(sixty, seed=seed).draw("surname", original=original).base != first


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="aåsSxzß'’´:-. \u0301\ud800An", max_size=7), st.sampled_from(NAME_LABELS))
def test_names_without_the_end_of_a_genitive_need_no_look_up(
    lexicon: Lexicon, form: str, label: Label
) -> None:
    entries = Entries(lexicon)
    slow = split_affixes(form, label, lambda name: entries.find(fold(name), label))
    assert split_base(form, label, entries) == slow


def test_a_double_name_becomes_a_double_name(lexicon: Lexicon) -> None:
    for seed in range(20):
        made = Sampler(lexicon, seed=seed).draw("firstname_female", original="anna-karin")
        assert made.text in ("eva-lena", "ann-marie", "britt-marie", "ulla-lena")
    made = Sampler(lexicon, seed=1).draw("firstname_male", original="Karl-Erik")
    assert made.base in MEN  # the list has no double ones


def test_a_draw_says_where_it_came_from(lexicon: Lexicon) -> None:
    made = Sampler(lexicon, seed=1, top=10).draw("surname")
    candidate = lexicon.lookup(made.text)[0]
    assert (made.sources, made.country) == (candidate.sources, "SE") == (("s0",), "SE")
    assert made.entry is not None
    assert (made.pool, made.reason) == (10, "one of the 10 most borne names")
    assert str(made) == made.text


def test_placeholders_are_counted(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, seed=1)
    schools = drawn(sampler, 28, "school")
    assert [schools[n] for n in (0, 1, 25, 26, 27)] == [
        "A-skola", "B-skola", "Z-skola", "AA-skola", "AB-skola",
    ]  # fmt: skip
    assert drawn(sampler, 3, "transport_nr") == ["1", "2", "3"]
    assert drawn(Sampler(lexicon, seed=1, language="en"), 2, "school") == ["A-school", "B-school"]


def test_placeholders_follow_capitals_of_long_words(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, seed=1)
    made = {form: str(sampler.draw("school", original=form)) for form in ("BYSKOLAN", "KTH", "ytb")}
    assert made == {"BYSKOLAN": "A-SKOLA", "KTH": "A-skola", "ytb": "A-skola"}


def test_styles_choose_where_places_come_from(lexicon: Lexicon) -> None:
    fake, svala, letters = (Sampler(lexicon, seed=1, style=s) for s in ("fake", "svala", "letters"))
    assert set(drawn(fake, 60, "city")) == {fake.form for fake in FAKES if fake.list == "city"}
    assert drawn(fake, 2, "city", country="DK") == ["A-stad", "B-stad"]
    assert set(drawn(svala, 60, "firstname_female")) == {"Anna", "Emma"}
    assert drawn(svala, 1, "country") == ["A-land"]
    assert drawn(letters, 1, "city") == ["A-stad"]
    assert drawn(letters, 1, "region") == ["A-region"]


def test_everything_that_is_drawn_can_be_drawn(lexicon: Lexicon) -> None:
    for style in ("swell", "fake", "svala", "letters"):
        sampler = Sampler(lexicon, seed=1, style=style)
        for label in DRAWN_LABELS:
            assert sampler.draw(label).label == label
            assert sampler.draw(label, original="Vadsomhelst").text


GOLDEN = json.loads((Path(__file__).parent / "cases" / "sampling_golden.json").read_text("utf-8"))


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["by"])
def test_the_same_seed_or_key_draws_the_same_on_every_machine(
    lexicon: Lexicon, case: dict[str, Any]
) -> None:
    options = {"seed": 7 + 2**64} if case["by"] == "seed" else {"key": KEY}
    sampler = Sampler(lexicon, **options)
    assert drawn(sampler, 6, "firstname_male") == case["free"]
    assert [sampler.draw("surname", original=one).text for one in SURNAMES[:6]] == case["for"]
    rotation = sampler.rotation()
    assert [rotation[name] for name in MEN[:6]] == case["rotated"]


def test_draws_of_one_list_do_not_depend_on_those_of_another(lexicon: Lexicon) -> None:
    one, other = Sampler(lexicon, seed=3), Sampler(lexicon, seed=3)
    drawn(one, 10, "surname")
    assert drawn(one, 5, "city") == drawn(other, 5, "city")


def test_without_a_seed_nobody_can_draw_it_again_who_is_not_told(lexicon: Lexicon) -> None:
    one, other = Sampler(lexicon), Sampler(lexicon)
    assert one.seed != other.seed
    assert drawn(Sampler(lexicon, seed=one.seed), 9, "city") == drawn(one, 9, "city")
    assert Sampler(lexicon, key=KEY).seed is None


BAD: list[tuple[dict[str, Any], str]] = [
    ({"seed": 1, "key": KEY}, "a seed and a key"),
    ({"seed": "7"}, "seed must be a whole number"),
    ({"key": "hemlig"}, "key must be bytes"),
    ({"top": 0}, "top=0: give a whole number from 1"),
    ({"cities": -1}, "cities=-1"),
    ({"style": "fancy"}, "choose one of swell, fake, svala, letters"),
    ({"language": "de"}, "choose sv or en"),
    ({"kept": "country"}, "give a list of labels"),
]


@pytest.mark.parametrize(("options", "message"), BAD, ids=lambda value: str(value)[:30])
def test_bad_options_are_one_error(lexicon: Lexicon, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        Sampler(lexicon, **options).draw("city")
    assert "hemlig" not in str(raised.value)


def test_a_key_that_is_too_short_is_refused(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match="a key has 32 bytes"):
        Sampler(lexicon, key=b"kort")


@pytest.mark.parametrize("original", [None, "Eva"])
def test_an_unknown_label_is_told_with_those_like_it(
    lexicon: Lexicon, original: str | None
) -> None:
    with pytest.raises(InputError, match="did you mean firstname_male or firstname_female"):
        Sampler(lexicon, seed=1).draw("firstname_mal", original=original)
    with pytest.raises(InputError, match="nothing is drawn for a label 'prof'"):
        Sampler(lexicon, seed=1).draw(Label.PROF)


def test_an_unknown_country_is_told_with_those_like_it(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match=r"did you mean Norge.*There are Norge, Danmark"):
        Sampler(lexicon, seed=1).draw("city", "Nårge")
    with pytest.raises(InputError, match="no country 'ZZ'"):
        Sampler(lexicon, seed=1).draw("city", "ZZ", original="Lund")
    with pytest.raises(InputError, match="no country 'ZZ'"):
        Sampler(lexicon, seed=1).draw("surname", "ZZ", original="Ek")


def test_labels_and_countries_that_are_no_texts_are_refused(lexicon: Lexicon) -> None:
    wrong: Any = 5
    with pytest.raises(InputError, match="nothing is drawn for a label '5'"):
        Sampler(lexicon, seed=1).draw(wrong)
    with pytest.raises(InputError, match="country must be str, not int"):
        Sampler(lexicon, seed=1).draw("city", wrong)
