"""Readers of words and inflections, and the formats under them."""

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn_builders.merging.read_sources import read_source
from tacknamn_builders.readers import (
    babel,
    english_capitals,
    english_inflections,
    english_spelling,
    english_tags,
    english_words,
    hunspell,
    msgpack,
    saldo,
    us_census,
    wordfreq,
)
from tacknamn_builders.records import EnglishWord, Record, WordFrequency
from tacknamn_builders.sources.source_table import load_sources

RAW = Path(__file__).parent / "raw"
WORDFREQ = RAW / "wordfreq" / "3.1.1"
SALDO = RAW / "saldo" / "0.1.6"
ENGLISH = RAW / "english-words" / "0.1.6"
SPELLING = RAW / "english-spelling" / "0.1.7"
TAGS = RAW / "english-tags" / "0.20.1"
CAPITALS = RAW / "english-capitals" / "1.0.5"
INFLECTIONS = RAW / "english-inflections" / "0.2.3"
HUNSPELL = RAW / "hunspell-sv" / "2026.10.25"
BABEL = RAW / "babel" / "2.18.0"


def test_wordfreq_gives_zipf_frequencies() -> None:
    assert list(wordfreq.read(WORDFREQ, ["sv", "en"])) == [
        WordFrequency("är", "sv", 7.52),
        WordFrequency("det", "sv", 7.45),
        WordFrequency("att", "sv", 7.43),
        WordFrequency("och", "sv", 7.43),
        WordFrequency("anna", "sv", 4.96),
        WordFrequency("svensson", "sv", 4.5),
        WordFrequency("avlyssningsapparaturkonstruktörerna", "sv", 3.0),
        WordFrequency("the", "en", 7.7),
        WordFrequency("to", "en", 7.4),
        WordFrequency("anna", "en", 4.8),
    ]


def test_english_words_have_their_tags_and_begin_with_a_letter() -> None:
    assert list(english_words.read(ENGLISH)) == [
        EnglishWord("Anna", "NNP"),
        EnglishWord("the", "DT"),
        EnglishWord("to", "IN"),
        EnglishWord("to", "TO"),
        EnglishWord("too", "RB"),
    ]


def words_of(records: Iterator[EnglishWord]) -> list[tuple[str, str]]:
    return [(word.form, word.tag) for word in records]


def test_tags_have_the_capitals_that_english_writes() -> None:
    assert words_of(english_tags.read(TAGS)) == [
        ("Anna", "NNP"),
        ("Canadian", "JJ"),
        ("the", "DT"),
        ("government", "NN"),
        ("overall", "NN"),
        ("overall", "JJ"),
        ("too", "RB"),
        ("Texas", "NNP"),
    ]


VERB_TAGS = ("VB", "VBG", "VBZ", "VBD", "VBN")


def test_words_for_spelling_have_the_parts_of_speech_of_their_endings() -> None:
    assert words_of(english_spelling.read(SPELLING)) == [
        ("Brian", "NNP"),
        ("EU", "NNP"),
        ("Monday", "NNP"),
        ("Mondays", "NNPS"),
        ("Sally", "NNP"),
        ("Sallies", "NNPS"),
        ("hunter", "NN"),
        ("hunters", "NNS"),
        ("slow", "JJ"),
        ("slowly", "RB"),
        ("try", "NN"),
        ("tries", "NNS"),
        *zip(("try", "trying", "tries", "tried", "tried"), VERB_TAGS, strict=True),
        *zip(("bake", "baking", "bakes", "baked", "baked"), VERB_TAGS, strict=True),
    ]


