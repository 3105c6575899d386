"""Readers of words, inflections, countries and languages, and the formats under them."""

import gzip
import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Label
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
from tacknamn_builders.readers.automaton import Automaton
from tacknamn_builders.readers.plain_pickle import Placeholder, load_plain_pickle
from tacknamn_builders.records import EnglishWord, Inflection, Record, WordFrequency
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

DICTIONARY = sorted(
    line.encode("utf-8")
    for line in (
        "flicka+A+NN:OF:SIN:NOM:UTR",
        "flickor+Ca+NN:OF:PLU:NOM:UTR",
        "flickornas+Fa+NN:BF:PLU:GEN:UTR",
        "Göteborg+A+PM:NOM",
        "Göteborgs+B+PM:GEN",
        "lärare+A+NN:OF:PLU:NOM:UTR",
        "lärare+A+NN:OF:SIN:NOM:UTR",
        "städer+Fad+NN:OF:PLU:NOM:UTR",
        "svetsaren+B+NN:BF:SIN:NOM:UTR",
    )
)
"""The strings of the miniature automaton; ``städer`` loses five bytes but four letters."""


ENGLISH_DICTIONARY = sorted(
    line.encode("utf-8")
    for line in ("'ll+A+MD", "Anna+A+NNP", "the+A+DT", "to+A+IN", "to+A+TO", "too+A+RB")
)


def write_automaton(strings: list[bytes], table: bytes = b"\0+aeNO") -> bytes:
    """Write strings as a CFSA2 automaton: a trie, its last children beside their parents."""
    trie: dict[int, dict] = {}  # type: ignore[type-arg]  # a trie of tries
    for string in strings:
        node = trie
        for byte in string:
            node = node.setdefault(byte, {})
        node[-1] = {}
    arcs = bytearray(b"\x40^\x85\x80\x00")  # the root is right behind this arc, at offset 5
    pending = [(trie, -1)]
    while pending:
        node, patch = pending.pop()
        if patch >= 0:
            arcs[patch : patch + 3] = _target(len(arcs))
        _write_node(arcs, node, table, pending)
    return b"\\fsa\xc6\x00\x07" + bytes([len(table)]) + table + bytes(arcs)


def _write_node(
    arcs: bytearray,
    node: dict,  # type: ignore[type-arg]
    table: bytes,
    pending: list,  # type: ignore[type-arg]
) -> None:
    labels = [label for label in sorted(node) if label >= 0]
    for label in labels:
        child = node[label]
        last, ends, leaf = label == labels[-1], -1 in child, child.keys() <= {-1}
        place = max(table.find(label), 0)
        follows = last and not leaf
        arcs.append(0x80 * follows | 0x40 * last | 0x20 * ends | place)
        if not place:
            arcs.append(label)
        if not follows:
            arcs += _target(0)
        if not leaf:
            # Popped last in, first out: the child that follows must be pushed last.
            pending.append((child, -1 if follows else len(arcs) - 3))


def _target(offset: int) -> bytes:
    return bytes([0x80 | offset & 0x7F, 0x80 | offset >> 7 & 0x7F, offset >> 14])


def automaton(arcs: str) -> bytes:
    """Put a header before arcs in hexadecimal."""
    return b"\\fsa\xc6\x00\x07\x01\x00" + bytes.fromhex(arcs)


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


def test_saldo_gives_forms_with_base_and_tag() -> None:
    found = list(saldo.read(SALDO))
    assert found == [
        Inflection("Göteborg", "Göteborg", "PM:NOM"),
        Inflection("Göteborgs", "Göteborg", "PM:GEN"),
        Inflection("flicka", "flicka", "NN:OF:SIN:NOM:UTR"),
        Inflection("flickor", "flicka", "NN:OF:PLU:NOM:UTR"),
        Inflection("flickornas", "flicka", "NN:BF:PLU:GEN:UTR"),
        Inflection("lärare", "lärare", "NN:OF:PLU:NOM:UTR"),
        Inflection("lärare", "lärare", "NN:OF:SIN:NOM:UTR"),
        Inflection("städer", "stad", "NN:OF:PLU:NOM:UTR"),
        Inflection("svetsaren", "svetsare", "NN:BF:SIN:NOM:UTR"),
    ]


