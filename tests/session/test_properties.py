"""Whatever the texts are: an answer has the originals again, wherever it is cut into parts."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.session import Session
from tacknamn.support.splice import splice
from tests.session.naive import restore_slowly

NAMES = (
    "Amina",
    "Karin",
    "Lisbet",
    "Greta",
    "Lind",
    "Berg",
    "Dahl",
    "Göteborg",
    "Malmö",
    "Uppsala",
)
WORDS = (
    "Jag heter",
    "Hej",
    "och bor i",
    "maj",
    "bor",
    "det regnar",
    "Hon",
    "Lindbergs",
    "i",
    "A-stad",
)
VALUES = (
    "070-123 45 67",
    "anna@exempel.se",
    "[phone_nr 1]",
    "[email 2]",
    "850709-9805",
    "34 år",
    "[x 1]",
)
ENDINGS = ("", "", "s", "'s", "’s", ":s", "n", "-gruppen", "borna", "_", "'")
BETWEEN = st.sampled_from((" ", " ", " ", ". ", ", ", "\n", " '", "-", "(", "*", ""))
piece = st.one_of(
    st.sampled_from(NAMES).map(str),
    st.sampled_from(NAMES).map(str.upper),
    st.sampled_from(NAMES).map(str.lower),
    st.builds(str.__add__, st.sampled_from(NAMES), st.sampled_from(ENDINGS)),
    st.sampled_from(WORDS),
    st.sampled_from(VALUES),
)
texts = st.lists(st.builds(str.__add__, piece, BETWEEN), max_size=14).map("".join)


@pytest.fixture(scope="module")
def pseudonymizer(data: Path) -> Pseudonymizer:
    return Pseudonymizer(Lexicon.open(data), "session", 7 << 64, fuzzy=False)


@given(st.lists(texts, max_size=4))
def test_every_text_is_restored(pseudonymizer: Pseudonymizer, several: list[str]) -> None:
    """Letter by letter; of several spellings that share a pseudonym, it may be another one."""
    session = Session(pseudonymizer)
    spellings: dict[str, set[str]] = {}
    for text in several:
        document = session.anonymize(text)
        for span in document.spans:
            spellings.setdefault(span.replacement, set()).add(text[span.start : span.end])
        expected = []
        for span in document.spans:
            restored = session.restore(span.replacement).text
            assert restored in spellings[span.replacement]
            expected.append((span.start, span.end, restored))
        assert session.restore(document.text).text == splice(text, expected)


@given(st.lists(texts, min_size=1, max_size=3), st.randoms())
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=50)
def test_a_stream_is_restored_as_a_whole(
    pseudonymizer: Pseudonymizer, several: list[str], random: object
) -> None:
    session = Session(pseudonymizer)
    for text in several:
        sent = session.anonymize(text).text
    whole = session.restore(sent).text
    for cut in range(len(sent) + 1):
        assert "".join(session.restore_stream((sent[:cut], sent[cut:]))) == whole
    assert "".join(session.restore_stream(sent)) == whole


@given(st.lists(texts, min_size=1, max_size=3), texts)
def test_the_slow_twin_agrees(pseudonymizer: Pseudonymizer, several: list[str], reply: str) -> None:
    session = Session(pseudonymizer)
    for text in several:
        reply += session.anonymize(text).text
    assert session.restore(reply).text == restore_slowly(session, reply)
