"""The matcher's interface: matches, arrays, many texts, threads, and what it refuses."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.errors import Error, InputError
from tacknamn.labels import Label
from tacknamn.lexicon.label_shares import LIKELY
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.match import Match
from tacknamn.matching.matcher import Matcher, Spans
from tacknamn.support import compiled
from tacknamn.support.compiled import ENGINE_VARIABLE
from tests.engines import ENGINES, needs_native
from tests.making import bundle, entry
from tests.matching_tables import Form, Inflection, label_bits, make_lexicon
from tests.timing import TRIES, quickest, seconds

FORMS = [
    Form("Elena", label_bits("firstname_female")),
    Form("Göteborg", label_bits("city", "surname")),
    Form("Stora Nygatan", label_bits("place")),
    Form("lärare", label_bits("prof")),
    Form("Berg", label_bits("surname"), common=True),
]
INFLECTIONS = [Inflection("läraren", "lärare", 2)]
TEXT = "Elena Berg, läraren, bor i Go\u0308teborgs hamn på Stora\r\nNygatan."
FOUND = ["Elena", "Berg", "läraren", "Go\u0308teborgs", "Stora\r\nNygatan"]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """Five forms."""
    return make_lexicon(tmp_path_factory.mktemp("matcher"), FORMS, INFLECTIONS)


@pytest.fixture(params=ENGINES)
def matcher(lexicon: Lexicon, request: pytest.FixtureRequest) -> Matcher:
    """A matcher with each engine."""
    return Matcher(lexicon, request.param)


# ---- matches ------------------------------------------------------------------------------


def test_match_tells_hits_from_left_to_right(matcher: Matcher) -> None:
    assert [match.form for match in matcher.match(TEXT)] == FOUND


def test_a_match_is_a_piece_of_the_text(matcher: Matcher) -> None:
    for match in matcher.match(TEXT):
        assert match.form == TEXT[match.start : match.end]
        assert match.text is TEXT


def test_a_match_has_its_base(matcher: Matcher) -> None:
    bases = [match.base for match in matcher.match(TEXT)]
    assert bases == ["Elena", "Berg", "lärare", "Göteborg", "Stora Nygatan"]


def test_a_match_has_its_affixes(matcher: Matcher) -> None:
    affixes = [match.affixes for match in matcher.match(TEXT)]
    assert affixes == [(), (), ("def",), ("gen",), ()]


def test_a_match_has_its_candidates(matcher: Matcher, lexicon: Lexicon) -> None:
    match = matcher.match("i Göteborgs hamn")[0]
    assert match.candidates == lexicon.lookup("göteborg")
    assert match.candidates[0].form == "Göteborg"


def test_an_exact_match_has_no_edits(matcher: Matcher) -> None:
    assert {match.edits for match in matcher.match(TEXT)} == {0}


def test_no_repr_shows_the_text(matcher: Matcher) -> None:
    match = matcher.match("hemligt: Elena")[0]
    assert repr(match) == (
        f"Match(start=9, end=14, length=5, label='firstname_female', entry={match.entry})"
    )
    assert not any("hemligt" in show([match]) or "Elena" in show([match]) for show in (repr, str))


def test_matches_compare_as_values(matcher: Matcher) -> None:
    assert matcher.match(TEXT) == matcher.match(TEXT)
    assert isinstance(matcher.match(TEXT)[0], Match)


# ---- arrays -------------------------------------------------------------------------------


def test_spans_are_columns_of_the_matches(matcher: Matcher) -> None:
    spans, matches = matcher.spans(TEXT), matcher.match(TEXT)
    assert len(spans) == len(matches)
    assert spans.starts.tolist() == [match.start for match in matches]
    assert spans.ends.tolist() == [match.end for match in matches]
    assert spans.entries.tolist() == [match.entry for match in matches]
    assert spans.affixes.tolist() == [match.affix_bits for match in matches]
    assert list(spans) == [(m.start, m.end, m.entry, m.affix_bits) for m in matches]


def test_spans_of_nothing_are_empty(matcher: Matcher) -> None:
    spans = matcher.spans("")
    assert len(spans) == 0
    assert list(spans) == []
    assert spans.starts.tolist() == spans.affixes.tolist() == []


def test_spans_are_compared_by_what_they_hold(matcher: Matcher) -> None:
    assert matcher.spans(TEXT) == matcher.spans(TEXT) != matcher.spans("Elena")
    assert len({matcher.spans(TEXT), matcher.spans(TEXT), Spans(b"")}) == 2


# ---- many texts ---------------------------------------------------------------------------

TEXTS = [TEXT, "", "Elena", "ingen alls", TEXT[::-1], "\ud83d Elena", "Elenas" * 3, TEXT.upper()]


@pytest.mark.parametrize("overlaps", ["longest", "all", "best"])
def test_match_many_equals_match_one_by_one(matcher: Matcher, overlaps: str) -> None:
    many = Matcher(matcher.lexicon, matcher.engine, overlaps=overlaps)
    assert many.match_many(TEXTS) == [many.match(text) for text in TEXTS]
    assert many.spans_many(TEXTS) == [many.spans(text) for text in TEXTS]


def test_no_word_reaches_from_one_text_into_the_next(matcher: Matcher) -> None:
    assert matcher.match_many(["Stora", "Nygatan", "Göte", "borg"]) == [[], [], [], []]


def test_match_many_takes_any_iterable(matcher: Matcher) -> None:
    found = matcher.match_many(text for text in TEXTS)
    assert found == matcher.match_many(tuple(TEXTS))


def test_match_many_of_nothing_is_nothing(matcher: Matcher) -> None:
    assert matcher.match_many([]) == []
    assert matcher.spans_many([]) == []


# ---- labels and engines -------------------------------------------------------------------


def test_labels_may_be_given_as_labels_or_by_name(matcher: Matcher) -> None:
    for label in ("surname", Label.SURNAME):
        found = Matcher(matcher.lexicon, matcher.engine, labels=[label]).match("berg i göteborg")
        assert [match.form for match in found] == ["berg", "göteborg"]


COUNTED = [
    entry("Anna", "firstname_female", 290_000),
    entry("Anna", "city", 12),
    entry("Nora", "firstname_female", 9_000),
    entry("Nora", "city", 6_000),
    entry("Stora Anna", "place"),
    entry("Lund", "city", 90_000),
]


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """A woman's name that is hardly ever a town, and one that often is."""
    return Lexicon.open(bundle(tmp_path_factory.mktemp("counted") / "b", [COUNTED]))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("label", "least", "found"),
    [
        ("city", None, ["Nora", "Lund"]),
        ("city", 0, ["Anna", "Nora", "Lund", "Anna"]),
        ("city", 0.5, ["Lund"]),
        ("city", 1, ["Lund"]),
        ("firstname_female", 0.9, ["Anna", "Anna"]),
        ("place", None, ["Stora Anna"]),
    ],
)
def test_a_label_that_a_form_hardly_ever_has_is_not_found(
    counted: Lexicon, engine: str, label: str, least: float | None, found: list[str]
) -> None:
    """What is left out hides nothing: Anna is found within Stora Anna."""
    matcher = Matcher(counted, engine, labels=[label], min_probability=least)
    text = "Anna och Nora i Lund, Stora Anna"
    assert [match.form for match in matcher.match(text)] == found


