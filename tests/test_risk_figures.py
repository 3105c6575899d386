"""The figures of the report, each held against its definition, written out the slow way."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.formats.span_files import (
    DocumentOrigin,
    DocumentPlace,
    DocumentSpan,
    SpanFileDocument,
)
from tacknamn.labels import Kind, Label
from tacknamn.lexicon.lexicon import Candidate
from tacknamn.risk.anonymity import (
    AnonymityCounter,
    LabelFigures,
    Spread,
    anonymity_set_size,
    entropy,
)
from tacknamn.risk.combinations import CombinationCounter, CombinationFigures
from tacknamn.risk.entities import BaseFinder, Entity, gather_entities
from tacknamn.risk.originals import OriginalIndex
from tacknamn.text.fold import fold

KNOWN = {"Lars": "firstname_male", "Lund": "city", "Andersson": "surname"}


def lookup(form: str) -> list[Candidate]:
    """What a list of three names knows."""
    if form not in KNOWN:
        return []
    return [Candidate(form, Label(KNOWN[form]), 1.0, 1.0, Kind.NONE, "SE", "", ())]


BASES = BaseFinder(lookup)


def entity(
    form: str, label: str = "city", pool: int | None = 5, document: str = "a", original: str = ""
) -> Entity:
    origin = DocumentOrigin("f", 1, document)
    place = DocumentPlace(origin, 1, 0, len(form), label)
    return Entity(label, fold(form), pool, fold(original) if original else None, place)


# ---- entities ---------------------------------------------------------------------------


def marked(text: str, *spans: tuple[str, dict[str, object]]) -> SpanFileDocument:
    found = []
    at = 0
    for word, facts in spans:
        start = text.index(word, at)
        at = start + len(word)
        found.append(DocumentSpan(start, at, **({"label": "surname"} | facts)))  # type: ignore[arg-type]
    return SpanFileDocument(DocumentOrigin("f", 1, "a"), text, tuple(found))


def test_one_label_and_number_is_one_entity() -> None:
    document = marked(
        "Anderssons bil, Andersson och Berg",
        ("Anderssons", {"number": 1, "affixes": ("gen",), "pool": 50}),
        ("Andersson", {"number": 1, "pool": 40}),
        ("Berg", {"number": 2, "pool": 50}),
    )
    assert [(gathered.form, gathered.pool) for gathered in gather_entities(document, BASES)] == [
        ("andersson", 40),
        ("berg", 50),
    ]


def test_without_numbers_the_base_form_tells_entities_apart() -> None:
    document = marked(
        "Anderssons bil, ANDERSSON, Berg",
        ("Anderssons", {"affixes": ("gen",)}),
        ("ANDERSSON", {}),
        ("Berg", {}),
    )
    assert [gathered.form for gathered in gather_entities(document, BASES)] == ["andersson", "berg"]


@pytest.mark.parametrize(
    ("form", "affixes", "label", "base"),
    [
        ("Lunds", ("gen",), "city", "lund"),
        ("LUNDS", ("gen",), "city", "lund"),
        ("Lars", ("gen",), "firstname_male", "lars"),
        ("Lars'", ("gen",), "firstname_male", "lars"),
        ("Lundabornas", ("gen", "def", "pl"), "city", "lund"),
        ("lärarens", ("gen", "def"), "prof", "lärare"),
        ("Ystads", ("gen",), "city", "ystad"),
        ("Knegens", ("gen",), "nickname", "knegen"),
        ("Ås", (), "city", "ås"),
        ("Paris", ("foreign",), "city", "paris"),
    ],
)
def test_what_is_marked_as_inflected_loses_its_affixes(
    form: str, affixes: tuple[str, ...], label: str, base: str
) -> None:
    assert BASES.find_base(form, affixes, label) == base


def test_the_original_is_that_of_the_plainest_mention() -> None:
    document = marked(
        "Lunds, Lund",
        ("Lunds", {"number": 1, "affixes": ("gen",), "original": "Ystads"}),
        ("Lund", {"number": 1, "original": "Ystad"}),
    )
    [gathered] = gather_entities(document, BASES)
    assert (gathered.original, gathered.place.start) == ("ystad", 0)


# ---- anonymity and entropy --------------------------------------------------------------


@given(st.integers(2, 60))
def test_the_anonymity_set_is_every_name_that_the_pseudonym_may_replace(pool: int) -> None:
    names = range(pool)
    pairs = [(name, other) for name in names for other in names if name != other]
    for pseudonym in names:
        assert sum(given == pseudonym for _, given in pairs) == anonymity_set_size(pool)


@given(st.lists(st.sampled_from("abcdef"), min_size=1))
def test_entropy_is_the_mean_surprise(draws: list[str]) -> None:
    counts = Counter(draws)
    surprise = sum(-log2(counts[draw] / len(draws)) for draw in draws) / len(draws)
    assert entropy(counts.values()) == pytest.approx(surprise, abs=1e-9)


def test_entropy_of_equal_shares_is_log2_and_of_one_name_nothing() -> None:
    assert entropy([3] * 50) == pytest.approx(log2(50))
    assert entropy([7]) == 0
    assert entropy([]) is None


def figures(found: Iterable[Entity], k: int = 2) -> LabelFigures:
    counter, originals = AnonymityCounter(), OriginalIndex()
    for gathered in found:
        counter.add(gathered)
        if gathered.original:
            originals.add(
                gathered.label, gathered.original, gathered.form, gathered.place.origin.id
            )
    [result] = counter.compute(originals, k)
    return result


def test_draws_placeholders_and_missing_pools_are_counted_apart() -> None:
    result = figures(entity("Lund", pool=pool) for pool in (5, 50, 1, None, None))
    assert (result.entities, result.draws, result.placeholders, result.unpooled) == (5, 2, 1, 2)
    assert result.anonymity == Spread(4, 4)
    assert result.choice_bits == pytest.approx((log2(5) + log2(50)) / 2)
    assert (result.pseudonyms, result.found_bits) == (1, 0)


def test_draws_with_too_small_an_anonymity_set_are_thin() -> None:
    found = [entity("Lund", pool=pool) for pool in (2, 3, 4)]
    assert [figures(found, k).thin_draws for k in (1, 2, 3, 4, 5)] == [0, 1, 2, 3, 3]


def test_without_draws_there_is_no_anonymity_to_tell() -> None:
    result = figures([entity("lärare", "prof", None)])
    assert (result.anonymity, result.choice_bits, result.found_bits) == (None, None, None)


def test_originals_behind_pseudonyms_are_counted_once_each() -> None:
    result = figures(
        [
            entity("Lund", original="Ystad"),
            entity("LUND", original="Ystad", document="b"),
            entity("Lund", original="Falun"),
            entity("Malmö", original="Ystad", document="c"),
        ]
    )
    assert (result.originals, result.single_originals) == (Spread(1, 1), 1)
    assert figures([entity("Lund")]).originals is None


# ---- pseudonyms that are originals ------------------------------------------------------


def known(*facts: tuple[str, str, str, str]) -> OriginalIndex:
    originals = OriginalIndex()
    for label, original, pseudonym, document in facts:
        originals.add(label, fold(original), fold(pseudonym) if pseudonym else None, document)
    return originals


FEMALE, MALE = "firstname_female", "firstname_male"


def test_a_pseudonym_that_is_its_own_original_is_unchanged() -> None:
    originals = known((FEMALE, "Elsa", "Elsa", "a"), (FEMALE, "Maja", "Maja", ""))
    assert originals.is_unchanged(entity("Elsa", FEMALE))
    assert not originals.is_unchanged(entity("Elsa", FEMALE, document="b"))
    assert originals.is_unchanged(entity("Maja", FEMALE, document="b"))


def test_a_pseudonym_may_be_another_original() -> None:
    originals = known((FEMALE, "Elsa", "Maja", "a"), (FEMALE, "Maja", "Sara", "b"))
    assert originals.is_in_document(entity("Elsa", FEMALE, document="a"))
    assert not originals.is_elsewhere(entity("Elsa", FEMALE, document="a"))
    assert originals.is_elsewhere(entity("Maja", FEMALE, document="a"))
    assert not originals.is_in_document(entity("Maja", FEMALE, document="a"))


def test_first_names_of_women_and_men_are_names_alike_and_places_are_not() -> None:
    originals = known((FEMALE, "Kim", "Maja", "b"))
    assert originals.is_elsewhere(entity("Kim", MALE))
    assert not originals.is_elsewhere(entity("Kim", "city"))


def test_a_name_of_two_documents_is_elsewhere_for_both() -> None:
    originals = known((FEMALE, "Elsa", "Maja", "a"), (FEMALE, "Elsa", "Sara", "b"))
    assert originals.is_elsewhere(entity("Elsa", FEMALE, document="a"))
    assert originals.is_elsewhere(entity("Elsa", FEMALE, document="b"))


def test_what_was_kept_is_an_original_and_stands_behind_no_pseudonym() -> None:
    originals = known(("city", "Lund", "", "b"))
    assert originals.is_elsewhere(entity("Lund"))
    assert list(originals.count_originals("city")) == []


# ---- combinations -----------------------------------------------------------------------

facts = st.sampled_from(["prof:lärare", "prof:bagare", "city:Lund", "city:Ystad", "year:1999"])


def counted(corpus: list[set[str]], k: int = 2) -> CombinationFigures:
    counter = CombinationCounter(["prof", "city"], k)
    for number, documents in enumerate(corpus):
        counter.add(DocumentOrigin("f", number, str(number)), _entities(documents))
    return counter.compute(1000)


def _entities(documents: Iterable[str]) -> Iterator[Entity]:
    for fact in documents:
        label, _, form = fact.partition(":")
        yield entity(form, label, 5 if label == "city" else None)


@given(st.lists(st.sets(facts)), st.integers(1, 4))
def test_combinations_are_those_of_a_plain_count(corpus: list[set[str]], k: int) -> None:
    documents = [frozenset(fact for fact in facts if "year" not in fact) for facts in corpus]
    sizes = Counter(facts for facts in documents if facts)
    kept = Counter(frozenset(fact for fact in facts if "prof" in fact) for facts in documents)
    del kept[frozenset()]
    result = counted(corpus, k)
    assert result.documents == sum(sizes.values())
    assert result.different == len(sizes)
    assert result.smallest == min(sizes.values(), default=None)
    assert result.smallest_kept == min(kept.values(), default=None)
    assert result.count == sum(size < k for size in sizes.values())
    assert sum(result.sizes.values()) == result.documents
    rare = {str(number) for number, facts in enumerate(documents) if facts and sizes[facts] < k}
    assert {origin.id for combination in result.listed for origin in combination.documents} == rare
    assert all(combination.size == len(combination.documents) for combination in result.listed)


def test_a_combination_says_its_labels_and_which_of_them_were_kept() -> None:
    [combination] = counted([{"city:Lund", "city:Ystad", "prof:bagare", "year:1999"}]).listed
    assert (combination.labels, combination.kept) == (("city", "city", "prof"), ("prof",))


def test_a_value_that_was_kept_anywhere_was_kept() -> None:
    counter = CombinationCounter(["city"], 2)
    counter.add(DocumentOrigin("f", 1, "a"), [entity("Lund"), entity("Lund", pool=None)])
    assert counter.compute(1).smallest_kept == 1


def test_of_many_combinations_the_first_are_listed_and_all_are_counted() -> None:
    counter = CombinationCounter(["prof"], 2)
    for number in range(50):
        counter.add(DocumentOrigin("f", number, "x"), [entity(f"yrke {number}", "prof", None)])
    result = counter.compute(3)
    assert (result.count, len(result.listed), result.sizes["1"]) == (50, 3, 50)


def test_joined_words_are_not_confused() -> None:
    counter = CombinationCounter(["prof", "city"], 2)
    counter.add(DocumentOrigin("f", 1, "a"), [entity("ab", "prof"), entity("c", "prof")])
    counter.add(DocumentOrigin("f", 2, "b"), [entity("a", "prof"), entity("bc", "prof")])
    assert counter.compute(9).different == 2
