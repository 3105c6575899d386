"""What must hold of every form, whatever the name."""

from hypothesis import given
from hypothesis import strategies as st

from tacknamn.labels import AFFIX_NAMES, DEFINITE, GENITIVE, PLURAL, Label
from tacknamn.replacement.inflection.affixes import inflect, split_affixes
from tacknamn.replacement.inflection.genitives import GenitiveMark, make_genitive, split_genitive
from tacknamn.replacement.inflection.inhabitants import find_towns
from tacknamn.replacement.inflection.letter_case import copy_case
from tacknamn.replacement.inflection.rendering import _read_shape, render
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.inflections import list_inhabitant_forms

LABELS = st.sampled_from(list(Label))
AFFIX_SETS = st.sets(st.sampled_from(sorted(AFFIX_NAMES.values()))).map(sorted)
LETTERS = "abcdefghijklmnopqrstuvwxyzåäöéü"
PARTS = st.text(LETTERS, min_size=1, max_size=8).map(str.capitalize)
NAMES = st.lists(PARTS, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from(["-", " "]).map(lambda joint: joint.join(parts))
)
KNOWN_NAMES = st.sampled_from(
    (
        "Anna", "Lars", "Nils", "Hans", "Max", "Lund", "Lunds", "Göteborg", "Mölndal", "Falun",
        "Örebro", "Åbo", "Valbo", "Andersson", "Berg", "Strauß", "EU", "IKEA", "TV4",
        "Stadsbiblioteket", "A-skola", "A-linjen", "Storgatan", "Volvo", "lärare", "skola",
        "son", "Anna-Karin", "McDonald", "O'Brien",
    )
)  # fmt: skip
ANY_NAME = st.one_of(NAMES, KNOWN_NAMES)
ANY_TEXT = st.one_of(st.text(max_size=12), ANY_NAME, st.text("aA-' sSßİıſǆﬁΣς5", max_size=10))


@given(ANY_TEXT, ANY_TEXT)
def test_case_changes_nothing_but_case(original: str, pseudonym: str) -> None:
    cased = copy_case(original, pseudonym)
    assert len(cased) == len(pseudonym)
    assert [letter.casefold() for letter in cased] == [letter.casefold() for letter in pseudonym]


@given(ANY_TEXT, ANY_TEXT)
def test_case_twice_is_case_once(original: str, pseudonym: str) -> None:
    once = copy_case(original, pseudonym)
    assert copy_case(original, once) == once


@given(ANY_NAME, NAMES)
def test_case_throughout_is_case_throughout(original: str, pseudonym: str) -> None:
    assert copy_case(original.lower() + "a", pseudonym).islower()
    # Two letters in capitals: one alone may just begin a name.
    assert copy_case(original.upper() + "AA", pseudonym).isupper() == pseudonym.upper().isupper()


@given(ANY_NAME, AFFIX_SETS, LABELS)
def test_what_is_made_is_taken_apart_into_what_makes_it(
    base: str, affixes: list[str], label: Label
) -> None:
    form = inflect(base, affixes, label)
    if form is not None:
        for known in (None, {base}.__contains__):
            again, found = split_affixes(form, label, known)
            # Somebody from Lund has no affix of his own, as for the matcher.
            made = inflect(again, found, label)
            alone = label in (Label.CITY, Label.AREA) and not set(found) - {"gen"}
            assert made == form or (alone and again != form)


@given(ANY_TEXT, LABELS, st.booleans())
def test_any_text_can_be_taken_apart(text: str, label: Label, everything: bool) -> None:
    base, affixes = split_affixes(text, label, lambda _: everything)
    assert bool(base) == bool(text)
    assert affixes or base == text or label in (Label.CITY, Label.AREA)


@given(ANY_NAME, ANY_NAME, AFFIX_SETS, LABELS, st.booleans())
def test_a_pseudonym_never_reads_as_the_original(
    original_base: str, base: str, affixes: list[str], label: Label, tells_base: bool
) -> None:
    original = inflect(original_base, affixes, label)
    if original is None or fold(base) in (fold(original), fold(original_base)):
        return
    text = render(original, base, affixes, label, original_base if tells_base else "").text
    assert fold(text) != fold(original)
    assert fold(text) != fold(original_base) or not tells_base


@given(ANY_TEXT, ANY_TEXT, AFFIX_SETS, LABELS, ANY_TEXT)
def test_whatever_is_asked_for_is_made_or_missing(
    original: str, base: str, affixes: list[str], label: Label, original_base: str
) -> None:
    rendered = render(original, base, affixes, label, original_base)
    assert {*rendered.affixes_made} <= {*affixes}
    assert not {*rendered.affixes_made} & {*rendered.missing}
    assert {*rendered.affixes_made} | {*rendered.missing} >= {*affixes}
    assert {*rendered.missing} <= {"gen", "def", "pl", "bo"}
    assert bool(rendered.text) == bool(base)


@given(ANY_NAME, ANY_NAME, LABELS, st.booleans())
def test_the_fast_way_agrees_with_the_slow_one(
    original: str, base: str, label: Label, tells_base: bool
) -> None:
    original_base = original if tells_base else ""
    slow = _read_shape(original, 0, label, original_base).apply_to(base)
    assert render(original, base, (), label, original_base) == slow


@given(ANY_NAME, st.sampled_from(["s", "'s", "’s", "'", ":s"]))
def test_a_mark_is_read_as_it_is_written(name: str, text: str) -> None:
    stem, mark = split_genitive(name + text)
    assert stem + mark.text == name + text
    form = make_genitive(name, GenitiveMark(text))
    assert form is None or form.casefold().startswith(name.casefold())


@given(PARTS.filter(lambda town: len(town) >= 4))
def test_the_matcher_finds_the_inhabitants_of_any_regular_town(town: str) -> None:
    forms = set(list_inhabitant_forms(town.casefold()))
    bits = {name: bit for bit, name in AFFIX_NAMES.items()}
    for affixes in (["def"], ["def", "pl"], ["gen", "def"], ["gen", "def", "pl"]):
        form = inflect(town, affixes, "city")
        assert form is not None
        assert (form.casefold(), sum(bits[name] for name in affixes)) in forms


@given(NAMES, st.sampled_from([DEFINITE, PLURAL, DEFINITE | PLURAL]))
def test_the_town_is_among_the_bases_of_its_inhabitants(town: str, affixes: int) -> None:
    names = [name for bit, name in AFFIX_NAMES.items() if affixes & bit and bit != GENITIVE]
    form = inflect(town, names, "city")
    assert form is None or (town, affixes) in list(find_towns(form))
