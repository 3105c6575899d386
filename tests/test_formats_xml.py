"""XML of both forms holds every text, and files that mean harm end in an error."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given

from tacknamn.errors import InputError
from tacknamn.formats.records import InputDocument
from tacknamn.formats.xml_text import escape_content, quote_attribute, unescape_attribute
from tacknamn.pipeline.document import Document
from tacknamn.records import Action
from tacknamn.svala.building import build_graph
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import GraphSpan
from tacknamn.svala.texts import get_source_text, list_spans
from tacknamn.taxonomy.reader import load_taxonomy
from tests.formats_making import document, documents, read, span, texts, untouched, written

TAXONOMY = load_taxonomy()
LETTER = "Elsa bor i Lund."
PORTAL = """<?xml version="1.0" encoding="utf-8"?>
<!-- from the school -->
<swell source="A">
  <meta>
    <student id="1" swedish_where="p&amp;å &lt;kurs&gt;">
      <language situation="Modersmål">Norska</language>
    </student>
    <task id="2" grading_scale="CEFR"/>
  </meta>
  <essays>
    <essay student="1" task="2" grade="B2">
      <extra name="x">1 &amp; 2</extra>
      <content>Elsa &amp; Ida
bor i Lund.</content>
    </essay>
    <essay student="1" task="2">
      <content type="svala" normalized="no" annotated="yes">
        GRAPH
      </content>
      <content type="raw" normalized="yes">Hej.</content>
    </essay>
  </essays>
