"""What is remembered from text to text changes no draw: slow and obvious twins make the same."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.replacement import originals
from tacknamn.replacement.choices import generate_keyed_numbers
from tacknamn.replacement.first_names import TRIES
from tacknamn.replacement.inflection.rendering import render
from tacknamn.replacement.pools import PoolName, is_similar, split_words
from tacknamn.replacement.records import Mention, Pseudonym
from tacknamn.replacement.sampler import Sampler
from tacknamn.text import fold as folding
from tacknamn.text.fold import fold
from tests.sampling_lists import MEN, NEUTRAL, SURNAMES, WOMEN, make_bundle

KEY = bytes(range(32))
PLACES = {
    "city": ("Lund", "Odense", "Köpenhamn", "Göteborg", "Oslo"),
    "country": ("Danmark", "Sverige"),
    "region": ("Skåne", "Skåne län", "Lunds kommun"),
    "place": ("Storgatan", "Slussen"),
    "zip_code": ("223 50",),
    "school": ("Ekskolan",),
}
NAMES = {
    "firstname_female": WOMEN,
    "firstname_male": MEN,
    "firstname_unknown": [*NEUTRAL, "Anna", "Karl-Erik", "Xena"],
    "surname": [*SURNAMES, "von Essen"],
}
SHAPES = (
    lambda base: (base, ()),
    lambda base: (base.upper(), ()),
    lambda base: (base.lower(), ()),
    lambda base: (f"{base}s", ("gen",)),
    lambda base: (f"{base[:-1]}z", ()),  # misspelt
)


@st.composite
def make_mention(draw: st.DrawFn, bases: dict[str, Any]) -> Mention:
    label = draw(st.sampled_from(sorted(bases)))
    base = draw(st.sampled_from(bases[label]))
    text, affixes = draw(st.sampled_from(SHAPES))(base)
    return Mention(text, label, base, affixes)


ALL = make_mention({**NAMES, **PLACES})
PERSONS = make_mention(NAMES)
OTHERS = st.lists(st.sampled_from([*WOMEN, *SURNAMES, "Malmö", "och", "är"]), max_size=6)


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("b") / "default"))


SETTINGS: dict[str, dict[str, Any]] = {
    "key": {"key": KEY},
    "seed": {"seed": 7},
    "svala": {"key": KEY, "style": "svala"},
    "fake": {"key": KEY, "style": "fake"},
    "kept": {"key": KEY, "kept": ["country", "school"]},
    "weighted": {"key": KEY, "weighted": True, "top": 3},
}


@pytest.fixture(scope="module", params=SETTINGS)
def samplers(request: pytest.FixtureRequest, lexicon: Lexicon) -> list[Any]:
    """The settings of a sampler, and one with them that is used for all texts."""
    arguments = SETTINGS[request.param]
    return [arguments, Sampler(lexicon, **arguments)]


def replace_all(sampler: Sampler, mentions: list[Mention], text: str) -> list[Any]:
    scope = sampler.scope(mentions, text)
    made = [scope.replace(mention) for mention in mentions]
    return [made, scope.warnings, scope.records()]


@settings(max_examples=60, deadline=None)
@given(st.lists(ALL, max_size=12), OTHERS)
def test_a_sampler_that_remembers_draws_as_a_new_one_without_preparation(
    samplers: list[Any], lexicon: Lexicon, mentions: list[Mention], others: list[str]
) -> None:
    text = " ".join([*(mention.text for mention in mentions), *others])
    arguments, warm = samplers
    new = Sampler(lexicon, **arguments)
    new._first_names = None
    assert replace_all(warm, mentions, text) == replace_all(new, mentions, text)


@settings(max_examples=200, deadline=None)
@given(st.lists(PERSONS, min_size=1, max_size=4), OTHERS)
def test_a_name_is_the_first_pick_that_may_be_used(
    lexicon: Lexicon, mentions: list[Mention], others: list[str]
) -> None:
    sampler = Sampler(lexicon, key=KEY)
    text = " ".join([*(mention.text for mention in mentions), *others])
    scope = sampler.scope(mentions, text)
    words = set(split_words(fold(" ".join(others))))
    words |= {word[:-1] for word in words if word.endswith("s")}
    bases: dict[tuple[bool, str], str] = {}
    for mention in mentions:
        pseudonym = scope.replace(mention)
        entity = pseudonym.label == "surname", fold(mention.base)
        if entity not in bases:
            picks = pick_slowly(sampler, pseudonym, mention)
            fits = [
                n for n in picks if n.folded not in bases.values() and not words >= set(n.words)
            ]
            assume(fits)  # otherwise the rest of the list is searched
            bases[entity] = fits[0].folded
        assert fold(pseudonym.base) == bases[entity]


def pick_slowly(sampler: Sampler, pseudonym: Pseudonym, mention: Mention) -> list[PoolName]:
    """List the names that the key selects for a mention and that are not like it."""
    label, folded = pseudonym.label, fold(mention.base)
    kind = "surname" if label == "surname" else "firstname"
    parts = islice(generate_keyed_numbers(KEY, kind, folded, "draw"), 4)
    number = sum(part << 64 * place for place, part in enumerate(parts))
    double = kind == "firstname" and len(split_words(folded)) == 2
    stock = sampler._stock
    tier = (stock.get_double_names if double else stock.get_names)(label).get_first()
    assert tier is not None
    picked = []
    for _ in range(TRIES):
        number, place = divmod(number, len(tier.names))
        picked.append(tier.names[place])
    spellings = {folded} if mention.affixes else {folded, fold(mention.text)}
    return [name for name in picked if not any(is_similar(name.folded, each) for each in spellings)]


@given(PERSONS, st.sampled_from([*WOMEN, *SURNAMES, "von Essen", "McDonald"]))
def test_a_plain_mention_needs_no_shaping(mention: Mention, base: str) -> None:
    original = originals.Original(mention.label, mention.base, fold(mention.base))
    resolved = originals.ResolvedMention(original, mention.text, mention.affixes)
    rendered = render(mention.text, base, mention.affixes, mention.label, mention.base)
    if resolved.is_plain and base.istitle():
        assert rendered == (base, (), ())


def test_what_is_remembered_has_a_limit(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(originals, "MOST_REMEMBERED", 4)
    few = originals.Originals(Sampler(lexicon, key=KEY)._stock.entries)
    for number in range(9):
        few.resolve(Mention(f"Nn{number}", "surname", f"Nn{number}"))
    assert few.resolve_parts.cache_info().currsize == 4


LATIN = st.text(alphabet=st.characters(max_codepoint=255), min_size=64, max_size=90)


@given(LATIN)
def test_a_text_in_latin1_is_folded_like_any_other(text: str) -> None:
    quick = fold(text)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(folding, "_fold_latin", lambda _: None)
        assert fold(text) == quick