def test_an_english_dictionary_without_a_count_is_refused(tmp_path: Path) -> None:
    (tmp_path / "en_US.dic").write_text("EU\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"en_US\.dic"):
        list(english_spelling.read(tmp_path))


def test_inflected_forms_have_the_tag_of_their_column() -> None:
    assert words_of(english_inflections.read(INFLECTIONS, "infl_lu.csv.gz")) == [
        ("Brian", "NNP"),
        ("Canadian", "JJ"),
        ("Canadian", "NNP"),
        ("Canadians", "NNPS"),
        ("anna", "NN"),
        ("annas", "NNS"),
        *zip(("go", "went", "gone", "going", "goes"), ("VB", "VBD", "VBN", "VBG", "VBZ"),
             strict=True),
        *zip(("likely", "likelier", "likeliest"), ("JJ", "JJR", "JJS"), strict=True),
        *zip(("likely", "likelier", "likeliest"), ("RB", "RBR", "RBS"), strict=True),
        ("spring", "NN"),
        ("springs", "NNS"),
        ("spring", "NNS"),
    ]  # fmt: skip


def test_a_word_with_a_capital_in_most_of_its_uses_is_a_name() -> None:
    assert words_of(english_capitals.read(CAPITALS)) == [("NHS", "NNP"), ("Brian", "NNP")]


@pytest.mark.parametrize("content", ["[]", "{", '{"NHS": "-13"}', '{"NHS": 1e9}', "[" * 10_000])
def test_words_without_logarithms_are_an_error(tmp_path: Path, content: str) -> None:
    (tmp_path / "en_lexeme_prob.json.gz").write_bytes(gzip.compress(content.encode()))
    source = load_sources()["english-capitals"]
    with pytest.raises(SourceError, match="source english-capitals"):
        list(read_source(source, tmp_path))


def test_names_of_the_census_have_a_capital() -> None:
    assert words_of(us_census.read(RAW / "us-census" / "0.3.0")) == [
        ("Smith", "NNP"),
        ("Bergeron", "NNP"),
        ("Tower", "NNP"),
        ("Anna", "NNP"),
        ("Peter", "NNP"),
    ]


@pytest.mark.parametrize("line", ["go", "go,preposition,went", ""])
def test_a_line_without_a_part_of_speech_is_an_error(tmp_path: Path, line: str) -> None:
    (tmp_path / "infl_lu.csv.gz").write_bytes(gzip.compress(f"{line}\n".encode()))
    with pytest.raises(SourceError, match=r"infl_lu\.csv\.gz: line 1 has no part of speech"):
        list(english_inflections.read(tmp_path, "infl_lu.csv.gz"))


def test_a_word_without_a_tag_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "en-lexicon.txt").write_text(";;; remark\nword\n", "utf-8")
    with pytest.raises(SourceError, match=r"en-lexicon\.txt: line 2 has no tag"):
        list(english_tags.read(tmp_path))


def test_a_name_of_the_census_without_its_share_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "dist.all.last").write_text("SMITH 1.006\n", "utf-8")
    for name in ("dist.female.first", "dist.male.first"):
        (tmp_path / name).write_text("", "utf-8")
    with pytest.raises(SourceError, match=r"dist\.all\.last: line 1 has 2 fields, not 4"):
        list(us_census.read(tmp_path))


def test_hunspell_keeps_plain_words() -> None:
    words = [word.form for word in hunspell.read(HUNSPELL)]
    assert words == ["abborre", "ord", "ros", "x-axel"]


def test_hunspell_without_a_count_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sv_SE_expanded.dic").write_text("ord/AX\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"sv_SE_expanded\.dic"):
        list(hunspell.read(tmp_path))


def test_hunspell_in_latin_1_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sv_SE_expanded.dic").write_bytes("1\nål/AX\n".encode("latin-1"))
    with pytest.raises(SourceError, match="utf-8"):
        list(hunspell.read(tmp_path))


HOSTILE_PACKS = {
    "nothing": "",
    "a string that is cut off": "92 a5 6162",
    "an array longer than the file": "dd ffffffff 90",
    "a string longer than the file": "91 db ffffffff 61",
    "a map longer than the file": "df 7fffffff a1",
    "a float": "91 cb 3ff0000000000000",
    "bytes": "91 c4 01 61",
    "an extension": "91 d4 01 61",
    "arrays without end": "91" * 2000 + "90",
    "a list as key": "81 90 01",
    "bytes that are not UTF-8": "91 a1 e5",
    "a tail": "90 90",
}


@pytest.mark.parametrize("data", HOSTILE_PACKS.values(), ids=HOSTILE_PACKS.keys())
def test_hostile_packs_are_refused(data: str) -> None:
    with pytest.raises(ValueError):
        msgpack.decode_msgpack(bytes.fromhex(data))


def test_every_cut_of_a_pack_is_refused() -> None:
    whole = gzip.decompress((WORDFREQ / "large_sv.msgpack.gz").read_bytes())
    for length in range(len(whole)):
        with pytest.raises(ValueError):
            msgpack.decode_msgpack(whole[:length])


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b"\x91\x82\xa6format\xa2cB\xa7version\x02"),
        gzip.compress(b"\x92\x82\xa6format\xa2cB\xa7version\x01\x01"),
        gzip.compress(b"\x92\x82\xa6format\xa2cB\xa7version\x01\x91\x01"),
        gzip.compress(b"\x90"),
        gzip.compress(b"\x92\x82\xa6format\xa2cB\xa7version\x01\x91\xa3ord")[:-12],
        b"<html>",
    ],
    ids=["version 2", "no list", "no word", "empty", "cut off", "no gzip"],
)
def test_word_lists_of_another_shape_are_named(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "large_sv.msgpack.gz").write_bytes(data)
    with pytest.raises(SourceError, match=r"large_sv\.msgpack\.gz"):
        list(wordfreq.read(tmp_path, ["sv"]))


@pytest.mark.parametrize("reader", [wordfreq.read, saldo.read, hunspell.read, babel.read])
def test_missing_files_are_named(
    reader: Callable[[Path], Iterator[Record]], tmp_path: Path
) -> None:
    with pytest.raises(SourceError, match="is missing"):
        list(reader(tmp_path))
