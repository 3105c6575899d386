"""No replacement that is drawn equals its original: every label, every profile, with and without key."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.numbering import normalize_value
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.methods import METHODS
from tacknamn.replacement.keys import KEY_BYTES
from tacknamn.replacement.number_replacements import Chance
from tacknamn.replacement.records import DRAWN_LABELS, TRANSPORT_NR, Mention, Style
from tacknamn.replacement.sampler import Sampler
from tacknamn.text.fold import fold
from tacknamn_builders.curation.curated_tables import FakeReplacement
from tests.making import bundle, entry
from tests.policies_lists import make_bundle as make_texts_bundle
from tests.privacy.unchanged import COUNTED_PROFILES, SECRETS, count_unchanged, list_unchanged
from tests.sampling_lists import (
    CITIES,
    COUNTIES,
    COUNTRIES,
    MEN,
    NEUTRAL,
    STREETS,
    SURNAMES,
    WOMEN,
    make_bundle,
)

TEXTS = [
    case["text"]
    for case in json.loads((Path(__file__).parent / "cases" / "policies.json").read_text("utf-8"))
]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("names") / "default"))


LABELS = sorted(set(DRAWN_LABELS) - {TRANSPORT_NR})  # 1, 2, 3 in order of first mention
UNKNOWN = ["Okändnamn", "A-stad", "B-skola", "A-region", "A-arbetsplats"]
KNOWN = {
    "city": [town for towns in CITIES.values() for town in towns] + ["Almeboda"],
    "country": list(COUNTRIES.values()),
    "firstname_female": WOMEN,
    "firstname_male": MEN,
    "firstname_unknown": NEUTRAL,
    "place": [*STREETS, "Flaskpostgatan", "Slussen"],
    "region": [*COUNTIES.values(), "Skåne", "Lunds kommun", "Norrland"],
    "surname": SURNAMES,
    "telephone_area": ["08", "046"],
    "zip_code": ["711 21", "71121", "SW1A 2AA"],
}


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_draw_is_its_original(lexicon: Lexicon, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 1 << 32))
    secret: dict[str, Any] = data.draw(
        st.sampled_from([{"seed": number}, {"key": number.to_bytes(KEY_BYTES, "big")}])
    )
    sampler = Sampler(
        lexicon, style=data.draw(st.sampled_from(list(Style))),
        cities=data.draw(st.sampled_from([1, 2, 5, 30])), **secret,
    )  # fmt: skip
    chosen = data.draw(
        st.lists(
            st.sampled_from(LABELS).flatmap(
                lambda label: st.tuples(
                    st.just(label), st.sampled_from(KNOWN.get(label, []) + UNKNOWN)
                )
            ),
            min_size=1,
            max_size=8,
        )
    )
    mentions = [Mention(form, label, form) for label, form in chosen]
    scope = sampler.scope(mentions, " ".join(form for _, form in chosen))
    for mention in mentions:
        pseudonym = scope.replace(mention)
        is_same = fold(pseudonym.base) == fold(mention.base)
        assert not is_same or pseudonym.draw.is_kept, (mention.label, mention.base)
        alone = sampler.draw(mention.label, original=mention.base)
        assert fold(alone.base) != fold(mention.base) or alone.is_kept


NUMBERS = st.integers(0, 1 << 300)
AGES = st.integers(0, 120).map(str) | st.sampled_from(["tjugotre", "Åtta", "twelve", "7 1/2"])
ORIGINALS = {
    "age": AGES,
    "age_90": AGES,
    "year": st.integers(1, 2999).map(str)
    | st.integers(0, 99).map("{:02}".format)
    | st.sampled_from(["-90", "1998/99", "1998/1999", "nittonhundranittio"]),
    "day": st.integers(0, 31).map(str) | st.sampled_from(["05", "femte", "5:e"]),
    "month": st.integers(1, 12).map(str) | st.integers(1, 12).map("{:02}".format),
    "month_word": st.sampled_from(["mars", "MARS", "jan.", "Febuari", "May", "october", "maj"]),
    "number": st.integers(1, 300).map(str) | st.sampled_from(["12B", "3-5", "07"]),
}


def test_every_method_that_draws_is_tried() -> None:
    assert set(ORIGINALS) == {name for name, method in METHODS.items() if method.draw is not None}


@pytest.mark.parametrize("name", ORIGINALS)
@given(st.data())
def test_no_number_is_its_original(name: str, data: st.DataObject) -> None:
    original = data.draw(ORIGINALS[name])
    method = METHODS[name]
    assert method.draw is not None
    drawn = method.draw(original, data.draw(st.builds(Chance, NUMBERS, NUMBERS)))
    assert fold(drawn) != fold(original)
    for label in method.labels:
        assert normalize_value(label, drawn) != normalize_value(label, original)


@pytest.mark.parametrize("profile", COUNTED_PROFILES)
def test_in_whole_texts_only_fixed_replacements_equal_their_originals(
    tmp_path_factory: pytest.TempPathFactory, profile: str
) -> None:
    lexicon = Lexicon.open(make_texts_bundle(tmp_path_factory.mktemp("texts") / "default"))
    texts = [(str(number), "sv", text) for number, text in enumerate(TEXTS)]
    for secret in SECRETS:
        replaced, unchanged = count_unchanged(lexicon, texts, profile, secret)
        assert replaced
        assert {each.kind for each in unchanged} <= {"fixed"}


def test_a_fixed_replacement_that_stood_in_the_text_is_counted_and_explained(
    tmp_path: Path,
) -> None:
    lexicon = Lexicon.open(make_texts_bundle(tmp_path / "default"))
    text = "Jag heter Anna. Skriv till email@dot.com!"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        document = Pseudonymizer(lexicon, seed=7)(text)
    assert [each.kind for each in list_unchanged(document)] == ["fixed"]
    assert document.unchanged == 1
    (span,) = (span for span in document.spans if span.label == "email")
    assert "stood there already" in span.reason


def test_a_place_of_a_country_with_few_towns_becomes_a_letter(tmp_path: Path) -> None:
    rows = [entry("Stanley", "city", 2000, country="FK"), entry("Rom", "city", 9000, country="IT")]
    rows += [entry(name, "city", 900, country="FO") for name in ("Ett", "Annat", "Tredje", "Fler")]
    rows += [entry("Falklandsöarna", "country", 9000, country="FK")]
    fakes = [FakeReplacement("pattern_sv_city", "{letter}-stad", "utr", "SVALA")]
    lexicon = Lexicon.open(bundle(tmp_path / "few", [rows], fakes=fakes))
    sampler = Sampler(lexicon, seed=1)
    assert sampler.draw("city", "FK").text == "A-stad"
    assert sampler.draw("city", "FK", "Stanley").text == "A-stad"
    for town, country in (("Stanley", "FK"), ("Ett", "FO")):
        scope = sampler.scope([Mention(town, "city", town, country=country)])
        made = scope.replace(Mention(town, "city", town, country=country))
        assert made.text == "A-stad"