</swell>
"""


def portal_file(graph: str) -> bytes:
    return PORTAL.replace("GRAPH", graph.replace("&", "&amp;").replace("<", "&lt;")).encode("utf-8")


GRAPH = build_graph(LETTER, [GraphSpan(11, 15, "Umeå", ("city", "1", "Com!"), comment="x < y")])


@given(texts)
def test_any_text_can_be_an_attribute(text: str) -> None:
    root = ElementTree.fromstring(f"<a b={quote_attribute(text)}/>")
    assert unescape_attribute(root.attrib["b"]) == text


@given(texts)
def test_any_text_can_be_content(text: str) -> None:
    root = ElementTree.fromstring(f"<a>{escape_content(text)}</a>")
    parts = [root.text or ""]
    for element in root:
        parts += [chr(int(element.attrib["code"], 16)), element.tail or ""]
    assert "".join(parts) == text


@given(documents())
def test_inline_tags_give_back_the_text_and_its_spans(pseudonymized: Document) -> None:
    pair = (pseudonymized, InputDocument("essay 7", pseudonymized.original))
    [back] = read(written("xml", [pair], with_notes=True), "xml")
    assert (back.id, back.text) == ("essay 7", pseudonymized.text)
    spans = [
        (start, end, (span.label, *([str(span.number)] if span.number else ()), *span.affixes))
        for span, (start, end) in zip(pseudonymized.spans, pseudonymized.places, strict=True)
        if start < end and pseudonymized.text[start:end].strip() and TAXONOMY.find(span.label)
    ]
    if spans:
        assert back.graph is not None
        labels = {label for edge in back.graph.edges for label in edge.labels}
        # Spans that share a word with the one before have the main label of that one.
        assert labels >= set(spans[0][2])
        assert get_source_text(back.graph) == pseudonymized.text


def test_inline_tags_are_named_like_labels() -> None:
    pseudonymized = document(
        LETTER,
        span(LETTER, "Elsa", "firstname_female", "Ida", 1, "gen"),
        span(LETTER, "Lund", "city", "Lund", 0),
    )
    assert written("xml", [(pseudonymized, InputDocument("1", LETTER))]).decode("utf-8") == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<documents>\n'
        '<document id="1" profile="swell" language="sv" xml:space="preserve">'
        '<firstname_female number="1" affixes="gen" action="replace">Ida</firstname_female> bor i '
        '<city action="mark">Lund</city>.</document>\n</documents>\n'
    )


@pytest.mark.parametrize("label", ["span", "document", "character", "xmlish", "Ö", "a b", "1a"])
def test_a_label_that_is_no_element_is_an_attribute(label: str) -> None:
    pseudonymized = document(LETTER, span(LETTER, "Elsa", label, "Ida"))
    raw = written("xml", [(pseudonymized, InputDocument("1", LETTER))])
    assert f'<span label="{label}" number="1"'.encode() in raw
    [back] = read(raw, "xml")
    assert back.text == pseudonymized.text
    assert back.graph is None


def test_what_nobody_has_looked_at_is_not_taken_for_settled() -> None:
    [back] = read(b"<document><person>Elsa</person> i <ort>Lund</ort></document>", "xml")
    assert (back.text, back.graph) == ("Elsa i Lund", None)
    [back] = read(b"<document><span label='firstname:female'>Elsa</span></document>", "xml")
    assert back.graph is not None
    assert list_spans(back.graph)[0].labels == ("firstname_female",)


def test_several_documents_stand_in_one_file() -> None:
    inputs = [InputDocument("a", "Elsa"), InputDocument("b", "\r\nIda\n"), InputDocument("c", "")]
    back = read(written("xml", untouched(inputs)), "xml")
    assert [(input.id, input.text) for input in back] == [
        (input.id, input.text) for input in inputs
    ]
    assert [input.location for input in back] == [f"essays, line {line}" for line in (3, 4, 7)]
    assert read(written("xml", []), "xml") == []


def test_a_comment_of_an_annotator_survives_inline() -> None:
    noted = span(LETTER, "Elsa", "extra", "Ida", 1, "Com!")._replace(comment='"a"\n\\\x0b')
    [back] = read(written("xml", [(document(LETTER, noted), InputDocument("1", LETTER))]), "xml")
    assert back.graph is not None
    assert [span.comment for span in list_spans(back.graph)] == ['"a"\n\\\x0b']


def test_notes_without_a_label_survive_inline() -> None:
    noted = span(LETTER, "Elsa", "Com!", "Elsa", 0, "OBS!")._replace(
        comment="who?", action=Action.MARK
    )
    graph = replace(build_graph(LETTER), comment="of <the> essay")
    pair = (document(LETTER, noted), InputDocument("1", LETTER, graph))
    [back] = read(written("xml", [pair], with_notes=True), "xml")
    assert back.graph is not None
    assert back.graph.comment == "of <the> essay"
    assert [(span.labels, span.comment) for span in list_spans(back.graph)] == [
        (("Com!", "OBS!"), "who?")
    ]


def test_a_portal_file_is_read() -> None:
    first, second, third, rest = read(portal_file(write_graph(GRAPH)), "xml", name="a.xml")
    assert (first.id, first.text) == ("1-2", "Elsa & Ida\nbor i Lund.")
    assert first.location == "a.xml, line 13"
    assert (second.id, second.text, second.graph) == ("1-2-2", LETTER, GRAPH)
    assert (third.id, third.text) == ("1-2-2-2", "Hej.")
    assert rest.is_trailer


def test_a_portal_file_keeps_all_but_its_contents() -> None:
    raw = portal_file(write_graph(GRAPH))
    inputs = read(raw, "portal")
    pairs = [
        (document(input.text) if input.graph is None else document_of(input), input)
        for input in inputs
    ]
    told = ElementTree.fromstring(written("portal", pairs))
    before = ElementTree.fromstring(raw)
    contents = told.findall(".//content")
    assert [content.attrib for content in contents] == [
        {"type": "svala"},
        {"type": "svala", "normalized": "no", "annotated": "yes"},
        {"type": "svala", "normalized": "yes"},
    ]
    assert read_graph(contents[1].text or "") == GRAPH
    assert get_source_text(read_graph(contents[0].text or "")) == "Elsa & Ida\nbor i Lund."
    for content in (*before.findall(".//content"), *contents):
        content.attrib, content.text = {}, ""
    assert ElementTree.tostring(told) == ElementTree.tostring(before)
    assert b"<!-- from the school -->" in written("portal", pairs)


def document_of(input: InputDocument) -> Document:
    """A document whose graph is the one that was read."""
    made = document(input.text)
    object.__setattr__(made, "corrected", input.graph)
    return made


def test_a_portal_file_written_twice_stays_the_same() -> None:
    once = written("portal", untouched(read(portal_file(write_graph(GRAPH)), "portal")))
    assert written("portal", untouched(read(once, "portal"))) == once


@given(documents())
def test_documents_of_other_files_become_a_portal_file(pseudonymized: Document) -> None:
    raw = written(
        "portal", [(pseudonymized, InputDocument("essay \ufffe7", pseudonymized.original))] * 2
    )
    first, second, rest = read(raw, "xml")
    assert first.graph == second.graph == pseudonymized.graph
    assert (first.id, second.id, rest.is_trailer) == ("unknown-unknown", "unknown-unknown-2", True)


def test_a_portal_file_without_essays_stays() -> None:
    raw = b'<swell source="A"><meta><student id="1"/></meta></swell>'
    inputs = read(raw, "portal")
    assert [input.is_trailer for input in inputs] == [True]
    told = ElementTree.fromstring(written("portal", untouched(inputs)))
    assert [element.attrib for element in told.iter()] == [{"source": "A"}, {}, {"id": "1"}]


@pytest.mark.parametrize("around", [b"<!--%s-->", b'<documents a="%s"/>', b"<?a %s?>"])
def test_a_tag_without_end_is_refused_early(around: bytes) -> None:
    with pytest.raises(InputError, match="longer than"):
        read(around % (b"a" * (9 << 20)), "xml")


def test_files_in_other_encodings_are_read() -> None:
    text = '<?xml version="1.0" encoding="{}"?><document>å</document>'
    for encoding in ("iso-8859-1", "utf-16", "windows-1252"):
        assert read(text.format(encoding).encode(encoding), "xml")[0].text == "å"


def test_cdata_is_text() -> None:
    assert read(b"<document>a<![CDATA[<b> & ]]]]><![CDATA[>]]></document>", "xml")[0].text == (
        "a<b> & ]]>"
    )