def test_miniature_dictionary_is_what_the_writer_writes() -> None:
    assert (SALDO / "swedish.dict").read_bytes() == write_automaton(DICTIONARY)


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


def test_miniature_english_dictionary_is_what_the_writer_writes() -> None:
    assert (ENGLISH / "english.dict").read_bytes() == write_automaton(ENGLISH_DICTIONARY)


def test_automaton_spells_what_was_written() -> None:
    dice = random.Random(2)
    strings = sorted(
        {bytes(dice.choices(b"abN+\xc3\xa5", k=dice.randint(1, 9))) for _ in range(500)}
    )
    written = Automaton(write_automaton(strings))
    assert list(written.tails(written.root)) == strings


DOUBLE_ARCS = "".join(
    f"0061 {_target(offset).hex()} 4062 {_target(offset).hex()}"
    for offset in range(3 + 10, 3 + 10 * 60, 10)
) + "2061 00 6062 00"  # fmt: skip
"""Sixty nodes of two arcs, both to the next: 600 bytes that spell more than a disk holds."""

HOSTILE_AUTOMATA = {
    "not one": b"PK\x03\x04",
    "cut off in the header": b"\\fsa\xc6\x00",
    "numbered nodes": b"\\fsa\xc6\x01\x07\x00\x40\x5e\x05",
    "no arcs": automaton(""),
    "an arc that leads out": automaton("405e 05 0000 4061 ff7f"),
    "a node without a last arc": automaton("405e 03 0061 03"),
    "a target without an end": automaton("405e ffffff"),
    "a label outside the table": automaton("405e 03 4500"),
    "a node that leads to itself": automaton("405e 03 4061 03"),
    "a circle of two nodes": automaton("405e 03 4061 06 4062 03"),
    "2^60 strings": automaton("405e 03" + DOUBLE_ARCS),
}


@pytest.mark.parametrize("data", HOSTILE_AUTOMATA.values(), ids=HOSTILE_AUTOMATA.keys())
def test_hostile_automata_are_refused(data: bytes, tmp_path: Path) -> None:
    folder = copytree(SALDO, tmp_path / "raw")
    (folder / "swedish.dict").write_bytes(data)
    with pytest.raises(SourceError, match=r"swedish\.dict is damaged"):
        list(saldo.read(folder))


def test_every_cut_of_an_automaton_is_refused() -> None:
    whole = write_automaton(DICTIONARY)
    for length in range(len(whole)):
        with pytest.raises(ValueError):
            Automaton(whole[:length])


@pytest.mark.parametrize(
    "text", ["form", "form+", "form+A", "form++tag", "form+A+", "a+C+tag", "å+B+tag"]
)
def test_analyses_of_another_shape_are_refused(text: str, tmp_path: Path) -> None:
    folder = copytree(SALDO, tmp_path / "raw")
    (folder / "swedish.dict").write_bytes(write_automaton([text.encode("utf-8")]))
    with pytest.raises(SourceError, match=r"swedish\.dict is damaged"):
        list(saldo.read(folder))


def test_saldo_with_another_encoder_is_refused(tmp_path: Path) -> None:
    folder = copytree(SALDO, tmp_path / "raw")
    (folder / "swedish.info").write_text("fsa.dict.separator=+\nfsa.dict.encoding=utf-8\n")
    with pytest.raises(SourceError, match=r"swedish\.info: fsa\.dict\.encoder"):
        list(saldo.read(folder))


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


def test_babel_countries_have_swedish_main_names() -> None:
    entries = [entry for entry in babel.read(BABEL) if entry.label is Label.COUNTRY]
    main = {entry.country: entry.form for entry in entries if entry.main}
    assert main == {"HK": "Hongkong", "LC": "S:t Lucia", "MM": "Myanmar", "SE": "Sverige"}
    forms = {entry.form for entry in entries if not entry.main}
    assert {"Hong Kong", "Hongkong SAR", "Burma", "Saint Lucia", "Sweden"} <= forms
    assert {"Trinidad and Tobago", "Côte d'Ivoire", "Côte d’Ivoire"} <= forms
    assert all(entry.key == f"country:{entry.country}" for entry in entries)


