"""Whatever the text: mentions lie in it, do not overlap, and take no longer than they should."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.records import Action, Detection, Span
from tacknamn.tab_benchmark.annotation import annotate, find_masked_detections
from tacknamn.tab_benchmark.capitals import find_runs
from tacknamn.tab_benchmark.misspelt_names import find_misspelt_pairs
from tacknamn.tab_benchmark.records import IdentifierType
from tests.tab_making import make_detections, make_mentions
from tests.timing import LEEWAY, shorten, slowdown

PHRASES = (
    *("Mr", "Mrs", "and", "Liv Almvik", "J.P.", "İ.", "the", "Court", "of", "Appeal", "(Sąd", ")"),
    *("“Grey", "Birds”", "3", "May", "1998", ",", ".", "no.", "12/98", "v.", "Turkey", "Turkish"),
    *("Government", "PLN", "5", "seven", "years", "old", "Ltd", "PKK", "diagnosed with", "\n"),
    *("depression", "lives in", "a", "national", "judge", "teacher", "entered into force"),
)
WORDS = st.sampled_from(PHRASES)
TEXTS = st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=40).map(" ".join))


@given(TEXTS, st.sampled_from(["", "Liv Almvik", "x", " "]))
def test_mentions_lie_in_the_text_from_left_to_right(text: str, protect: str) -> None:
    at = 0
    for mention in annotate((text, make_detections(text, {})), protect):
        assert at <= mention.start < mention.end <= len(text)
        at = mention.end


@given(TEXTS)
def test_the_same_text_gives_the_same_mentions(text: str) -> None:
    assert make_mentions(text) == make_mentions(text)


@given(TEXTS)
def test_make_mentions_one_entity_have_one_identifier_type(text: str) -> None:
    seen: dict[str, IdentifierType] = {}
    for mention in make_mentions(text):
        assert (
            seen.setdefault(mention.entity_id, mention.identifier_type) is mention.identifier_type
        )


@given(TEXTS)
def test_entities_are_numbered_in_order_of_first_mention(text: str) -> None:
    ids = list(dict.fromkeys(mention.entity_id for mention in make_mentions(text)))
    assert ids == [f"e{number}" for number in range(1, len(ids) + 1)]


@given(st.lists(st.text("ABab", min_size=5, max_size=9), max_size=12))
def test_misspelt_pairs_differ_by_a_letter(names: list[str]) -> None:
    for name, other in find_misspelt_pairs(names):
        assert name != other
        assert abs(len(name) - len(other)) <= 1


@pytest.mark.parametrize(
    "unit",
    [
        "Mr John Almvik ",
        "Mr ",
        "Court of ",
        "Court and ",
        "A. ",
        "3 May 1998 and ",
        "entered into force on 3 May 1998 ",
        "Almvik Court (Sąd ",
        "seven seven years ",
        "nos. 1, 2, 3, ",
        "“Aa ",
        "PLN 5 [EUR 5] ",
        "Mr Al van der ",
    ],
)
def test_a_longer_text_takes_no_more_for_each_character(unit: str) -> None:
    texts = [unit * (size // len(unit)) for size in (shorten(20_000), shorten(100_000))]
    short, long = ((text, make_detections(text, {})) for text in texts)
    assert slowdown(annotate, short, long, times=5) < LEEWAY


def test_a_capital_that_has_no_small_letter_of_its_length_moves_nothing() -> None:
    text = "İİİ met Mr Liv Almvik."
    *_, mention = make_mentions(text)
    assert text[mention.start : mention.end] == "Mr Liv Almvik"


def test_runs_end_at_lines() -> None:
    text = "Liv Almvik\nKarl Holm"
    assert len(find_runs(text, text.lower())) == 2


class _Document:
    original = "He met Liv Almvik in Lund."
    detected = (Detection(7, 17, "firstname_female", "list"),)
    spans = (
        Span(7, 17, "firstname_female", "*****", 1, (), Action.REPLACE, detected[0]),
        Span(21, 25, "city", "*****", 1, (), Action.REPLACE, None),
    )  # fmt: skip


def test_documents_are_annotated_with_what_persons_marked_in_them() -> None:
    kinds = [mention.entity_type.value for mention in annotate(_Document())]
    assert kinds == ["PERSON", "LOC"]


def test_what_is_masked_is_reported_as_found() -> None:
    text = "Mr Holm left Norway for 18 years."
    labels = [
        (detection.label, detection.rule)
        for detection in find_masked_detections(text, make_detections(text, {"Norway": "country"}))
    ]
    assert labels == [("firstname_unknown", "tab:titled"), ("time_span", "tab:duration")]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(InputError, match="'fr'"):
        annotate(("text", []), language="fr")