@settings(max_examples=20)
@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["city", "surname", "prof"]),
                          st.integers(0, 50)), min_size=1), st.floats(0, 1))  # fmt: skip
def test_the_labels_of_a_form_are_those_of_its_candidates(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, int]], least: float
) -> None:
    records = [entry(f"{form}o", label, count, parent=str(count)) for form, label, count in rows]
    lexicon = Lexicon.open(bundle(tmp_path_factory.mktemp("any") / "b", [records]))
    for threshold in (0.0, LIKELY, least):
        bits = lexicon.label_bits(threshold)
        for form in {form for form, _, _ in rows}:
            weighed, ordinary = lexicon.weigh_labels(match_row(lexicon, form))
            total = sum(mentions for *_, mentions in weighed) + ordinary
            expected = {n for _, n, mentions in weighed if mentions >= threshold * total}
            assert bits[match_row(lexicon, form)] == sum(1 << n for n in expected)


def match_row(lexicon: Lexicon, form: str) -> int:
    """The number of a form."""
    return next(iter(Matcher(lexicon, overlaps="all").spans(f"{form.upper()}o")))[2]


@pytest.mark.parametrize("least", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_probability_that_cannot_be_is_refused(matcher: Matcher, least: float) -> None:
    with pytest.raises(InputError, match="from 0 to 1"):
        Matcher(matcher.lexicon, labels=["city"], min_probability=least)


def test_a_probability_without_labels_is_refused(matcher: Matcher) -> None:
    with pytest.raises(InputError, match="give labels"):
        Matcher(matcher.lexicon, min_probability=0.5)


def test_the_engine_is_told(matcher: Matcher) -> None:
    assert matcher.engine in ("native", "portable")


@needs_native
def test_the_best_engine_is_chosen(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)
    assert Matcher(lexicon).engine == "native"


def test_the_environment_forces_the_portable_engine(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, "portable")
    assert Matcher(lexicon).engine == "portable"


@needs_native
def test_an_engine_asked_for_goes_before_the_environment(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, "portable")
    assert Matcher(lexicon, engine="native").engine == "native"


def test_without_a_compiled_scanner_the_portable_engine_runs(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)
    monkeypatch.setattr(compiled, "scan", None)
    assert Matcher(lexicon).engine == "portable"


def test_without_a_compiled_scanner_the_native_engine_is_refused(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "scan", None)
    with pytest.raises(InputError, match="install a C compiler and reinstall, or use"):
        Matcher(lexicon, engine="native")


# ---- what is refused ----------------------------------------------------------------------

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown label": ({"labels": ["namn"]}, "no label 'namn'; there are firstname_female"),
    "no labels": ({"labels": []}, "labels is empty: leave it out"),
    "an unknown engine": ({"engine": "fast"}, "engine='fast': choose auto, native or portable"),
    "unknown overlaps": ({"overlaps": "some"}, "overlaps='some': choose one of all, longest, best"),
}


