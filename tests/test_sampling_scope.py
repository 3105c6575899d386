"""One text: the same original, the same pseudonym; different ones, different ones."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tacknamn.replacement.addresses import get_region_kind
from tacknamn.replacement.originals import Original
from tacknamn.replacement.pools import is_similar, split_words
from tacknamn.replacement.records import Mention, Pseudonym
from tacknamn.replacement.sampler import Sampler
from tacknamn.text.fold import fold
from tests.sampling_lists import (
    CITIES,
    COUNTIES,
    DISTINCT,
    FAKES,
    SHORT,
    SURNAMES,
    WOMEN,
    make_bundle,
)

CASES = json.loads((Path(__file__).parent / "cases" / "sampling.json").read_text("utf-8"))
SEEDS = range(12)


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("b") / "default"))


def mention(text: str, label: str, base: str, *affixes: str) -> Mention:
    return Mention(text, label, base, affixes)


def make_key(seed: int) -> bytes:
    return hashlib.sha256(str(seed).encode()).digest()


def is_keyed(seed: int) -> bool:
    """Whether a case is tried with a key that is made from this seed."""
    return seed % 2 == 1


def replaced(lexicon: Lexicon, case: dict[str, Any], seed: int) -> list[Pseudonym]:
    mentions = [mention(*one) for one in case["mentions"]]
    sampler = Sampler(lexicon, key=make_key(seed)) if is_keyed(seed) else Sampler(lexicon, seed)
    scope = sampler.scope(mentions, text=" ".join(m.text for m in mentions))
    return [scope.replace(one) for one in mentions]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_case_holds(lexicon: Lexicon, case: dict[str, Any], seed: int) -> None:
    made = replaced(lexicon, case, seed)
    draws = [one.draw for one in made]
    if "numbers" in case:
        assert [one.number for one in made] == case["numbers"]
    if "labels" in case:
        assert [one.label for one in made] == case["labels"]
    for group in case.get("same", []):
        assert len({made[place].base for place in group}) == 1
    for group in case.get("different", []):
        assert len({made[place].base for place in group}) == len(group)
    for plain, genitive in case.get("gen_of", []):
        assert made[genitive].text == made[plain].text + ("" if _hisses(made[plain]) else "s")
    for city, country in case.get("country_of", []):
        assert draws[city].country == draws[country].country
    for place, country in case.get("countries", {}).items():
        assert draws[int(place)].country == country
    for place, text in case.get("texts", {}).items():
        assert made[int(place)].text == text
    for one, how in zip(made, case.get("cases", []), strict=False):
        assert getattr(one.text, how)() == one.text


def _hisses(made: Pseudonym) -> bool:
    return made.base[-1] in "sxz"


@pytest.mark.parametrize("seed", SEEDS)
def test_all_of_an_address_is_of_one_place(lexicon: Lexicon, seed: int) -> None:
    case = next(case for case in CASES if "address" in case)
    made = replaced(lexicon, case, seed)
    parts = {part: made[place] for part, place in case["address"].items()}
    city = parts["city"].base
    assert city in CITIES["SE"]
    assert parts["street"].draw.parent == city
    assert parts["zip_code"].draw.parent == city
    assert parts["region"].base == COUNTIES[city]
    assert parts["telephone_area"].draw.parent == city


@pytest.mark.parametrize("seed", SEEDS)
def test_each_street_is_in_its_own_town(lexicon: Lexicon, seed: int) -> None:
    case = next(case for case in CASES if "addresses" in case)
    made = replaced(lexicon, case, seed)
    for street, city in case["addresses"]:
        town = made[city].base
        assert made[street].draw.parent == ("" if town == "Umeå" else town)  # it has no streets


def test_a_street_knows_a_city_that_the_caller_tells(lexicon: Lexicon) -> None:
    street = Mention("Storgatan", "place", "Storgatan", town="Lund")
    scope = Sampler(lexicon, seed=1).scope([street, mention("Umeå", "city", "Umeå")])
    town = scope.replace(street).draw.parent
    assert scope.replace(mention("Lund", "city", "Lund")).base == town


def test_a_street_without_a_city_is_a_made_up_one(lexicon: Lexicon) -> None:
    made = Sampler(lexicon, seed=1).scope().replace(mention("Storgatan", "place", "Storgatan"))
    assert made.base in {fake.form for fake in FAKES if fake.list == "street"}
    assert made.draw.entry is None


def test_a_place_that_is_no_street_becomes_none(lexicon: Lexicon) -> None:
    made = Sampler(lexicon, seed=1).scope().replace(mention("Slussen", "place", "Slussen"))
    assert made.text.startswith("A-")


@pytest.mark.parametrize(
    ("code", "zeros"),
    [("123 45", "000 00"), ("12345", "00000"), ("SW1A 2AA", "AB0C 0AB"), ("A\u030a 1", "A 0")],
)
def test_a_postal_code_without_a_city_is_zeros(lexicon: Lexicon, code: str, zeros: str) -> None:
    made = Sampler(lexicon, seed=1).scope().replace(mention(code, "zip_code", code))
    assert made.text == zeros


def test_a_postal_code_keeps_its_blank_or_has_none(lexicon: Lexicon) -> None:
    lund = mention("Lund", "city", "Lund")
    for code in ("223 50", "22350"):
        one = mention(code, "zip_code", code)
        text = Sampler(lexicon, seed=1).scope([one, lund]).replace(one).text
        assert [len(part) for part in text.split()] == [len(part) for part in code.split()]


def test_a_region_changes_with_its_city(lexicon: Lexicon) -> None:
    for seed in SEEDS:
        both = [mention("Lund", "city", "Lund"), mention("Skåne", "region", "Skåne")]
        for sampler in (Sampler(lexicon, seed), Sampler(lexicon, key=make_key(seed))):
            scope = sampler.scope(both)
            city, region = (scope.replace(one).base for one in both)
            assert region in (SHORT.get(COUNTIES[city]), COUNTIES[city])


def test_invented_towns_lie_in_no_region(lexicon: Lexicon) -> None:
    both = [mention("Lund", "city", "Lund"), mention("Skåne", "region", "Skåne")]
    scope = Sampler(lexicon, seed=1, style="fake").scope(both)
    city, region = (scope.replace(one).base for one in both)
    assert city in {fake.form for fake in FAKES if fake.list == "city"}
    assert region in ("Norrland", "Mellansverige")
    assert scope.warnings == ()


def test_regions_are_of_three_kinds_and_so_have_three_lists() -> None:
    named = {"Skåne": "", "Bayern": "Tyskland", "Skåne län": "", "Lunds kommun": "Skåne län"}
    kinds = [get_region_kind(Original("region", one, fold(one), "", named[one])) for one in named]
    assert kinds[0] == kinds[1]
    assert len(set(kinds)) == 3


def test_a_text_of_a_thousand_regions_is_no_burden(lexicon: Lexicon) -> None:
    named = [mention(f"Ort{n} län", "region", f"Ort{n} län") for n in range(1_000)]
    scope = Sampler(lexicon, seed=1).scope(named)
    assert len({scope.replace(one).base for one in named}) == 1_000


def test_a_municipality_becomes_a_municipality(lexicon: Lexicon) -> None:
    made = Sampler(lexicon, seed=1).scope().replace(
        mention("Lunds kommun", "region", "Lunds kommun")
    )  # fmt: skip
    assert made.base.endswith("s kommun")


def test_what_is_kept_decides_what_is_drawn(lexicon: Lexicon) -> None:
    named = [mention("Danmark", "country", "Danmark"), mention("Odense", "city", "Odense")]
    scope = Sampler(lexicon, seed=1, kept=["country"]).scope(named)
    assert [scope.replace(one).draw.country for one in named] == ["DK", "DK"]
    assert scope.replace(named[0]).text == "Danmark"
    street = mention("Storgatan", "place", "Storgatan")
    lund = mention("Lund", "city", "Lund")
    scope = Sampler(lexicon, seed=1, kept=["city"]).scope([lund, street])
    assert scope.replace(street).draw.parent == "Lund"


def test_hits_of_a_matcher_do_as_mentions(lexicon: Lexicon) -> None:
    text = "Maria Svensson bor på Storgatan i Lund. Marias katt heter Svensson."
    sampler = Sampler(lexicon, seed=3)
    hits = Matcher(lexicon).match(text)
    scope, other = sampler.scope(text), sampler.scope(hits)
    given = sampler.scope([Mention.of(hit) for hit in hits], text=text)
    made = [scope.replace(hit) for hit in hits]
    assert [other.replace(hit) for hit in hits] == made
    assert [given.replace(Mention.of(hit)) for hit in hits] == made
    assert [one.number for one in made] == [1, 1, 1, 1, 1, 1]


def test_used_up_lists_are_widened_with_one_warning(lexicon: Lexicon) -> None:
    named = [mention(f"Namn{n}", "surname", f"Namn{n}") for n in range(40)]
    scope = Sampler(lexicon, seed=1, top=5).scope(named)
    bases = [scope.replace(one).base for one in named]
    assert set(bases[:5]) == set(SURNAMES[:5])
    assert set(bases[:15]) == set(SURNAMES)
    assert bases[15:17] == ["A-efternamn", "B-efternamn"]
    assert len(set(bases)) == 40
    assert len(scope.warnings) == 1
    assert scope.warnings[0].startswith("surname: ")


def test_an_empty_list_is_no_error(tmp_path: Path) -> None:
    lexicon = Lexicon.open(make_bundle(tmp_path / "b", surname=()))
    scope = Sampler(lexicon, seed=1).scope()
    assert scope.replace(mention("Ek", "surname", "Ek")).text == "A-efternamn"
    assert scope.replace(mention("Eks", "surname", "Ek", "gen")).text == "A-efternamns"


def test_what_is_never_replaced_is_told(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match="nothing is drawn for a label 'prof'; there are area"):
        Sampler(lexicon, seed=1).scope().replace(mention("lärare", "prof", "lärare"))


def test_nothing_shows_the_text_by_itself() -> None:
    assert "Maria" not in repr(mention("Maria", "firstname_female", "Maria"))


def test_the_order_of_documents_does_not_matter(lexicon: Lexicon) -> None:
    texts = [f"Maria och Anna bor i Lund, hus {n}." for n in range(8)]
    for options in ({"seed": 5}, {"key": bytes(range(32))}):
        one, other = (Sampler(lexicon, **options) for _ in range(2))
        forth = [_all(one, lexicon, text) for text in texts]
        back = [_all(other, lexicon, text) for text in reversed(texts)]
        assert forth == back[::-1]


def _all(sampler: Sampler, lexicon: Lexicon, text: str) -> list[str]:
    scope = sampler.scope(text)
    return [scope.replace(hit).text for hit in Matcher(lexicon).match(text)]


def test_another_document_gets_other_names_by_seed_and_the_same_by_key(lexicon: Lexicon) -> None:
    maria = mention("Maria", "firstname_female", "Maria")

    def names(**options: Any) -> set[str]:
        sampler = Sampler(lexicon, **options)
        return {sampler.scope(document=str(n)).replace(maria).text for n in range(30)}

    assert len(names(seed=5)) > 5
    assert len(names(key=bytes(range(32)))) == 1


NAMES = st.sampled_from([*WOMEN, "Marria", "Zofia", "Ann", "Kristin", "Å", "Bo Ek"])
MENTIONS = st.lists(
    st.tuples(NAMES, st.sampled_from(["firstname_female", "surname"]), st.booleans()), max_size=25
)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """A bundle with so many names that no pseudonym is like its original."""
    lists = {"firstname_female": (*WOMEN, *DISTINCT), "surname": (*SURNAMES, *DISTINCT)}
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("large") / "default", **lists))


DOUBLE = [each for each in WOMEN if "-" in each] + ["Bo Ek"]
READABLE = st.lists(st.sampled_from([*WOMEN, "och", "är"]), max_size=8)


@settings(max_examples=150, deadline=None)
@given(MENTIONS, READABLE, st.integers(), st.booleans())
def test_no_pseudonym_gives_anybody_away(
    large: Lexicon, named: list[tuple[str, str, bool]], others: list[str], seed: int, keyed: bool
) -> None:
    mentions = [
        mention(f"{base}s", label, base, "gen") if genitive else mention(base, label, base)
        for base, label, genitive in named
    ]
    text = ", ".join([*(one.text for one in mentions), *others])
    key = seed.to_bytes(64, "big", signed=True) if keyed and abs(seed) < 1 << 500 else None
    sampler = Sampler(large, None if key else seed, _long(key))
    scope = sampler.scope(mentions, text=text)
    made = [scope.replace(one) for one in mentions]
    words = set(split_words(fold(" ".join(others))))
    originals: dict[tuple[str, str], str] = {}
    for one, pseudonym in zip(mentions, made, strict=True):
        known = originals.setdefault((one.label, fold(one.base)), pseudonym.base)
        assert known == pseudonym.base  # same original, same pseudonym
        folded = fold(pseudonym.base)
        assert not set(split_words(folded)) <= words
        if one.base not in DOUBLE:  # of which there are few
            assert not is_similar(folded, fold(one.base))
        assert pseudonym.label == one.label
    assert len(set(originals.values())) == len(originals)
    assert [sampler.scope(mentions, text=text).replace(one) for one in mentions[:1]] == made[:1]


def _long(key: bytes | None) -> bytes | None:
    return key and bytes(range(32)) + key


def test_a_vault_that_remembers_a_scope_maps_it_back(lexicon: Lexicon, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    from tacknamn.vault.vault import Vault

    mentions = [
        mention("Stockholms", "city", "Stockholm", "gen"),
        mention("STOCKHOLM", "city", "Stockholm"),
        mention("Sverige", "country", "Sverige"),
    ]
    scope = Sampler(lexicon, seed=3).scope(mentions, text="Stockholms STOCKHOLM Sverige")
    genitive, capitals, country = (scope.replace(one) for one in mentions)
    path, key = tmp_path / "essays.vault", bytes(range(32))
    Vault.open(path, key, create=True).add_many(scope.records("essay 1"))
    vault = Vault.open(path, key)
    assert [one.original for one in vault.reveal(genitive.text)] == ["Stockholms"]
    assert [one.original for one in vault.reveal(capitals.text)] == ["Stockholm"]
    assert not vault.reveal(country.text)
    assert {one.document for one in vault} == {"essay 1"}
