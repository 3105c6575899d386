"""Readers of automata: SALDO and English words with their parts of speech."""

import random
from pathlib import Path
from shutil import copytree

import pytest

from tacknamn.errors import SourceError
from tacknamn_builders.readers import saldo
from tacknamn_builders.readers.automaton import Automaton
from tacknamn_builders.records import Inflection

RAW = Path(__file__).parent / "raw"
SALDO = RAW / "saldo" / "0.1.6"
ENGLISH = RAW / "english-words" / "0.1.6"

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
