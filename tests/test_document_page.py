"""The page of a pseudonymized text: both texts to the letter, and nothing else from them."""

import re
import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.profiles.reader import read_profile
from tacknamn.records import Action, Detection, Span
from tacknamn.reports.document_page import (
    LEAST_LETTERS,
    render_document_page,
    split_rows,
    stream_document_page,
)
from tacknamn.reports.visible_text import PIECE_LENGTH, render_visible
from tests.reports import PageReader
from tests.timing import quickest, seconds

HOSTILE = (
    "</bdi></a></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&lt;\u2028\ud800"
)
ODD = re.compile(r"U\+([0-9A-F]{4,6})(?: ×([0-9]+))?")
SECONDS = 8.0
"""For what takes two on a slow machine, and would take minutes if time grew with its square."""


# ---- documents --------------------------------------------------------------------------


Part = str | tuple[str, str] | tuple[str, str, str]
SWELL = read_profile("swell")
NO_LISTS = cast(Lexicon, None)
"""Of documents whose spans stand in no list."""


def made(original: str, spans: Iterable[Span], **more: Any) -> Document:
    """A document of some spans."""
    facts: dict[str, Any] = {"profile": SWELL, "language": "sv", "lexicon": NO_LISTS} | more
    return Document(original, tuple(spans), **facts)


def document(*parts: Part, **more: Any) -> Document:
    """A document of words that stay, and of (original, replacement, label) that do not.

    Without a replacement the piece is only marked."""
    original = ""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, str):
            original += part
            continue
        before, behind, label = (*part, "firstname_female")[:3]
        action = Action.REPLACE if behind else Action.MARK
        start, end = len(original), len(original) + len(before)
        found = Detection(start, end, label, "list")
        number = len(spans) + 1
        spans.append(Span(start, end, label, behind or before, number, ("gen",), action, found))
        original += before
    return made(original, spans, **more)


LETTER = document("Hej, jag heter ", ("Annas", "Elsas"), " och är ", ("läkare", "", "prof"), ".\r\n",
                  "Jag bor i ", ("Umeå", "Lund", "city"), ".\n\n", ("070-1", "000-0", "phone_nr"))  # fmt: skip
HOSTILE_LETTER = document(HOSTILE, (HOSTILE, HOSTILE + "x", HOSTILE), (HOSTILE, "", HOSTILE),
                          name=HOSTILE, language=HOSTILE, profile=replace(SWELL, name=HOSTILE),
                          warnings=(HOSTILE,))  # fmt: skip
EMPTY = document()


