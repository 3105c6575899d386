"""Backends by name, what they are asked for as, and what is let through of their answers."""

import json
import pickle
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.ner.backends.checking import detect_unit, find_all_mentions, find_mentions
from tacknamn.ner.backends.chunks import split_text
from tacknamn.ner.backends.labels import TaggedWord, coarse_label
from tacknamn.ner.backends.labels import join_tagged_words as names_of
from tacknamn.ner.backends.package_backend import PackageBackend
from tacknamn.ner.backends.process import LOAD_SECONDS, TEXT_SECONDS
from tacknamn.ner.backends.protocol import BackendError, BackendSetup, NamedMention
from tacknamn.ner.backends.registry import (
    GROUP,
    OWN_BACKENDS,
    BackendRequest,
    list_backends,
    make_backend,
    read_requests,
)
from tests.backend_programs import Stand

CASES = json.loads((Path(__file__).parent / "cases/backends.json").read_text(encoding="utf-8"))
ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("case", CASES["checked"], ids=lambda case: case["text"])
def test_good_answers_come_sorted_and_with_scores(case: dict[str, Any]) -> None:
    found = find_mentions(Stand(case["answer"]), case["text"])
    assert found == [NamedMention(*one) for one in case["expect"]]


@pytest.mark.parametrize("case", CASES["wrong"], ids=lambda case: case["why"])
def test_wrong_answers_are_told_with_the_backends_name(case: dict[str, Any]) -> None:
    with pytest.raises(BackendError) as caught:
        find_mentions(Stand(case["answer"]), case["text"])
    assert str(caught.value).startswith("backend stand: ")
    assert case["error"] in str(caught.value)
    assert "Anna" not in str(caught.value)


def test_numbers_of_other_packages_are_places_too() -> None:
    found = find_mentions(
        Stand([(numpy.int64(0), numpy.int32(4), "PER", numpy.float32(0.5))]), "Anna"
    )
    assert found == [(0, 4, "PER", 0.5)]
    assert type(found[0].start) is int


def test_what_is_made_on_the_way_may_come_from_a_generator() -> None:
    def made() -> Iterator[tuple[int, int, str]]:
        yield 0, 4, "PER"

    assert find_mentions(Stand(lambda _: made()), "Anna") == [(0, 4, "PER", 1.0)]


@pytest.mark.parametrize("fault", [ValueError, RecursionError, KeyError, SystemExit])
def test_a_backend_that_fails_is_told_without_the_text(fault: type[BaseException]) -> None:
    def failing(text: str) -> None:
        raise fault(f"cannot read {text}")

    with pytest.raises(BackendError, match=fault.__name__) as caught:
        find_mentions(Stand(failing), "Anna Berg")
    assert "Anna" not in str(caught.value)
    assert caught.value.name == "stand"


def test_a_backend_that_lacks_memory_is_told() -> None:
    def failing(text: str) -> None:
        raise MemoryError

    with pytest.raises(BackendError, match="ran out of memory"):
        find_mentions(Stand(failing), "Anna")


def test_a_backend_for_many_texts_must_answer_all_of_them() -> None:
    stand = Stand()
    stand.find_all = lambda texts: iter([[(0, 4, "PER")]])  # type: ignore[attr-defined]
    answers = find_all_mentions(stand, ["Anna", "Bo"])
    assert next(answers) == [(0, 4, "PER", 1.0)]
    with pytest.raises(BackendError, match="returned fewer answers than texts"):
        next(answers)


def test_many_texts_go_one_by_one_to_backends_that_know_no_other_way() -> None:
    assert (
        list(find_all_mentions(Stand([(0, 2, "PER")]), ["Bo", "Eva"])) == [[(0, 2, "PER", 1.0)]] * 2
    )


@given(
    st.lists(st.sampled_from(["Anna", "Åsa", "met", "🙂", "Bo", "e\u0301n", "\u00a0"]), min_size=1),
    st.data(),
)
def test_places_that_count_characters_are_never_taken_for_others(
    words: list[str], data: st.DataObject
) -> None:
    text = " ".join(words)
    starts = [sum(len(one) + 1 for one in words[:number]) for number in range(len(words))]
    whole = [(at, at + len(one)) for at, one in zip(starts, words, strict=True) if one.isalpha()]
    spans = data.draw(st.lists(st.sampled_from(whole), unique=True)) if whole else []
    assert detect_unit(text, spans) is None


