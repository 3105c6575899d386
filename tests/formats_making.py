"""Documents to write in every format, made without lists: hand-made spans in any text."""

from io import BytesIO
from typing import cast

from hypothesis import strategies as st

from tacknamn.formats.records import InputDocument, ReadOptions
from tacknamn.formats.registry import load_writer, read_inputs
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.reader import read_profile
from tacknamn.records import Action, Span
from tacknamn.support.input_files import InputStream
from tacknamn.svala.tokens import find_text_error

SWELL: Profile = read_profile("swell")
LABELS = ("firstname_female", "surname", "city", "place", "NRIC", "span", "document", "xmlish")
AFFIXES = ("gen", "def", "foreign", "OBS!", "Com!")

texts = st.text(
    st.one_of(
        st.sampled_from('ab. ,;"\t<&>]\r\n¶\\'),
        st.sampled_from("\x01\x0b\x1f\x85\u200b\u2028\ufeff\ufffe\uffff\U0001f600"),
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    ),
    max_size=60,
)
"""Any text, and much of what formats stumble over."""


def document(original: str, *spans: Span, name: str = "") -> Document:
    """A document, without a lexicon: none of the formats asks for one."""
    return Document(original, spans, SWELL, "sv", cast(Lexicon, None), name)


def span(
    original: str, piece: str, label: str, replacement: str, number: int = 1, *affixes: str
) -> Span:
    """A span of the first ``piece`` in a text."""
    start = original.index(piece)
    action = Action.MARK if replacement == piece else Action.REPLACE
    return Span(start, start + len(piece), label, replacement, number, affixes, action, None)


@st.composite
def spans_of(draw: st.DrawFn, text: str) -> list[Span]:
    """Spans of a text that do not overlap."""
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    found = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        affixes = tuple(draw(st.lists(st.sampled_from(AFFIXES), unique=True, max_size=2)))
        noted = any("!" in affix for affix in affixes)
        replacement = draw(texts.map(lambda drawn: drawn[:9]) | st.just(text[start:end]))
        found.append(
            Span(
                start,
                end,
                draw(st.sampled_from(LABELS)),
                replacement,
                draw(st.integers(0, 3)),
                affixes,
                Action.MARK if replacement == text[start:end] else Action.REPLACE,
                None,
                comment=draw(texts) if noted else "",
            )
        )
    return found


@st.composite
def documents(draw: st.DrawFn) -> Document:
    text = draw(texts)
    return document(text, *draw(spans_of(text)))


def read(
    raw: bytes, format: str, reading: ReadOptions | None = None, name: str = "essays"
) -> list[InputDocument]:
    """What is read of the bytes of a file."""
    return list(read_inputs(InputStream(name, BytesIO(raw)), format, reading))


def written(
    format: str, pairs: list[tuple[Document, InputDocument]], with_notes: bool = False
) -> bytes:
    """The bytes of a file with documents."""
    write = load_writer(format, with_notes)
    first = pairs[0][1] if pairs else None
    pieces = "".join(write(document, input) for document, input in pairs)
    return (write.head(first) + pieces + write.tail(first)).encode("utf-8")


def untouched(inputs: list[InputDocument]) -> list[tuple[Document, InputDocument]]:
    """Inputs in which nothing was found."""
    return [(document(input.text), input) for input in inputs]


def is_text(text: str) -> bool:
    return not find_text_error(text)
