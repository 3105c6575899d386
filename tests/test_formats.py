"""Documents come out of a file and go into one, and nothing but the spans changes."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.formats.jsonl import write_detections
from tacknamn.formats.records import LONGEST_DOCUMENT, InputDocument, ReadOptions
from tacknamn.formats.registry import FORMATS, Format, guess_format, load_writer, read_inputs
from tacknamn.pipeline.document import Document
from tacknamn.svala.building import build_graph
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import GraphSpan
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_source_text, get_target_text
from tests.formats_making import document, documents, read, span, texts, untouched, written

BAD_FILES = json.loads(Path("tests/cases/formats_bad_files.json").read_text("utf-8"))
LETTER = "Elsa bor i Lund. Ring Elsa!"


def content_of(case: dict[str, Any]) -> bytes:
    if "latin1" in case:
        return str(case["latin1"]).encode("latin1")
    if "repeat" in case:
        piece, times, end, *start = case["repeat"]
        return bytes("".join(start) + piece * times + end, "utf-8")
    return str(case["content"]).encode("utf-8")


@pytest.mark.parametrize("case", BAD_FILES, ids=lambda case: f"{case['format']}: {case['message']}")
def test_a_bad_file_ends_in_one_error_that_quotes_nothing(case: dict[str, Any]) -> None:
    columns, head = tuple(case.get("columns", ())), case.get("head", True)
    reading = ReadOptions(columns, case.get("delimiter", ""), head)
    with pytest.raises(InputError) as caught:
        read(content_of(case), case["format"], reading)
    message = str(caught.value)
    assert case["message"] in message
    assert "Elsa" not in message
    assert "\n" not in message
    assert case["format"] == "nothing" or message.startswith("essays")
    assert message.count("essays") <= 1


@pytest.mark.parametrize("format", [name for name, known in FORMATS.items() if known.reads])
def test_what_is_larger_than_a_document_is_refused(format: str) -> None:
    class Endless(io.RawIOBase):
        """A file of one line that ends late, and is not there at once."""

        left = LONGEST_DOCUMENT + (1 << 21)

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            size = min(len(buffer), self.left)
            buffer[:size] = b"a" * size
            self.left -= size
            return size

    start = {"xml": b"<document>", "portal": b"<swell>", "csv": b'a\n"'}.get(format, b"")

    class Started(Endless):
        waiting = start

        def readinto(self, buffer: Any) -> int:
            if self.waiting:
                size = len(self.waiting)
                buffer[:size], self.waiting = self.waiting, b""
                return size
            return super().readinto(buffer)

    from tacknamn.support.input_files import InputStream

    source = InputStream("essays", io.BufferedReader(Started()))
    with pytest.raises(InputError):
        list(read_inputs(source, format, ReadOptions(("a",))))


@given(texts)
def test_every_character_of_a_text_survives(text: str) -> None:
    raw = text.encode("utf-8")
    if raw:
        assert written("text", untouched(read(raw, "text"))) == raw


@pytest.mark.parametrize("text", ["a\r\nb\rc\n", "\ufeffa", "a\u2028b\u2029\x85", "\r"])
def test_line_ends_and_marks_survive_in_files(text: str, tmp_path: Path) -> None:
    path = tmp_path / "essay.txt"
    path.write_bytes(text.encode("utf-8"))
    [input] = read_inputs(path)
    assert input.text == text
    assert written("text", [(document(input.text), input)]) == path.read_bytes()


@given(documents())
def test_a_text_is_the_pseudonymized_text(pseudonymized: Document) -> None:
    assert (
        load_writer("text")(pseudonymized, InputDocument("1", pseudonymized.original))
        == pseudonymized.text
    )


@given(documents())
def test_a_graph_is_read_back_as_it_was_written(pseudonymized: Document) -> None:
    raw = written("svala", [(pseudonymized, InputDocument("1", pseudonymized.original))])
    assert find_violations(read_graph(raw.decode("utf-8"))) == ()
    [back] = read(raw, "svala")
    assert back.graph == pseudonymized.graph
    assert back.text == pseudonymized.original == get_source_text(pseudonymized.graph)
    assert get_target_text(pseudonymized.graph) == pseudonymized.text


def test_notes_and_comments_survive_in_graphs() -> None:
    graph = build_graph(
        LETTER, [GraphSpan(0, 4, "Ida", ("extra", "1", "OBS!"), comment="vem?")], "om texten"
    )
    [back] = read(write_graph(graph).encode("utf-8"), "svala")
    assert back.graph == graph
    assert back.graph.comment == "om texten"


def test_labels_of_old_graphs_are_read_by_their_names_of_today() -> None:
    graph = build_graph(LETTER, [GraphSpan(11, 15, "Umeå", ("city-SWE", "1"))])
    [back] = read(write_graph(graph).encode("utf-8"), "svala")
    assert back.graph is not None
    assert ("city", "1") in {edge.labels for edge in back.graph.edges}


def test_the_service_answers_on_one_line_and_says_what_it_holds_back() -> None:
    pseudonymized = document("Hej Elsa", span("Hej Elsa", "Elsa", "firstname_female", "Ida"))
    service = load_writer("service")
    assert json.loads(service(pseudonymized, InputDocument("1", pseudonymized.original))) == [
        [{"string": "Hej", "label": []}, {"string": "Elsa", "label": []}]
    ]
    assert len(service.warnings(pseudonymized)) == 1
    assert "Elsa" not in service.warnings(pseudonymized)[0]
    assert service.warnings(document("Hej Elsa")) == ()


@pytest.mark.parametrize("format", FORMATS.values(), ids=lambda format: format.name)
def test_every_format_can_be_written(format: Format) -> None:
    original = "Elsa är sjuk."
    pseudonymized = document(original, span(original, "Elsa", "firstname_female", "Ida", 1, "gen"))
    if format.name == "csv":
        inputs = read(f"a\n{original}\n".encode(), "csv", ReadOptions(("a",)))
    else:
        inputs = [InputDocument("essay 7", original)]
    told = written(format.name, [(pseudonymized, inputs[0])]).decode("utf-8")
    assert "sjuk" in told
    assert format.name in ("review", "service", "tab") or "Ida" in told
    # The answer of the service has the original of the last word only.
    assert ("Elsa" in told) == (format.original and format.name != "service")


NOTES = [
    span(LETTER, "Elsa", "firstname_female", "Ida", 1, "OBS!")._replace(comment="hette Ebba"),
    span(LETTER, "bor", "OBS!", "bor", 0)._replace(comment="rättat av Sixten"),
    span(LETTER, "Lund", "city", "Umeå", 1, "Com!")._replace(comment="stavfel"),
]
"""Two internal notes, and one for the users of the corpus."""


def noted_document() -> tuple[Document, InputDocument]:
    noted = document(LETTER, *NOTES)
    graph = replace(noted.graph, comment="skriven av Torvald")
    return replace(noted, corrected=graph), InputDocument("1", LETTER, graph)


@pytest.mark.parametrize(
    "format",
    [format for format in FORMATS.values() if not (format.original or format.needs_same)],
    ids=lambda format: format.name,
)
def test_no_format_for_publication_has_internal_notes(format: Format) -> None:
    told = written(format.name, [noted_document()]).decode("utf-8")
    for word in ("OBS!", "Ebba", "Sixten", "Torvald"):
        assert word not in told
    if format.has_labels:
        assert "Com!" in told and "stavfel" in told


@pytest.mark.parametrize("format", ["xml", "jsonl", "svala", "portal"])
def test_notes_stay_in_files_of_work(format: str) -> None:
    told = written(format, [noted_document()], with_notes=True).decode("utf-8")
    for word in ("OBS!", "Ebba", "Sixten", "Com!", "stavfel"):
        assert word in told
    assert ("Torvald" in told) == (format != "jsonl")  # which has no place for it


def test_a_comment_on_an_internal_and_a_public_note_is_internal() -> None:
    both = NOTES[2]._replace(affixes=("OBS!", "Com!"))
    told = written("xml", [(document(LETTER, both), InputDocument("1", LETTER))]).decode("utf-8")
    assert 'affixes="Com!"' in told and "comment" not in told and "OBS!" not in told


def test_notes_that_are_left_out_are_told() -> None:
    [warning] = load_writer("xml").warnings(noted_document()[0])
    assert "--with-notes" in warning
    assert load_writer("xml", with_notes=True).warnings(noted_document()[0]) == ()
    assert load_writer("xml").warnings(document(LETTER, NOTES[2])) == ()


def test_a_piece_replaced_with_a_note_alone_stays_replaced() -> None:
    alone = span(LETTER, "Elsa", "OBS!", "Ida", 0)
    told = written("xml", [(document(LETTER, alone), InputDocument("1", LETTER))]).decode("utf-8")
    assert '<extra action="replace">Ida</extra> bor' in told


def test_only_a_table_becomes_a_table() -> None:
    with pytest.raises(InputError, match="only be written from csv"):
        written("csv", [(document("a"), InputDocument("1", "a", location="a.txt"))])


def test_what_is_no_document_is_written_by_its_own_format_alone() -> None:
    [kept] = read(b"a,b\n", "csv", ReadOptions(("a",)))
    assert kept.is_trailer
    assert written("csv", untouched([kept])) == b"a,b\n"
    assert written("text", untouched([kept])) == b""


def test_records_do_not_show_texts() -> None:
    [input] = read(b"a,b\nElsa,2\n", "csv", ReadOptions(("a",)))
    assert "Elsa" not in repr(input)


@pytest.mark.parametrize(
    ("name", "format"),
    [("a.txt", "text"), ("a", "text"), ("A.JSON", "svala"), ("a.b.tsv", "csv"), ("-", "text")],
)
def test_the_name_of_a_file_says_its_format(name: str, format: str) -> None:
    assert guess_format(name) == format


def test_detected_spans_are_a_line_of_their_own() -> None:
    found = [(0, 4, "PER"), (11, 15, "LOC")]
    assert write_detections(InputDocument("a.txt", LETTER), found) == (
        '{"id": "a.txt", "spans": [[0, 4, "PER"], [11, 15, "LOC"]]}\n'
    )
    [input] = read(b'{"id": 7, "text": "Elsa"}', "jsonl")
    assert write_detections(
        input, document("Elsa", span("Elsa", "Elsa", "surname", "Ek")).spans
    ) == ('{"id": 7, "spans": [[0, 4, "surname"]]}\n')


GOOD_FILES = {
    "text": b"Elsa bor i Lund.",
    "svala": write_graph(build_graph(LETTER)).encode("utf-8"),
    "xml": b'<documents><document id="a">Hej <city number="1">Lund</city>.</document></documents>',
    "portal": b"<swell><essays><essay><content>Elsa</content></essay></essays></swell>",
    "jsonl": b'{"id": 1, "text": "Elsa", "x": [1.5, null]}\n{"id": 2, "text": "Ida"}\n',
    "csv": b'a,b\n1,"Elsa, Ida"\n2,\n',
}


@given(
    st.sampled_from(sorted(GOOD_FILES)),
    st.lists(st.tuples(st.integers(0, 99), st.integers(0, 5), st.binary(max_size=3)), max_size=4),
)
def test_a_file_with_faults_is_read_or_ends_in_one_error(
    format: str, faults: list[tuple[int, int, bytes]]
) -> None:
    raw = GOOD_FILES[format]
    for start, size, new in faults:
        raw = raw[:start] + new + raw[start + size :]
    try:
        inputs = read(raw, format, ReadOptions(("1",)))
    except InputError as exc:
        assert "Elsa" not in str(exc)
        assert str(exc).isprintable()
    else:
        written(format, untouched(inputs))
