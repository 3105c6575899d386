"""Pseudonymized documents, with their originals put back."""

import json
import sys
from io import BytesIO
from pathlib import Path

import pytest

from tacknamn.errors import InputError
from tacknamn.formats.span_files import DocumentOrigin, DocumentSpan, SpanFileDocument
from tacknamn.replacement.keys import KEY_BYTES, read_key
from tacknamn.replacement.records import Record
from tacknamn.support.input_files import InputStream
from tacknamn.vault.restoring import (
    format_span_line,
    group_originals,
    read_span_lines,
    restore_text,
)
from tests import forks
from tests.reports import alone, environment
from tests.running_command import ESSAY, pseudonymize, under

PROGRAM = alone("tacknamn.cli.vault", "key", "reveal")
KEY = bytes(range(KEY_BYTES))
"""With about one key in 25, a name of the text is drawn for another of its names."""


def document(*spans: tuple[str, str, int], id: str = "essay-1") -> SpanFileDocument:
    """A text of pieces with labels and numbers, with ``och`` between."""
    text, made = "", []
    for piece, label, number in spans:
        made.append(DocumentSpan(len(text), len(text) + len(piece), label, number, (), None, None))
        text += f"{piece} och "
    return SpanFileDocument(DocumentOrigin("file", 1, id), text, tuple(made))


def test_originals_stand_there_again() -> None:
    records = [
        Record("surname", "Berg", "Lind", "essay-1"),
        Record("surname", "Dahl", "Lind", "essay-2"),
        Record("city", "Lund", "Falun", ""),
    ]
    text = document(("Lind", "surname", 1), ("Falun", "city", 1), ("läkare", "prof", 1))
    made = restore_text(text, group_originals(records))
    assert (made.text, made.done, made.doubtful) == ("Berg och Lund och läkare och ", 2, 0)
    assert "Berg" not in repr(made)


def test_numbers_tell_originals_apart_that_became_the_same() -> None:
    records = [Record("phone_nr", f"070-{number}", "000-0", "essay-1") for number in (1, 2)]
    text = document(*(("000-0", "phone_nr", number) for number in (1, 2, 1)))
    assert restore_text(text, group_originals(records)).text == "070-1 och 070-2 och 070-1 och "


def test_what_stays_in_doubt_stays_and_is_counted() -> None:
    records = [Record("surname", name, "Lind", "essay-1") for name in ("Berg", "Brg")]
    text = document(("Lind", "surname", 1), ("Lind", "surname", 1))
    made = restore_text(text, group_originals(records))
    assert (made.text, made.done, made.doubtful) == (text.text, 0, 2)


def test_documents_go_there_and_back(data: Path, tmp_path: Path) -> None:
    vault, key = tmp_path / "a.vault", tmp_path / "a.key"
    key.write_text(KEY.hex(), "ascii")
    assert read_key(key)
    texts = {f"d{at}": f"{ESSAY}Karin {at} och AMINA, Lisbets syster." for at in range(5)}
    besides = '"n": 1.00, "spans": []'
    lines = "".join(
        f'{{"id": "{id}", "text": {json.dumps(text)}, {besides}}}\n' for id, text in texts.items()
    )
    made = pseudonymize(
        "--from", "jsonl", "--vault", vault, "--key-file", key, "-q",
        given=lines.encode(), **under(tmp_path, data),
    )  # fmt: skip
    assert b"Amina" not in made.stdout
    words = ["reveal", str(vault), "--key-file", str(key), "--spans", "-"]
    command = [sys.executable, "-c", PROGRAM, *words]
    back = forks.run(command, environment(), given=made.stdout)
    assert back.returncode == 0
    assert {line["id"]: line["text"] for line in map(json.loads, back.stdout.splitlines())} == texts
    assert b" originals restored\n" in back.stderr


def test_a_line_keeps_what_it_has_besides() -> None:
    raw = '{"text": "Bo", "id": 3, "lang": "sv", "n": 1.00, "spans": []}\n{"id": 4, "text": "å", "spans": []}'
    source = InputStream("a.jsonl", BytesIO(b"\n" + raw.encode()))
    lines = [format_span_line(fields, read.text) for read, fields in read_span_lines(source)]
    assert lines == [
        '{"text": "Bo", "id": 3, "lang": "sv", "n": 1.00}', '{"id": 4, "text": "\\u00e5"}',
    ]  # fmt: skip


def test_a_field_twice_is_reported_with_its_line() -> None:
    source = InputStream("a.jsonl", BytesIO(b'{"id": 1, "text": "a", "text": "Bo", "spans": []}'))
    with pytest.raises(InputError, match="line 1: has a field twice"):
        list(read_span_lines(source))
