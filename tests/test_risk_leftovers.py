"""Names, numbers and addresses outside the spans: what is reported, and what is not."""

from collections.abc import Iterable

import pytest

from tacknamn.errors import InputError
from tacknamn.formats.span_files import DocumentOrigin, DocumentSpan, SpanFileDocument
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tacknamn.risk.leftovers import LeftoverFinder
from tacknamn.text.fold import fold
from tests.making import bundle, entry

WORDS = [
    entry("Elsa", "firstname_female", 9000),
    entry("Nils", "firstname_male", 9000),
    entry("Dera", "firstname_female", 50),
    entry("Lindqvist", "surname", 9000),
    entry("Göteborg", "city", 600000),
    entry("Lund", "city", 90000),
    entry("Stora gatan", "place", 5, "rank"),
    entry("Sverige", "country", 10**7),
    entry("Danmark", "country", 6 * 10**6, country="DK"),
    entry("svenska", "language", 5, "rank"),
    entry("lärare", "prof", 5, "rank"),
]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(bundle(tmp_path_factory.mktemp("risk") / "bundle", [WORDS]))


@pytest.fixture(scope="module")
def finder(lexicon: Lexicon) -> LeftoverFinder:
    return LeftoverFinder(Matcher(lexicon, fuzzy=True))


def document(text: str, *spans: str, plain: bool = False) -> SpanFileDocument:
    """A document in which the words of ``spans`` are marked."""
    starts = [(text.index(word), word) for word in spans]
    marked = tuple(DocumentSpan(at, at + len(word), "city") for at, word in sorted(starts))
    return SpanFileDocument(DocumentOrigin("a", 7, "x"), text, marked, plain)


def found(
    finder: LeftoverFinder, text: str, *spans: str, pseudonyms: Iterable[str] = ()
) -> list[tuple[str, str, str]]:
    leftovers = list(
        finder.find(document(text, *spans), {fold(pseudonym) for pseudonym in pseudonyms})
    )
    for leftover in leftovers:
        assert text[leftover.place.start : leftover.place.end] == leftover.text
    return [(leftover.text, leftover.kind.value, leftover.place.label) for leftover in leftovers]


def test_names_outside_the_spans_are_reported(finder: LeftoverFinder) -> None:
    text = "Elsa bor i Lund med Nils Lindqvist."
    assert found(finder, text, "Elsa", "Lund") == [
        ("Nils", "name", "firstname_male"),
        ("Lindqvist", "name", "surname"),
    ]


def test_a_marked_text_has_none(finder: LeftoverFinder) -> None:
    assert found(finder, "Elsa bor i Lund.", "Elsa", "Lund") == []


def test_lower_case_and_misspelt_names_are_reported_as_such(finder: LeftoverFinder) -> None:
    assert found(finder, "Jag känner elsa i götebrog.") == [
        ("elsa", "lower_case", "firstname_female"),
        ("götebrog", "misspelt", "city"),
    ]


def test_misspelt_names_need_a_fuzzy_matcher(lexicon: Lexicon) -> None:
    assert found(LeftoverFinder(Matcher(lexicon)), "Jag bor i götebrog.") == []


def test_words_that_are_no_names_are_not_reported(finder: LeftoverFinder) -> None:
    assert found(finder, "Hon är lärare i svenska.") == []


def test_the_home_country_is_kept_and_others_are_reported(finder: LeftoverFinder) -> None:
    assert found(finder, "Från Danmark till Sverige.") == [("Danmark", "name", "country")]


def test_only_chosen_labels_are_reported(lexicon: Lexicon) -> None:
    finder = LeftoverFinder(Matcher(lexicon), ["prof"])
    assert found(finder, "Elsa är lärare.") == [("lärare", "name", "prof")]
    with pytest.raises(InputError, match="no label 'names'"):
        LeftoverFinder(Matcher(lexicon), ["names"])


def test_nothing_is_found_across_a_span(finder: LeftoverFinder) -> None:
    assert found(finder, "Stora gatan ligger där.") == [("Stora gatan", "name", "place")]
    assert found(finder, "Stora Ystad gatan ligger där.", "Ystad") == []


def test_a_word_half_marked_is_no_name(finder: LeftoverFinder) -> None:
    assert found(finder, "Elsanils bor här.", "Elsa") == []


def test_addresses_hide_the_names_in_them(finder: LeftoverFinder) -> None:
    assert found(finder, "Skriv till elsa@lund.se eller 08-12 34 56.") == [
        ("elsa@lund.se", "email", "email"),
        ("08-12 34 56", "digits", "digits"),
    ]


def test_a_leftover_that_is_a_pseudonym_of_its_document_says_so(finder: LeftoverFinder) -> None:
    text = "Elsa och Nils. Ring Elsas mor."
    leftovers = finder.find(document(text, "Elsa"), {fold("Elsa")})
    assert [(leftover.text, leftover.also_pseudonym) for leftover in leftovers] == [
        ("Nils", False),
        ("Elsas", True),
    ]


def test_places_of_span_files_have_the_documents_line(finder: LeftoverFinder) -> None:
    [leftover] = finder.find(document("Hej.\nJag är Elsa."), set())
    assert (leftover.place.line, leftover.place.start) == (7, 12)


def test_places_of_plain_texts_have_their_own_line(finder: LeftoverFinder) -> None:
    text = SpanFileDocument(DocumentOrigin("a", 1, "a"), "Elsa.\r\nHej.\nNils\n", plain=True)
    places = [leftover.place for leftover in finder.find(text, set())]
    assert [(place.line, place.start, place.end) for place in places] == [(1, 0, 4), (3, 12, 16)]


def test_half_characters_are_borne(finder: LeftoverFinder) -> None:
    assert found(finder, "\ud800 Elsa \udfff") == [("Elsa", "name", "firstname_female")]
