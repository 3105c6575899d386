"""spaCy and Presidio read what is exported for them."""

from pathlib import Path

import pytest

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn_builders.exporting.export import export_entries
from tests.making import bundle, entry

TEXT = "Anna bor på Stora Nygatan i Göteborg."
RECORDS = [
    entry("Göteborg", "city", 600_000),
    entry("Anna", "firstname_female", 290_000),
    entry("Anna", "city", 12),
    entry("Stora Nygatan", "place"),
    entry('Kafé "Åsa"', "work", 5, "rank"),
]


@pytest.fixture
def lexicon(tmp_path: Path) -> Lexicon:
    return Lexicon.open(bundle(tmp_path / "b", [RECORDS]))


def test_the_entity_ruler_of_spacy_finds_the_patterns(lexicon: Lexicon, tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    export_entries(lexicon, "spacy", tmp_path / "spacy")
    pipeline = spacy.blank("sv")
    ruler = pipeline.add_pipe("entity_ruler", config={"phrase_matcher_attr": "LOWER"})
    ruler.from_disk(tmp_path / "spacy" / "patterns.jsonl")
    assert len(ruler) == 4
    found = [(entity.text, entity.label_) for entity in pipeline(TEXT.upper()).ents]
    assert found == [
        ("ANNA", "firstname_female"),
        ("STORA NYGATAN", "place"),
        ("GÖTEBORG", "city"),
    ]


def test_presidio_reads_the_recognizers(lexicon: Lexicon, tmp_path: Path) -> None:
    presidio = pytest.importorskip("presidio_analyzer")
    export_entries(lexicon, "presidio", tmp_path / "presidio")
    registry = presidio.RecognizerRegistry(supported_languages=["sv", "en"])
    registry.add_recognizers_from_yaml(tmp_path / "presidio" / "recognizers.yaml")
    for language in ("sv", "en"):
        found = [
            (TEXT[result.start : result.end], result.entity_type)
            for recognizer in registry.recognizers
            if recognizer.supported_language == language
            for result in recognizer.analyze(TEXT, recognizer.supported_entities, None)
        ]
        assert sorted(found) == [
            ("Anna", "FIRSTNAME_FEMALE"),
            ("Göteborg", "CITY"),
            ("Stora Nygatan", "PLACE"),
        ]
