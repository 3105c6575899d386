"""A format that is declared without the original has none of what the profile replaces."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

import pytest

from tacknamn.formats.records import InputDocument
from tacknamn.formats.registry import FORMATS, load_writer, read_inputs
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.reader import list_profiles
from tacknamn.records import Action
from tacknamn.support.input_files import InputStream
from tests.running_command import made_bundle

KEY = bytes(range(32))
SWEDISH = (
    "Jag heter Amina Zetterqvist och bor på Storgatan 512 i Göteborg. Amina Zetterqvists bror Lisbet "
    "Lind är 34 år. Ring 070-123 45 67, skriv till amina.zetterqvist@exempel.se. Mitt personnummer är "
    "19850709-9805, mitt kontonummer är 8327-9, 123 456 789-0, och bilen har ABC 123."
)
ENGLISH = (
    "The applicant, Ms Amina Zetterqvist, born on 3 May 1971, NRIC S1234567A, phone 91234567, lives in "
    "Göteborg. Case 1234567890A. Bed: a12. Write to amina@exempel.se."
)
WITHOUT = [name for name, format in FORMATS.items() if not format.original]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(made_bundle(tmp_path_factory.mktemp("formats")))


def write(document: Document, format: str) -> str:
    """Write a document; to CSV from CSV, because no other format can become it."""
    input = InputDocument("1", document.original)
    if format == "csv":
        table = f'text\n"{document.original}"\n'.encode()
        (input,) = read_inputs(InputStream("t.csv", BytesIO(table)), "csv")
    return load_writer(format)(document, input)


def list_originals(document: Document) -> Iterator[str]:
    for span in document.spans:
        if span.action is Action.REPLACE:
            original = document.original[span.start : span.end]
            if original != span.replacement and len(original) > 2:
                yield original


@pytest.mark.parametrize("format", WITHOUT)
@pytest.mark.parametrize("profile", list_profiles())
@pytest.mark.parametrize(("language", "text"), [("sv", SWEDISH), ("en", ENGLISH)])
def test_no_original_is_in_a_format_without_originals(
    lexicon: Lexicon, profile: str, format: str, language: str, text: str
) -> None:
    document = Pseudonymizer(lexicon, profile, key=KEY, language=language)(text)
    originals = list(list_originals(document))
    assert len(originals) >= 3
    written = unescape(write(document, format))
    left = [each for each in originals if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", written)]
    assert left == []


@pytest.mark.parametrize("profile", list_profiles())
def test_a_review_shows_what_the_profile_leaves(lexicon: Lexicon, profile: str) -> None:
    document = Pseudonymizer(lexicon, profile, key=KEY)(SWEDISH)
    page = unescape(write(document, "review"))
    for piece in ("Göteborg", "amina.zetterqvist@exempel.se", "19850709-9805", "bror"):
        is_kept = all(
            span.action is not Action.REPLACE
            or document.original[span.start : span.end] not in piece
            for span in document.spans
        )
        assert (piece in page) == is_kept