@pytest.mark.parametrize(("options", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_option_is_refused(lexicon: Lexicon, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Matcher(lexicon, **options)


def test_an_unknown_engine_in_the_environment_is_refused(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, "fast")
    with pytest.raises(InputError, match="choose auto, native or portable"):
        Matcher(lexicon)


@pytest.mark.parametrize("text", [b"Elena", None, 7, ["Elena"]], ids=str)
def test_what_is_no_text_is_refused(matcher: Matcher, text: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: matcher.match(text),
        lambda: matcher.spans(text),
        lambda: matcher.match_many(["Elena", text]),
        lambda: matcher.spans_many([text]),
    ]
    for call in calls:
        with pytest.raises(InputError, match=r"must be str, not .*decode bytes first") as caught:
            call()
        assert isinstance(caught.value, Error)
        assert "Elena" not in str(caught.value)


# ---- threads and size ---------------------------------------------------------------------


def test_eight_threads_find_the_same(matcher: Matcher) -> None:
    texts = [f"{TEXT} {'x' * number}\u0308 {TEXT}" * (number + 1) for number in range(40)]
    expected = [matcher.spans(text) for text in texts]
    start = threading.Barrier(8)

    def scan(_: int) -> list[Spans]:
        start.wait()
        return [matcher.spans(text) for text in texts]

    with ThreadPoolExecutor(8) as threads:
        assert all(found == expected for found in threads.map(scan, range(8)))


@pytest.mark.parametrize("many", [False, True])
def test_other_threads_run_meanwhile(matcher: Matcher, many: bool) -> None:
    text = "inga namn i en lång text, bara ord " * 600_000

    def scan() -> None:
        matcher.spans_many([text]) if many else matcher.spans(text)

    # A thread that held the lock throughout would let no tick come between, in no try.
    assert any(ticks_during(scan) >= 3 for _ in range(TRIES))


def ticks_during(work: Callable[[], object]) -> int:
    """How often this thread could do something while another worked."""
    began, ended, ticks = [], [], []

    def timed() -> None:
        began.append(time.perf_counter())
        work()
        ended.append(time.perf_counter())

    thread = threading.Thread(target=timed)
    thread.start()
    while thread.is_alive():
        time.sleep(0.0005)
        ticks.append(time.perf_counter())
    thread.join()
    return sum(began[0] < tick < ended[0] for tick in ticks)


def test_ten_million_times_one_letter(matcher: Matcher) -> None:
    def match() -> None:
        assert [one.form for one in matcher.match("a" * 10_000_000 + " Elena")] == ["Elena"]

    assert quickest(lambda: seconds(match), 10) < 10


def test_ten_million_blanks(matcher: Matcher) -> None:
    def match() -> None:
        assert len(matcher.spans("Stora" + " " * 10_000_000 + "Nygatan")) == 1

    assert quickest(lambda: seconds(match), 10) < 10


@pytest.mark.full
def test_hundred_megabytes_in_one_line(matcher: Matcher) -> None:
    line = "Elena är lärare i Göteborg och bor inte på Stora Nygatan. "
    times = 100_000_000 // len(line)
    spans = matcher.spans(line * times)
    assert len(spans) == 4 * times
    assert spans.ends[-1] == len(line) * times - 2
