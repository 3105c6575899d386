"""Real packages find names where the text has them, whatever stands around."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tacknamn.ner.backends.checking import find_mentions
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.backends.registry import make_backend
from tests.backends.conftest import MAKERS
from tests.backends.sentences import LONG, TEXTS, Text

Models = Callable[[str], Path]
NAMES = sorted(MAKERS)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", NAMES)
def test_places_are_characters_of_the_text(model: Models, name: str, text: str) -> None:
    _found_in(TEXTS[text], find_mentions(make_backend(f"{name}:{model(name)}"), TEXTS[text].text))


@pytest.mark.parametrize("name", NAMES)
def test_names_are_found_in_the_middle_and_at_the_end_of_long_texts(
    model: Models, name: str
) -> None:
    _found_in(LONG, find_mentions(make_backend(f"{name}:{model(name)}"), LONG.text))


@pytest.mark.parametrize("text", ["", " \t\r\n\u00a0", "🙂", "\u200b", ".", '"', "\x00", "\ud83d"])
@pytest.mark.parametrize("name", NAMES)
def test_texts_with_next_to_nothing_have_few_names(model: Models, name: str, text: str) -> None:
    assert len(find_mentions(make_backend(f"{name}:{model(name)}"), text)) <= 1


@pytest.mark.parametrize("name", ["spacy", "presidio"])
def test_more_than_spacys_million_characters_are_read_in_pieces(model: Models, name: str) -> None:
    end = "Anna Berg met Bo."
    text = "the old house was quiet.\n\n" * 40_000 + end
    asked = make_backend(f"{name}:{model(name)}")
    found = find_mentions(asked, text)
    assert len(text) > 1_000_000
    last = [text[one.start : one.end] for one in found if one.label == "PER"][-2:]
    assert last == ["Anna Berg", "Bo"]


@pytest.mark.parametrize("name", NAMES)
def test_a_process_of_its_own_finds_the_same(model: Models, name: str) -> None:
    text = TEXTS["astral"].text
    apart = make_backend(f"{name}:{model(name)}", seconds=60)
    here = make_backend(f"{name}:{model(name)}")
    assert _rounded(find_mentions(apart, text)) == _rounded(find_mentions(here, text))
    assert apart.find("") == []


def _rounded(found: Iterable[NamedMention]) -> list[NamedMention]:
    """Sums of a model differ in their last digits from one run to the next."""
    return [one._replace(score=round(one.score, 3)) for one in found]


def _found_in(text: Text, found: Iterable[NamedMention]) -> None:
    """The names of the text are among what was found, to the letter."""
    persons = [text.text[one.start : one.end] for one in found if one.label == "PER"]
    places = [text.text[one.start : one.end] for one in found if one.label == "LOC"]
    assert set(text.persons) <= set(persons)
    assert set(text.places) <= set(places)
