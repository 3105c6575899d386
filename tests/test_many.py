"""Many texts at once give the results of single calls."""

from pathlib import Path

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tests.essays.reading import read_essays

TEXTS = [essay.text for essay in read_essays()]
KEY = bytes(range(32))


@pytest.fixture(scope="module")
def pseudonymizer(data: Path) -> Pseudonymizer:
    return Pseudonymizer(Lexicon.open(data), "swell", key=KEY)


def test_documents_are_those_of_single_calls(pseudonymizer: Pseudonymizer) -> None:
    ids = [f"essay {number}" for number in range(len(TEXTS))]
    documents = list(pseudonymizer.many(TEXTS, ids))
    for document, text, name in zip(documents, TEXTS, ids, strict=True):
        single = pseudonymizer(text, name)
        assert document is not None
        assert (document.text, document.spans, document.name, document.warnings) == (
            single.text,
            single.spans,
            name,
            single.warnings,
        )


def test_detections_are_those_of_single_calls(pseudonymizer: Pseudonymizer) -> None:
    assert list(pseudonymizer.detect_many(TEXTS)) == [pseudonymizer.detect(text) for text in TEXTS]
    everything = [pseudonymizer.detect(text, everything=True) for text in TEXTS]
    assert list(pseudonymizer.detect_many(TEXTS, everything=True)) == everything


def test_no_text_stays_no_text(pseudonymizer: Pseudonymizer) -> None:
    first, none, empty = pseudonymizer.many([TEXTS[0], None, ""])
    assert first is not None and first.original == TEXTS[0]
    assert none is None
    assert empty is not None and empty.text == ""
    assert list(pseudonymizer.detect_many([None, ""])) == [None, []]


def test_the_name_distinguishes_documents(data: Path) -> None:
    seeded = Pseudonymizer(Lexicon.open(data), "swell", seed=7)
    names = [f"row {number}" for number in range(20)]
    with pytest.warns(InconsistentNamesWarning):
        texts = {each.text for each in seeded.many([TEXTS[0]] * 20, names) if each is not None}
    assert len(texts) > 1


def test_each_text_needs_an_id(pseudonymizer: Pseudonymizer) -> None:
    with pytest.raises(ValueError, match="zip"):
        list(pseudonymizer.many(TEXTS[:2], ["one"]))
