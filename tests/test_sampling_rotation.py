"""Rotation: every name becomes another one, no two the same, for a whole corpus."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.replacement.pools import is_similar
from tacknamn.replacement.records import Mention
from tacknamn.replacement.rotation import _separate_similar
from tacknamn.replacement.sampler import Sampler
from tacknamn.text.fold import fold
from tests.sampling_lists import MEN, NEUTRAL, SURNAMES, WOMEN, make_bundle

KEY = bytes(range(32))
FIRSTNAMES = [*WOMEN, *MEN, *NEUTRAL]
BOTH = pytest.mark.parametrize("options", [{"seed": 3 + 2**63}, {"key": KEY}], ids=["seed", "key"])


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("b") / "default"))


@BOTH
def test_no_name_stays_and_every_name_is_given_once(
    lexicon: Lexicon, options: dict[str, Any]
) -> None:
    rotation = Sampler(lexicon, **options).rotation()
    after = {name: rotation[name] for name in FIRSTNAMES}
    assert len(rotation) == len(FIRSTNAMES)
    assert sorted(after.values()) == sorted(FIRSTNAMES)
    assert not any(is_similar(fold(name), fold(new)) for name, new in after.items())


@BOTH
def test_gender_is_kept(lexicon: Lexicon, options: dict[str, Any]) -> None:
    rotation = Sampler(lexicon, **options).rotation()
    for names in (WOMEN, MEN, NEUTRAL):
        assert {rotation[name] for name in names} == set(names)


def test_a_key_decides_all_and_another_key_decides_otherwise(lexicon: Lexicon) -> None:
    one, again = (Sampler(lexicon, key=KEY).rotation() for _ in range(2))
    other = Sampler(lexicon, key=KEY[::-1]).rotation()
    assert [one[name] for name in FIRSTNAMES] == [again[name] for name in FIRSTNAMES]
    assert [one[name] for name in FIRSTNAMES] != [other[name] for name in FIRSTNAMES]


def test_each_replacement_is_as_likely(lexicon: Lexicon) -> None:
    """Over many seeds; 12 of the 13 other men may follow Erik, and all but near ones do."""
    counts = Counter(
        Sampler(lexicon, seed=2**63 + n).rotation("firstname_male")["Sven"] for n in range(650)
    )
    likely = {name for name in MEN if not is_similar(fold(name), "sven")}
    assert set(counts) == likely
    expected = 650 / len(likely)
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 36


def test_case_and_label_of_a_mention_do_not_matter(lexicon: Lexicon) -> None:
    rotation = Sampler(lexicon, key=KEY).rotation()
    assert rotation["PETER"] == rotation["Peter"]
    assert rotation.draw("Peter", "firstname_unknown").text == rotation["Peter"]
    assert "peter" in rotation


def test_a_name_that_no_list_has_becomes_one_of_its_gender(lexicon: Lexicon) -> None:
    rotation = Sampler(lexicon, key=KEY).rotation()
    assert rotation.draw("Zsófia", "firstname_female").text in WOMEN
    assert rotation["Zsófia"] in NEUTRAL
    assert rotation["Zsófia"] == rotation["zsófia"]
    assert "Zsófia" not in rotation
    assert not is_similar(fold(rotation.draw("Erick", "firstname_male").text), "erick")


def test_surnames_rotate_among_themselves(lexicon: Lexicon) -> None:
    rotation = Sampler(lexicon, key=KEY).rotation("surname")
    assert {rotation[name] for name in SURNAMES} == set(SURNAMES)


def test_only_names_rotate(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match="only names rotate: firstname_female"):
        Sampler(lexicon, seed=1).rotation("city")
    with pytest.raises(InputError, match="there is no label 'name'"):
        Sampler(lexicon, seed=1).rotation("name")


@pytest.mark.parametrize("names", [(), ("Kim",)])
def test_a_list_too_short_to_rotate_gives_letters(tmp_path: Path, names: tuple[str, ...]) -> None:
    lexicon = Lexicon.open(make_bundle(tmp_path / "b", firstname_unknown=names))
    rotation = Sampler(lexicon, key=KEY).rotation("firstname_unknown")
    assert len(rotation) == 0
    assert rotation["Kim"].endswith("-namn")
    assert rotation["Kim"] == rotation["Kim"] != rotation["Lo"]


def test_a_corpus_rotates_in_any_order_of_documents(lexicon: Lexicon) -> None:
    texts = [f"Maria och Peter {n}." for n in range(5)]
    maria = Mention("Marias", "firstname_female", "Maria", ("gen",))
    school = Mention("Byskolan", "school", "Byskolan")

    def made(order: list[str]) -> dict[str, tuple[str, str]]:
        sampler = Sampler(lexicon, key=KEY)
        scopes = {text: sampler.scope(text, extent="corpus") for text in order}
        return {
            text: (scope.replace(maria).text, scope.replace(school).text)
            for text, scope in scopes.items()
        }

    assert made(texts) == made(texts[::-1])
    assert len(set(made(texts).values())) == 1
    (name, letters) = made(texts)[texts[0]]
    base = Sampler(lexicon, key=KEY).rotation()["Maria"]
    assert name in (f"{base}s", base)
    assert letters.endswith("-skola")
    assert len(letters) == len("AAA-skola")


def test_numbers_of_a_corpus_begin_anew_in_each_document(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, key=KEY)
    for name in ("Maria", "Anna"):
        scope = sampler.scope(extent="corpus")
        assert scope.replace(Mention(name, "firstname_female", name)).number == 1


def test_an_unknown_extent_is_told(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match="choose one of document, corpus"):
        Sampler(lexicon, seed=1).scope("", extent="world")


WORDS = st.lists(st.text("abc", min_size=1, max_size=9), min_size=3, max_size=40, unique=True)


@settings(max_examples=200, deadline=None)
@given(WORDS)
def test_putting_names_apart_loses_none(words: list[str]) -> None:
    assert sorted(_separate_similar(list(words))) == sorted(words)
