"""Texts that are too long to be searched as a whole: parts, offsets, and the memory they take."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.formats.records import InputDocument
from tacknamn.formats.registry import load_writer
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline import long_texts
from tacknamn.pipeline.long_texts import find_in_parts
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.replacement import readable_text
from tacknamn.support import packed_sequence
from tacknamn.support.packed_sequence import PackedSequence
from tacknamn.support.splice import join_pieces, splice
from tacknamn.text import windows
from tacknamn.text.windows import count_words, cut_parts
from tests.running_command import ESSAY, PROGRAMS, made_bundle, under

pytestmark = pytest.mark.slow

NAMES = "Amina Lind, Karin Berg, Lisbet Dahl, Göteborg, Malmö, Greta Holm, Uppsala, "
MEMORY = """
import os, sys
process = os.posix_spawn(sys.executable, [sys.executable, "-c", *sys.argv[2:]], os.environ)
_, status, usage = os.wait4(process, 0)
open(sys.argv[1], "w").write(str(usage.ru_maxrss // 1024))
sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_bundle(tmp_path_factory.mktemp("data"))


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a text of some hundred characters be long."""
    monkeypatch.setattr(windows, "PART", 200)
    monkeypatch.setattr(windows, "_SEARCHED", 100)
    for module in (long_texts, readable_text):
        monkeypatch.setattr(module, "LONGEST_AT_ONCE", 300)


@given(st.text("ab .\n", max_size=400), st.integers(1, 50))
def test_parts_are_the_whole_text(text: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "PART", size)
        patch.setattr(windows, "_SEARCHED", max(1, size // 2))
        parts = list(cut_parts(text))
    assert "".join(text[start:end] for start, end in parts) == text
    assert all(end - start <= size for start, end in parts)


@given(st.lists(st.text("Ab å\n", max_size=9), max_size=60))
def test_words_and_pieces_are_those_of_the_whole(words: list[str]) -> None:
    text = " ".join(words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "PART", 60)
        patch.setattr(windows, "_SEARCHED", 30)
        assert count_words(text) == len(text.split())
    for between in ("", "\n"):
        assert join_pieces(iter(words), between) == between.join(words)


def test_a_long_text_is_joined_in_its_order() -> None:
    text = "ab" * 40_000
    spans = [(at, at + 1, str(at)) for at in range(0, len(text), 2)]
    assert splice(text, iter(spans)) == "".join(f"{at}b" for at in range(0, len(text), 2))


@pytest.mark.usefixtures("small_parts")
def test_parts_of_a_long_text_give_what_each_gives(data: Path) -> None:
    one = Pseudonymizer(Lexicon.open(data), seed=2**70)
    text = "".join(f"{ESSAY}Nummer {number}.\n\n" for number in range(40))
    found = one.detect(text)
    alone = [
        (start + each.start, start + each.end, each.label)
        for start, end in cut_parts(text)
        for each in one.detect(text[start:end])
    ]
    assert [(each.start, each.end, each.label) for each in found] == alone
    for each in found:
        if each.finding is not None:
            assert each.start <= each.finding.start < each.finding.end <= each.end
    assert find_in_parts("", lambda part: []) == []


@pytest.mark.usefixtures("small_parts")
def test_a_person_has_one_name_in_all_parts(data: Path) -> None:
    document = Pseudonymizer(Lexicon.open(data), seed=2**70)(ESSAY * 40)
    drawn = {
        (ESSAY * 40)[span.start : span.end]: {
            other.replacement
            for other in document.spans
            if (ESSAY * 40)[other.start : other.end] == (ESSAY * 40)[span.start : span.end]
        }
        for span in document.spans
    }
    assert len(document.spans) == 160
    assert all(len(names) == 1 for names in drawn.values())
    assert document.text.count("Amina") == 0


SENTENCES = (
    "Jag heter Amina Lind och bor i Göteborg. ",
    "Karin Berg, 34 år, ringde 070-123 45 67 den 3 maj 2019.\n\n",
    "Min syster Lisbets chef heter Ahl\u00adgren. ",
    "Skriv till greta.holm@exempel.se eller ＡＭＩＮＡ i Malmö, 411 20 Göteborg. ",
    "Hennes bror محمد åker buss 17 till Uppsala. ",
    "KarinBerg läser 5-7 sidor, säger Linda Linnd. ",
    "Det regnar och hej. ",
)


@cache
def open_pseudonymizer(data: Path, profile: str) -> Pseudonymizer:
    return Pseudonymizer(Lexicon.open(data), profile=profile, seed=2**70)


@pytest.mark.parametrize("profile", ["swell", "clinic", "sms", "mask", "tab"])
@settings(max_examples=25)
@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=12))
def test_the_long_way_gives_what_the_short_way_gives(
    data: Path, profile: str, sentences: list[str]
) -> None:
    """The long way with a single part: the records are packed, and all else is as usual."""
    one = open_pseudonymizer(data, profile)
    text = "".join(sentences)
    with pytest.MonkeyPatch.context() as patch:
        short = describe(one, text)
        for module in (long_texts, readable_text):
            patch.setattr(module, "LONGEST_AT_ONCE", 0)
        patch.setattr(packed_sequence, "_AT_ONCE", 3)
        assert isinstance(one.detect(text), PackedSequence)
        assert describe(one, text) == short


def describe(one: Pseudonymizer, text: str) -> list[object]:
    """Everything that is made of a text."""
    document = one(text, "essay")
    input = InputDocument("essay", text)
    written = [load_writer(name)(document, input) for name in ("jsonl", "svala", "xml", "html")]
    explained = [document.explain(span) for span in document.spans]
    return [
        *(document.text, list(document.spans), list(document.places), document.warnings),
        *(list(document.detected), dict(document.unexamined), list(one.detect(text, True))),
        *(written, [each.rule for each in explained]),
    ]


@pytest.mark.usefixtures("small_parts")
def test_a_long_text_with_disguises_is_searched_in_parts(data: Path) -> None:
    one = Pseudonymizer(Lexicon.open(data), seed=2**70)
    part = "Jag heter Amina Lind och bor i Göte\u00adborg. Hennes bror är محمد.\n\n"
    found = one.detect(part * 40)
    assert [(part * 40)[each.start : each.end] for each in found] == [
        part[each.start : each.end] for each in one.detect(part)
    ] * 40
    document = one(part * 40)
    assert "Amina" not in document.text
    assert len(document.spans) == len(document.detected) == len(found)


@pytest.mark.usefixtures("small_parts")
def test_a_long_text_among_others_is_searched_in_parts(data: Path) -> None:
    one = Pseudonymizer(Lexicon.open(data), seed=2**70)
    texts = [ESSAY, ESSAY * 40, None, "", ESSAY * 30]
    alone = [None if text is None else one.detect(text) for text in texts]
    assert list(one.detect_many(texts)) == alone


def measure_memory(folder: Path, data: Path, command: str, text: str) -> int:
    """Return the peak memory of a command in MB."""
    (folder / "text.txt").write_text(text, "utf-8")
    words = [PROGRAMS[command], command, str(folder / "text.txt")]
    with (folder / "out").open("wb") as out:
        subprocess.run(
            [sys.executable, "-c", MEMORY, folder / "peak", *words],
            env=under(folder, data), stdout=out, check=True,
        )  # fmt: skip
    return int((folder / "peak").read_text("ascii"))


@pytest.mark.skipif(sys.platform != "linux", reason="measures as Linux does")
@pytest.mark.parametrize("command", ["pseudonymize", "detect"])
def test_memory_of_a_text_full_of_names(tmp_path: Path, data: Path, command: str) -> None:
    """A tenth of what it was when the text was searched as a whole, and lists kept its records."""
    small = measure_memory(tmp_path, data, command, NAMES)
    large = measure_memory(tmp_path, data, command, NAMES * 8000)  # 600 kB
    assert large - small < 45


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="measures as Linux does")
@pytest.mark.parametrize("command", ["pseudonymize", "detect"])
def test_memory_of_long_lines(tmp_path: Path, data: Path, command: str) -> None:
    """``pytest -s -m full -k long_lines`` prints the figures."""
    names = NAMES * (5_000_000 // len(NAMES.encode()))
    line = "Det regnar och jag bor i Göteborg. Amina heter hon, och det slut. " * 745_000
    for title, text, most in (("names", names, 400), ("one line", line[:50_000_000], 600)):
        peak = measure_memory(tmp_path, data, command, text)
        sys.stdout.write(
            f"{command}: {len(text.encode()) / 1e6:.0f} MB of {title} take {peak} MB\n"
        )
        assert peak < most
