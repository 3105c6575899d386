"""The quick tests around a number pass over it only if the slow expressions find nothing."""

from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.patterns import (
    age_rules,
    ages,
    ages_beside_persons,
    house_numbers,
    rulebook,
)

BEFORE = (
    "lgh", "lgh.", "lägenhetsnummer", "nr", "nr.", "nummer", "no.", "number", "#", "rum", "rummet.", "room",
    "avd", "B2,", "box", "p.o.", "hus", "radhus", "port", "unit", "school", "bor", "bodde", "på", "i", "har",
    "är", "e", ":", "husnumret", "gatan", "Storgatan", "Strandvägen", "Esplanaden", "(Backen", "Allén\n",
    "Min", "adress", "Adreſſ", "LıVES", "Lives", "at", "Lärkan", "Puls", "Ali", "min", "son", ",", ".", "4",
)  # fmt: skip
AFTER = (
    "", " ", ",", ".", ", 5", ".5", ",5", "½", " ½", " 1/2", "/", "-", " - 7", " och 8", ", 9", " år", "år",
    "års", " åring", "-åring", " y/o", " yrs old", " years", " kg", " mg.", " kr", " månader", " dagar gammal",
    " bast", " tabletter", "!", "\n", "\nkg", ";", ")", " timmar", " elever", "x", " e", " till 9",
)  # fmt: skip
before = st.lists(st.sampled_from(BEFORE), max_size=6).map(lambda words: " ".join([*words, ""]))
after = st.lists(st.sampled_from(AFTER), max_size=3).map("".join)


@given(before)
def test_no_expression_names_a_number_behind_other_endings(text: str) -> None:
    small = text.lower()
    expressions = (
        house_numbers._NUMBERED,
        house_numbers._ROOM,
        house_numbers._DOOR,
        house_numbers._BOX,
        house_numbers._BUILDING,
    )
    if any(expression.search(small) for expression in expressions):
        assert small.rstrip().endswith(house_numbers._NAMING_ENDS)


@given(before)
def test_the_search_for_a_street_may_begin_at_the_last_word(text: str) -> None:
    last_word = max(text.rfind(" ", 0, -1), text.rfind("\n", 0, -1)) + 1
    expression = house_numbers._STREET
    assert bool(expression.search(text, last_word)) == bool(expression.search(text))


@given(before)
def test_a_home_has_a_word_for_living(text: str) -> None:
    if house_numbers._HOME.search(text):
        assert any(stem in text.lower() for stem in house_numbers._LIVING_STEMS)


@given(after)
def test_what_may_not_go_on_has_no_unit_and_no_range(text: str) -> None:
    lowered = f"72{text}"
    expressions = (
        ages._FRACTION,
        ages._OLD,
        ages._MONTHS_OLD,
        ages._YEARS,
        ages._MONTHS,
        ages._UNTIL,
    )
    found = [expression.match(lowered, 2) for expression in expressions]
    further = ages._RANGE.match(lowered, 2)
    has_more = any(found) or (further is not None and further.end() > 2)
    if not ages._may_go_on(lowered, 2):
        assert not has_more and not ages._has_unit(lowered, 2)
    if ages._is_before_plain_unit(lowered, 2):
        assert not has_more and ages._has_unit(lowered, 2)


@given(st.text("ab.!;\n \t\u00a0A", max_size=24) | before)
def test_the_sentence_before_begins_behind_its_last_border(text: str) -> None:
    cut = 0
    for border in rulebook._BORDER.finditer(text):
        if not rulebook._is_abbreviated(text, border.start()):
            cut = border.end()
    assert rulebook._read_before(text, len(text)) == text[cut:]


@given(before)
def test_a_row_of_names_has_a_word_before_the_last_name(text: str) -> None:
    words = rulebook.WORD.findall(text)
    if words and len(text.strip()) == len(words[-1]):
        assert ages_beside_persons._NAMES_LISTED.search(text) is None


def test_units_may_begin_with_a_letter_of_ages() -> None:
    assert age_rules.NEXT.match(" elever")
    assert not ages._is_before_plain_unit("72 elever", 2)
    assert ages._is_before_plain_unit("72 kg", 2)
