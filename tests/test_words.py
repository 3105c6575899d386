"""Words keep how common they are, what they are, and how entries are inflected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.labels import DEFINITE, GENITIVE, PLURAL
from tacknamn.lexicon.lexicon import PROPER_NOUN, ZIPF_STEPS
from tacknamn.text.fold import fold
from tacknamn_builders.merging.words import WordTable
from tacknamn_builders.records import Inflection, WordFrequency

NOUN, VERB, ADJECTIVE, OTHER = 1, 2, 4, 16


def facts(words: WordTable, form: str) -> tuple[int, int, int]:
    """Zipf in Swedish and English, parts of speech."""
    code = words.forms.find(fold(form)) or 0
    sv, en, parts = (int(column[code]) for column in words.columns())
    return sv, en, parts


def test_a_word_keeps_how_common_it_is_in_each_language() -> None:
    words = WordTable()
    words.add_word(WordFrequency("barn", "sv", 6.0))
    words.add_word(WordFrequency("barn", "en", 4.2))
    assert facts(words, "Barn") == (6 * ZIPF_STEPS, 105, 0)
    assert len(words) == 1


def test_the_highest_frequency_counts() -> None:
    words = WordTable()
    for zipf in (3.0, 5.0, 0.0):
        words.add_word(WordFrequency("Sten", "sv", zipf))
    assert facts(words, "sten")[0] == 5 * ZIPF_STEPS


def test_a_zipf_beyond_the_scale_is_its_end() -> None:
    words = WordTable()
    words.add_word(WordFrequency("och", "sv", 20.0))
    words.add_word(WordFrequency("öch", "sv", -1.0))
    assert (facts(words, "och")[0], facts(words, "öch")[0]) == (255, 0)


def test_a_word_of_which_folding_leaves_nothing_is_no_word() -> None:
    words = WordTable()
    words.add_word(WordFrequency("\u00ad", "sv", 7.0))
    words.add_inflection(Inflection(" ", "sten", "NN:BF:SIN:NOM:UTR"))
    assert len(words) == 0
    assert facts(words, "unknown") == (0, 0, 0)


@pytest.mark.parametrize(
    ("tag", "part"),
    [
        ("NN:BF:SIN:NOM:UTR", NOUN),
        ("VB:INF:AKT", VERB),
        ("JJ:POS", ADJECTIVE),
        ("PM:NOM", PROPER_NOUN),
        ("PP", OTHER),
    ],
)
def test_parts_of_speech(tag: str, part: int) -> None:
    words = WordTable()
    words.add_inflection(Inflection("form", "form", tag))
    assert facts(words, "form")[2] == part


def test_a_form_of_several_parts_has_all_of_them() -> None:
    words = WordTable()
    words.add_inflection(Inflection("Sten", "Sten", "PM:NOM"))
    words.add_inflection(Inflection("sten", "sten", "NN:OF:SIN:NOM:UTR"))
    assert facts(words, "sten")[2] == NOUN | PROPER_NOUN


@pytest.mark.parametrize(
    ("form", "base", "tag", "affixes"),
    [
        ("bibliotekets", "bibliotek", "NN:BF:SIN:GEN:NEU", DEFINITE | GENITIVE),
        ("biblioteken", "bibliotek", "NN:BF:PLU:NOM:NEU", DEFINITE | PLURAL),
        ("Volvos", "Volvo", "PM:GEN", GENITIVE),
    ],
)
def test_inflected_nouns_find_their_base(form: str, base: str, tag: str, affixes: int) -> None:
    words = WordTable()
    words.add_inflection(Inflection(form, base, tag))
    proper = tag.startswith("PM")
    assert list(words.inflections()) == [(fold(form), fold(base), affixes, proper)]


@pytest.mark.parametrize(
    ("form", "base", "tag"),
    [
        ("bibliotek", "bibliotek", "NN:OF:SIN:NOM:NEU"),
        ("bibliotek", "bibliotek", "NN:OF:PLU:NOM:NEU"),
        ("rings", "ringa", "VB:GEN"),
    ],
)
def test_base_forms_and_verbs_are_no_inflections(form: str, base: str, tag: str) -> None:
    words = WordTable()
    words.add_inflection(Inflection(form, base, tag))
    assert list(words.inflections()) == []


@given(st.lists(st.tuples(st.text("abÅå ", max_size=3), st.floats(0, 8))))
def test_words_agree_with_a_dictionary(items: list[tuple[str, float]]) -> None:
    words = WordTable()
    known: dict[str, int] = {}
    for form, zipf in items:
        words.add_word(WordFrequency(form, "sv", zipf))
        if fold(form):
            known[fold(form)] = max(known.get(fold(form), 0), round(zipf * ZIPF_STEPS))
    assert {form: facts(words, form)[0] for form in words.forms.values[1:]} == known