@pytest.mark.parametrize("encoding, unit", [("utf-8", "bytes"), ("utf-16-le", "units of UTF-16")])
def test_places_of_every_name_behind_a_smile_are_known_for_what_they_count(
    encoding: str, unit: str
) -> None:
    size = 2 if encoding == "utf-16-le" else 1
    for words in (["🙂", "Anna", "Berg"], ["🙂", "met", "Kim", "🙂", "there"]):
        text = " ".join(words)
        spans = []
        for word in words:
            if word.isalpha():
                start = len(text[: text.index(word)].encode(encoding)) // size
                spans.append((start, start + len(word)))
        assert detect_unit(text, spans) == unit


@pytest.mark.parametrize("case", CASES["requests"], ids=lambda case: case["written"])
def test_backends_are_asked_for_by_name_and_model(case: dict[str, Any]) -> None:
    asked = read_requests(case["written"])
    assert asked == tuple(BackendRequest(*one) for one in case["expect"])
    assert read_requests(",".join(f'{one.name}:"{one.model}"' for one in asked)) == asked


@pytest.mark.parametrize("written", ["", " , ", 'command:"./ner'])
def test_requests_that_name_nothing_are_told(written: str) -> None:
    with pytest.raises(InputError, match="is not a list of backends"):
        read_requests(written)


@pytest.mark.parametrize("label, expect", CASES["labels"].items())
def test_labels_of_models_have_coarse_classes(label: str, expect: str) -> None:
    assert coarse_label(label) == expect


@pytest.mark.parametrize("case", CASES["tagged"], ids=lambda case: str(case["words"]))
def test_names_are_put_together_from_words(case: dict[str, Any]) -> None:
    words = [TaggedWord(one[0], one[1], one[2], 0.5) for one in case["words"]]
    found = names_of(case["text"], words)
    assert found == [NamedMention(one[0], one[1], one[2], 0.5) for one in case["expect"]]


@given(st.text(alphabet="ab .\n\r\t\u00a0🙂", max_size=80), st.integers(2, 20))
def test_pieces_are_the_text(text: str, longest: int) -> None:
    found = list(split_text(text, longest))
    assert "".join(piece for _, piece in found) == text
    assert all(text[start:].startswith(piece) for start, piece in found)
    assert all(len(piece) <= longest for _, piece in found)


def test_pieces_end_at_blank_lines_before_lines_before_sentences_before_words() -> None:
    text = "a b. c d\ne f\n\ng h i j k l"
    assert [piece for _, piece in split_text(text, 16)] == ["a b. c d\ne f\n\n", "g h i j k l"]
    assert next(split_text("a b. c d\ne f g h i j", 16)) == (0, "a b. c d\n")
    assert next(split_text("a b c d e. f g h i j k", 16)) == (0, "a b c d e. ")
    assert next(split_text("aaaa bbbb cccc dddd", 16)) == (0, "aaaa bbbb cccc ")
    assert next(split_text("a" * 20, 16)) == (0, "a" * 16)


def test_an_unknown_backend_is_told_with_those_that_are_there() -> None:
    with pytest.raises(BackendError, match=r"spacyy.*did you mean spacy\?.*tacknamn, spacy, nltk"):
        make_backend("spacyy")


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_limit_of_time_is_a_number_above_nothing(seconds: float) -> None:
    with pytest.raises(InputError, match="must be a number above 0"):
        make_backend("tacknamn", seconds=seconds)


def test_the_page_tells_the_limits_that_there_are() -> None:
    page = (ROOT / "docs/backends.md").read_text(encoding="utf-8")
    assert f"| one text, a `command` | {TEXT_SECONDS:g} s | N |" in page
    assert f"| {LOAD_SECONDS:g} s | {LOAD_SECONDS:g} s, or N where that is more |" in page


def test_our_backends_are_the_entry_points_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"][GROUP] == OWN_BACKENDS
    extras = set(project["optional-dependencies"])
    assert {"spacy", "nltk", "flair", "stanza", "transformers", "presidio"} <= extras
    assert list_backends()[: len(OWN_BACKENDS)] == list(OWN_BACKENDS)


