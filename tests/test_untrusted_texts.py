"""Whatever a text or a caller brings: hits, or one error that says what to do.

The fuzzers in tests/fuzz look for what is not so; what they have found stands here.
"""

from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import Error, InputError
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tests.engines import ENGINES
from tests.fuzz import calls, threads
from tests.timing import LEEWAY, shorten, slowdown

BLOCK = 8192
"""Bytes of folded text in which the compiled scanner works: borders are where it may err."""


@pytest.fixture(scope="module")
def lexicon(good: Path) -> Lexicon:
    return Lexicon(Bundle(good))


def test_single_calls_end_as_they_should() -> None:
    executions, found, lines = calls.run(seconds=60, number=2)
    assert found == "" and executions == 2 * calls.CALLS
    assert len(lines) > 5  # one for each target


@pytest.mark.full
@pytest.mark.parametrize("seed", [1, 2])
def test_many_single_calls_end_as_they_should(seed: int) -> None:
    executions, found, _ = calls.run(seconds=100, seed=seed)
    assert found == "" and executions > 2 * calls.CALLS


def test_eight_threads_with_one_table_agree() -> None:
    assert threads.run(seconds=1) > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_word_at_the_end_of_a_block_is_found(lexicon: Lexicon, engine: str) -> None:
    """It once began where nothing of the block was left, and was written behind it."""
    matcher = Matcher(lexicon, engine)
    for size in range(BLOCK - 100, BLOCK + 5):
        [found] = matcher.spans("-" * size + "Gothenburg" + "!" * 90)
        assert found[:2] == (size, size + len("Gothenburg"))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_long_word_at_the_end_of_a_block_is_passed_over(lexicon: Lexicon, engine: str) -> None:
    matcher = Matcher(lexicon, engine)
    for size in range(BLOCK - 100, BLOCK + 5):
        text = "-" * size + "a" * 3 * BLOCK + " Gothenburg"
        assert [match.form for match in matcher.match(text)] == ["Gothenburg"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("form", ["Anna-Karin:s", "Anna-Karin's", "Uppsala universitets", "Hans'"])
def test_a_genitive_at_the_end_of_a_block_is_whole(
    lexicon: Lexicon, engine: str, form: str
) -> None:
    """Its ending once was cut off when it stood in the next block."""
    matcher = Matcher(lexicon, engine)
    for size in range(BLOCK - 100, BLOCK + 5):
        text = f"{'x ' * (size // 2)}{'x' * (size % 2)} {form} x x"
        assert [(match.form, match.affixes) for match in matcher.match(text)] == [(form, ("gen",))]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_word_is_never_cut_in_two_by_a_block(lexicon: Lexicon, engine: str) -> None:
    """A block once began 64 letters before an undecided word, in the middle of another one."""
    matcher = Matcher(lexicon, engine)
    for size in range(50, 64):
        text = f"XGothenburg{'.' * size}Gothenburg{'.' * BLOCK}"
        assert [match.start for match in matcher.match(text)] == [11 + size]


HUGE = 100_000_000


@pytest.mark.full
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("piece", "found"), [("Hans bor i Gothenburg och ", 2), ("a", 0), (".", 0), (" ", 0)]
)
def test_a_line_of_a_hundred_megabytes_is_matched(
    lexicon: Lexicon, engine: str, piece: str, found: int
) -> None:
    times = HUGE // len(piece)
    assert len(Matcher(lexicon, engine).spans(piece * times)) == found * times


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "piece",
    ["\u0308", "a\u0308", "\u00ad", "\u00ad\u0308", "😀", "ΐ", "Berg ", "Berg--", "'", "s "],
)
def test_time_grows_with_the_text_and_no_faster(lexicon: Lexicon, engine: str, piece: str) -> None:
    matcher = Matcher(lexicon, engine)
    short, long = (piece * (size // len(piece)) for size in (shorten(20_000), shorten(200_000)))
    assert slowdown(matcher.spans, short, long, times=10) < LEEWAY


NO_TEXTS = [None, b"Hans", bytearray(b"Hans"), 7, ["Hans"]]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", NO_TEXTS, ids=repr)
def test_what_is_no_text_is_refused(lexicon: Lexicon, engine: str, text: Any) -> None:
    matcher = Matcher(lexicon, engine)
    for use in (matcher.match, matcher.spans, lambda text: matcher.match_many(["Hans", text])):
        with pytest.raises(InputError, match=f"must be str, not {type(text).__name__}"):
            use(text)


@pytest.mark.parametrize("text", NO_TEXTS, ids=repr)
def test_what_is_no_form_is_refused(lexicon: Lexicon, text: Any) -> None:
    for use in (lexicon.lookup, lexicon.complete, lexicon.is_word, lexicon.search):
        with pytest.raises(InputError, match=f"must be str, not {type(text).__name__}"):
            use(text)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"labels": ["town"]}, "there is no label 'town'; there are"),
        ({"labels": [None]}, "there is no label None; there are"),
        ({"labels": []}, "labels is empty"),
        ({"overlaps": "some"}, "choose one of all, longest, best"),
        ({"engine": "steam"}, "choose auto, native or portable"),
    ],
)
def test_an_unknown_option_is_told_with_those_there_are(
    lexicon: Lexicon, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        Matcher(lexicon, **options)


def test_an_unknown_label_to_complete_is_told(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match="there is no label 'town'"):
        lexicon.complete("g", label="town")


@pytest.mark.parametrize("entry", [-1, 10**6, 10**30])
def test_an_entry_that_the_bundle_has_not_is_refused(lexicon: Lexicon, entry: int) -> None:
    for use in (lexicon.candidates, lexicon.certainty):
        with pytest.raises(InputError, match="this bundle has entries 0 to"):
            use(entry)


def test_errors_never_quote_the_text(lexicon: Lexicon) -> None:
    with pytest.raises(Error) as raised:
        Matcher(lexicon).match(b"Hans Hemlig")  # type: ignore[arg-type]
    assert "Hemlig" not in str(raised.value)