class Texts(HTMLParser):
    """Reads both texts back from a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sides: list[list[str]] = [[], []]
        self._cell = -1
        self._open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if facts.get("role") == "row":
            self._cell = -1
        self._cell += facts.get("role") == "cell"
        self._open.append(facts.get("role") or facts.get("class") or tag)
        match = ODD.fullmatch(facts.get("title", "")) if facts.get("class") == "odd" else None
        if match and "cell" in self._open:
            self.sides[self._cell].append(chr(int(match[1], 16)) * int(match[2] or 1))

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if "cell" in self._open and not {"odd", "tag"} & set(self._open):
            self.sides[self._cell].append(data)

    @property
    def read(self) -> list[str]:
        return ["".join(side) for side in self.sides]


def texts(page: str) -> list[str]:
    # All elements of the body have an end; the reader relies on it.
    return Texts(page[page.index("<main>") : page.index("</body>")]).read


# ---- both texts -------------------------------------------------------------------------


@pytest.mark.parametrize("explain", [False, True])
def test_both_texts_are_there_to_the_letter(explain: bool) -> None:
    for letter in (LETTER, HOSTILE_LETTER):
        assert texts(render_document_page(letter, explain)) == [letter.original, letter.text]


SIGNS = st.text(
    st.one_of(st.characters(exclude_categories=()), st.sampled_from("\r\n\t &<\0\u202e"))
)
SPANS = st.tuples(SIGNS, SIGNS, st.sampled_from(["city", "NRIC", "prof"]))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(SIGNS, SPANS, st.just("en lång rad till\n" * 9)), max_size=12))
def test_any_text_can_be_read_back(parts: list[Any]) -> None:
    letter = document(*parts)
    page = render_document_page(letter)
    assert texts(page) == [letter.original, letter.text]
    assert page.encode("utf-8") and "\r" not in page and "\0" not in page
    assert texts(render_document_page(letter, original=False)) == [letter.text, ""]


def test_pieces_are_the_page() -> None:
    long = document("a" * (PIECE_LENGTH - 1) + "\r\n" + "b" * PIECE_LENGTH, ("Anna", "Elsa"))
    written = list(stream_document_page(long, True))
    assert "".join(written) == render_document_page(long, True)
    assert max(map(len, written)) < 2 * PIECE_LENGTH
    assert render_visible("a\r\n") in render_document_page(long)


def test_rows_are_cut_at_line_ends_outside_spans() -> None:
    text = "kort\n" * 100 + "x\ny" + "\n" * 300
    cut = list(split_rows(text, document("kort\n" * 100, ("x\ny", "z")).spans))
    assert [part for row in cut for part in row if part.span == 0] == [(500, 503, 0)]
    joined = "".join(text[part.start : part.end] for row in cut for part in row)
    assert joined == text
    for row in cut[:-1]:
        piece = text[row[0].start : row[-1].end]
        assert piece.endswith("\n") and len(piece) >= LEAST_LETTERS


def test_a_paragraph_is_a_row() -> None:
    paragraph = "ord " * LEAST_LETTERS + "\n\n"
    assert [len(row) for row in split_rows(paragraph * 5, ())] == [1] * 5


def test_long_words_and_white_space_are_shown_as_they_are() -> None:
    page = render_document_page(document("a\tb  c\n\n d"))
    assert "a\tb  c\n\n d" in page
    (text,) = re.findall(r"^\.text \{([^}]*)\}", page, re.MULTILINE)
    assert "white-space: pre-wrap" in text and "overflow-wrap: break-word" in text


# ---- what cannot be seen ----------------------------------------------------------------


def test_control_characters_are_seen() -> None:
    assert render_visible("\0") == '<i class="odd" dir="ltr" title="U+0000">NUL</i>'
    assert render_visible("\x7f\u202e") == (
        '<i class="odd" dir="ltr" title="U+007F">U+007F</i><i class="odd" dir="ltr" title="U+202E">U+202E</i>'
    )
    assert (
        render_visible("\0" * 5000) == '<i class="odd" dir="ltr" title="U+0000 ×5000">NUL ×5000</i>'
    )
    assert render_visible("\r\n") == '<i class="odd" dir="ltr" title="U+000D">CR</i>\n'
    assert render_visible("a\rb") == 'a<i class="odd" dir="ltr" title="U+000D">CR\n</i>b'


def test_whatever_has_no_shape_is_named() -> None:
    joiners = "\u200c\u200d"
    signs = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
    for code in range(sys.maxunicode + 1):
        letter = chr(code)
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            named = letter not in "\t\n" + joiners + signs
            assert render_visible(letter).startswith("<i") == named, hex(code)


def test_letters_and_blanks_of_every_language_stay() -> None:
    text = "Å ä ö é سلام שלום 漢字 👩‍👩‍👧 a\u0301 \xa0\u2009\t\n"
    assert render_visible(text) == text


def test_right_to_left_text_turns_nothing_else() -> None:
    page = render_document_page(document("Jag heter ", ("سلمى", "مريم"), " 12."))
    assert "<bdi>سلمى</bdi>" in page and "<bdi>مريم</bdi>" in page
    assert 'class="text" dir="ltr"' in page and page.count('class="tag" dir="ltr"') == 1
    assert (
        render_document_page(document("(1) سلمى\n" * 40, "Bo")).count('class="text" dir="rtl"') == 6
    )
    assert "\u202e" not in render_document_page(document("\u202e", ("\u202e", "\u202d")))


def test_nothing_is_shown_as_nothing() -> None:
    letter = made("ab", [Span(1, 2, "city", "", 1, (), Action.REPLACE, None)])
    assert '<bdi><i class="odd" dir="ltr" title="nothing">∅</i></bdi>' in render_document_page(
        letter
    )


# ---- an attacked page -------------------------------------------------------------------


@pytest.mark.parametrize("original", [True, False])
def test_texts_and_names_are_words_and_never_markup(original: bool) -> None:
    read = PageReader(render_document_page(HOSTILE_LETTER, True, original))
    tags = {tag for tag, _ in read.seen}
    assert not tags & {"script", "img", "link", "iframe", "object", "form", "svg", "base"}
    names = {name for _, facts in read.seen for name in facts}
    assert not [name for name in names if name.startswith("on") or name in ("src", "style")]
    assert all(str(facts["href"]).startswith("#") for tag, facts in read.seen if tag == "a")
    assert "<script>alert(1)</script>" in "".join(read.words)


def test_the_page_may_do_nothing() -> None:
    page = render_document_page(LETTER)
    assert "default-src 'none'; style-src 'sha256-" in page
    assert not [word for word in ("url(", "@import", "http:", "https:") if word in page]


def test_every_link_leads_somewhere() -> None:
    for original in (True, False):
        for letter in (LETTER, HOSTILE_LETTER, EMPTY):
            read = PageReader(render_document_page(letter, True, original))
            ids = [str(facts["id"]) for _, facts in read.seen if "id" in facts]
            assert len(ids) == len(set(ids))
            targets = {str(facts["href"])[1:] for tag, facts in read.seen if tag == "a"}
            labels = {str(f["aria-labelledby"]) for _, f in read.seen if "aria-labelledby" in f}
            assert targets | labels <= set(ids)


# ---- spans ------------------------------------------------------------------------------


def test_counterparts_are_linked_both_ways() -> None:
    page = render_document_page(LETTER)
    assert (
        '<a id="o1" href="#p1" class="span g-names s0" '
        'title="firstname_female 1 gen, replaced by: Elsas"><bdi>Annas</bdi></a>' in page
    )
    assert (
        '<a id="p1" href="#o1" class="span g-names s0" '
        'title="firstname_female 1 gen, instead of: Annas"><bdi>Elsas</bdi></a>'
        '<a class="tag" dir="ltr" href="#r1"> firstname_female 1 gen</a>' in page
    )


def test_what_is_only_marked_is_reported_from_what_was_replaced() -> None:
    page = render_document_page(LETTER)
    assert 'class="span g-mark mark s1" title="prof 2 gen, only marked"' in page
    assert "prof 2 gen, marked</a>" in page
    assert ">only marked</td>" in page and ">replaced</td>" in page
    assert ".mark { background: none; border-bottom-style: dotted; }" in page


def test_the_legend_counts_groups() -> None:
    read = "".join(PageReader(render_document_page(LETTER)).words)
    assert "Names 1: firstname_female 1" in read
    assert "Geographic data 1: city 1" in read
    assert "Mark 1: prof 1" in read
    assert "Dates" not in read.split("Both texts", 1)[1]


def test_labels_of_a_profile_have_a_group() -> None:
    page = render_document_page(document(("S1234567D", "[NRIC]", "NRIC")))
    assert "g-own" in page and "Labels of the profile</span> 1: NRIC 1" in page


def test_old_aliases_have_their_group() -> None:
    assert 'class="span g-names s0"' in render_document_page(
        document(("Bo", "Ek", "firstname:male"))
    )


def test_the_table_tells_every_span() -> None:
    page = render_document_page(LETTER)
    assert page.count('<tr id="r') == 4 and "Spans: 4 rows" in page
    assert (
        '<tr id="r1"><th scope="row" class="number"><a href="#p1">1</a></th>'
        '<td><span class="span g-names">firstname_female</span></td><td class="number">1</td>'
        '<td>gen</td><td>replaced</td><td class="seen"><bdi>Annas</bdi></td>'
        '<td class="seen"><bdi>Elsas</bdi></td></tr>' in re.sub(' data-title="[a-z ]+"', "", page)
    )


def test_a_long_span_is_cut_in_the_table_and_nowhere_else() -> None:
    page = render_document_page(document(("x" * 5000, "y" * 5000)))
    assert page.count("x" * 201) == len(re.findall("x{201}", page)) == 5000 // 201
    assert "x" * 200 + "…" in page


def test_a_text_without_spans_says_so() -> None:
    page = render_document_page(document("Hej"))
    assert "Nothing was found." in page and "<table" not in page
    assert "The text is empty." in render_document_page(EMPTY)


def test_screen_readers_get_languages_and_parts() -> None:
    read = PageReader(render_document_page(LETTER))
    seen = [tag for tag, _ in read.seen]
    assert [seen.count(tag) for tag in ("main", "h1", "h2", "title", "nav")] == [1, 1, 3, 1, 1]
    roles = [facts["role"] for _, facts in read.seen if "role" in facts]
    assert roles.count("row") * 2 == roles.count("cell") + roles.count("columnheader")
    cells = [facts for _, facts in read.seen if facts.get("role") == "cell"]
    assert {facts["lang"] for facts in cells} == {"sv"}


# ---- without the original ---------------------------------------------------------------


@pytest.mark.parametrize("explain", [True, False])
def test_the_original_can_be_left_out(explain: bool) -> None:
    secret = document("Hej ", ("Annabella", "Elsas"), name="annabella.txt")
    page = render_document_page(secret, explain, original=False)
    assert "annabella" not in page.lower()
    assert "Elsas" in page and "does not contain the original text." in page
    assert 'id="o1"' not in page and '<a id="p1" href="#r1"' in page
    assert "annabella.txt" in render_document_page(secret)


# ---- size -------------------------------------------------------------------------------


def taken(letter: Document, explain: bool = False) -> float:
    def write() -> None:
        assert sum(map(len, stream_document_page(letter, explain))) > len(letter.original)

    return quickest(lambda: seconds(write), SECONDS)


@pytest.mark.slow
def test_five_million_letters_on_one_line_take_seconds() -> None:
    assert taken(document("å<" * 2_500_000)) < SECONDS
    assert taken(document("\0" * 5_000_000, "\r" * 200_000)) < SECONDS


@pytest.mark.slow
def test_twenty_thousand_spans_take_seconds() -> None:
    name = ("Anna", "Elsa")
    on_one_line = document(*[part for _ in range(20_000) for part in (" ord ", name)])
    on_many = document(*[part for _ in range(20_000) for part in (" ord\n", name)])
    assert taken(on_one_line) < SECONDS and taken(on_many) < SECONDS
    assert taken(on_one_line, explain=True) < SECONDS