@pytest.mark.parametrize(
    "name, told",
    [
        ("spacy", "package spacy is"),
        ("nltk", "package nltk is"),
        ("flair", "packages flair, spacy, torch and transformers are"),
        ("stanza", "package stanza is"),
        ("transformers", "packages transformers and torch are"),
        ("presidio", "packages presidio_analyzer and spacy are"),
    ],
)
def test_packages_that_are_missing_are_told_with_one_command_to_run(
    name: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in told.replace(",", "").split():
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BackendError) as caught:
        find_mentions(make_backend(f"{name}:model"), "Anna")
    assert str(caught.value) == (
        f'backend {name}:model: the {told} not installed; run: pip install "tacknamn[{name}]"'
    )


class Missing(PackageBackend):
    """Needs a package of this Python's, and one that is nowhere."""

    extra = "missing"
    needs = ("json", "tacknamn_is_nowhere")

    def _load(self) -> None:
        self.import_package(self.setup.model)

    def _find(self, text: str) -> list[NamedMention]:
        return []


@pytest.mark.parametrize("module", ["tacknamn_is_nowhere", "tacknamn_is_nowhere.part"])
def test_only_packages_that_are_missing_are_told(module: str) -> None:
    with pytest.raises(BackendError, match="missing: the package tacknamn_is_nowhere is not"):
        Missing(BackendSetup("missing", module)).load()


def test_what_a_package_lacks_is_told_beside_what_we_need() -> None:
    told = "the packages tacknamn_is_nowhere and tacknamn_is_gone are not installed"
    with pytest.raises(BackendError, match=told):
        Missing(BackendSetup("missing", "tacknamn_is_gone")).load()


@pytest.mark.parametrize(
    ("texts", "model"),
    [("en", "en"), ("sv", "sv"), ("sv", "xx"), ("sv", ""), ("sv-SE", "sv"), ("sv_FI", "sv")],
)
def test_models_of_the_language_of_many_or_of_none_are_taken(texts: str, model: str) -> None:
    Missing(BackendSetup("missing", language=texts)).check_language("the model m", model)


@pytest.mark.parametrize(("texts", "model"), [("sv", "en"), ("en", "sv"), ("sv-SE", "en")])
def test_models_of_another_language_are_refused(texts: str, model: str) -> None:
    with pytest.raises(BackendError) as caught:
        Missing(BackendSetup("missing:m", "m", texts)).check_language("the model m", model)
    assert str(caught.value) == (
        f"backend missing:m: the model m is for the language {model!r}, but the language "
        f"of the texts is {texts!r}; choose a model for {texts!r}, or give --lang {model}"
    )


def test_a_backend_without_texts_is_not_asked() -> None:
    stand = Stand()
    stand.find_all = lambda texts: 1 / 0  # type: ignore[attr-defined]
    assert list(find_all_mentions(stand, [])) == []


def test_our_own_engine_finds_what_detect_finds(good: Path) -> None:
    text = "Anna Berg bor i Göteborg."
    found = find_mentions(make_backend("tacknamn", lexicon_data=good, language="sv"), text)
    assert [(text[one.start : one.end], one.label) for one in found] == [
        ("Anna Berg", "PER"),
        ("Göteborg", "LOC"),
    ]
    assert all(0 < one.score <= 1 for one in found)
    assert find_mentions(make_backend(f"tacknamn:{good}", language="sv"), text) == found


def test_our_own_engine_knows_two_languages(good: Path) -> None:
    with pytest.raises(BackendError, match="the language 'de'"):
        make_backend("tacknamn", lexicon_data=good, language="de").load()


def test_lists_that_are_missing_are_told_by_the_backend_that_needs_them(tmp_path: Path) -> None:
    asked = make_backend("tacknamn", lexicon_data=tmp_path / "nowhere")
    for ask in (asked.load, lambda: find_mentions(asked, "Anna")):
        with pytest.raises(BackendError, match=r"^backend tacknamn: .*nowhere"):
            ask()


def test_errors_print_what_may_be_printed_and_travel() -> None:
    error = pickle.loads(pickle.dumps(BackendError("command:\x1b[31m", "is red", "dye it")))  # noqa: S301
    assert str(error) == "backend command:\ufffd[31m: is red; dye it"