def test_groups_of_countries_are_not_countries() -> None:
    forms = {entry.form for entry in babel.read(BABEL)}
    assert forms.isdisjoint({"världen", "Europa", "world", "Ascension", "okänd region"})


def test_babel_languages_are_keyed() -> None:
    entries = [entry for entry in babel.read(BABEL) if entry.label is Label.LANGUAGE]
    found = [(entry.form, entry.key, entry.main) for entry in entries]
    assert found == [
        ("österrikisk tyska", "language:de_AT", True),
        ("hindi", "language:hi_Latn", True),
        ("hindi (latinsk)", "language:hi_Latn", False),
        ("svenska", "language:sv", True),
        ("Austrian German", "language:de_AT", False),
        ("Swedish", "language:sv", False),
    ]


class _Malice:
    """Pickles to a program that writes a file when it is unpickled."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[Callable[..., int], tuple[str]]:
        return self.target.write_text, ("run",)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_with_a_forbidden_name_runs_nothing(protocol: int, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    folder = copytree(BABEL, tmp_path / "raw")
    (folder / "sv.dat").write_bytes(pickle.dumps({"territories": _Malice(victim)}, protocol))
    with pytest.raises(SourceError, match=r"sv\.dat is damaged"):
        list(babel.read(folder))
    assert not victim.exists()


def test_plain_pickle_agrees_with_pickle() -> None:
    shared = ["a", ("b", 2, -70000, 1.5), {}]
    data = {"å": shared, ("x", 1): [shared, None, True, False, (), [], "ö" * 300], 3: {4: {5: 6}}}
    for protocol in (2, 4, 5):
        assert load_plain_pickle(pickle.dumps(data, protocol)) == data


def test_known_classes_become_placeholders() -> None:
    plural = load_plain_pickle((BABEL / "sv.dat").read_bytes(), babel._CLASSES)["plural_form"]
    assert isinstance(plural, Placeholder)
    assert plural.name == "babel.plural PluralRule"
    assert plural.state == [{"abstract": [("one", ("and", ["n", "is", 1]))]}]


NESTED_PAIRS = b"\x80\x02)q\x00" + b"h\x00h\x00\x86q\x00" * 60
"""A pair of pairs of pairs: 300 bytes whose hash takes 2^60 steps."""

HOSTILE_PICKLES = {
    "nothing": b"",
    "text": b"<html>",
    "no end": b"\x80\x02}",
    "two values": b"\x80\x02}}.",
    "a call": b"\x80\x02cos\nsystem\n(X\x02\x00\x00\x00lstR.",
    "a call of a known class": b"\x80\x02cbabel.plural PluralRule\n)R.",
    "an object of no class": b"\x80\x02})\x81.",
    "a persistent id": b"\x80\x02Pid\n.",
    "an item without a dictionary": b"\x80\x02]K\x01K\x02s.",
    "half a pair": b"\x80\x02}(K\x01u.",
    "a list as key": b"\x80\x02}]K\x01s.",
    "nested pairs as key": NESTED_PAIRS.replace(b"\x80\x02)", b"\x80\x02}q\x01)", 1)
    + b"0h\x01h\x00K\x01s.",
    "an unknown memory": b"\x80\x02h\x07.",
    "a text longer than the file": b"\x80\x02X\xff\xff\xff\x7fab.",
    "a thousand open lists": b"\x80\x02" + b"(" * 1000 + b".",
    "a value from below the mark": b"\x80\x02K\x01(K\x02\x86.",
}


@pytest.mark.parametrize("data", HOSTILE_PICKLES.values(), ids=HOSTILE_PICKLES.keys())
def test_hostile_pickles_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        load_plain_pickle(data, babel._CLASSES)


@pytest.mark.parametrize("data", [[], {"territories": []}, {"territories": {"SE": 1}}])
def test_locale_data_of_another_shape_is_refused(data: object, tmp_path: Path) -> None:
    (tmp_path / "sv.dat").write_bytes(pickle.dumps(data, 2))
    with pytest.raises(SourceError, match=r"sv\.dat: territories"):
        list(babel.read(tmp_path, ["sv"]))


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
