"""The operator of Presidio: texts are those of single calls, whatever recognizer found the pieces."""

import warnings
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine
from presidio_anonymizer import AnonymizerEngine, BatchAnonymizerEngine
from presidio_anonymizer.entities import InvalidParamError, OperatorConfig, RecognizerResult

from tacknamn import Error, Lexicon, Pseudonymizer
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tacknamn.pipeline.pieces import replace_pieces
from tacknamn.pipeline.ranges import Piece
from tacknamn.presidio import Pseudonymize, PseudonymizingEngine, make_analyzer
from tacknamn.taxonomy.entity_types import find_entities, get_entity_type
from tests.bulk.tables import KEY

TEXT = "Jag heter Amina Lind och bor i Göteborg. Ring Amina, 070-123 45 67."


@pytest.fixture
def operator(data: Path, key_file: Path) -> Callable[..., Any]:
    """Make the configuration of our operator."""

    def operator(**settings: Any) -> Any:
        keyed = {} if "seed" in settings else {"key_file": str(key_file)}
        return OperatorConfig("pseudonymize", {"data": str(data), **keyed, **settings})

    return operator


def mark(text: str, *pieces: tuple[str, str]) -> list[RecognizerResult]:
    """Results of another recognizer: pieces of a text and their types."""
    return [
        RecognizerResult(entity_type, text.index(piece), text.index(piece) + len(piece), 0.8)
        for piece, entity_type in pieces
    ]


def test_rows_have_the_results_of_single_calls(
    analyzer: AnalyzerEngine,
    operator: Callable[..., Any],
    pseudonymizer: Pseudonymizer,
    texts: list[str],
) -> None:
    assert len(texts) == 5000
    all_results = BatchAnalyzerEngine(analyzer).analyze_iterator(texts, "sv")
    for text, results in zip(texts, all_results, strict=True):
        found = {(each.start, each.end, each.entity_type) for each in results}
        detections = pseudonymizer.detect(text)
        entities = list(find_entities(text, detections))
        assert found == {(each.start, each.end, each.entity_type) for each in entities}
        assert len(results) == len(entities)
        types = [
            (get_entity_type(part), each.entity_type) for each in entities for part in each.parts
        ]
        assert len(types) == len(detections) and all(part == whole for part, whole in types)
    engine = BatchAnonymizerEngine(PseudonymizingEngine())
    replaced = engine.anonymize_list(texts, all_results, operators={"DEFAULT": operator()})
    assert replaced == [pseudonymizer(text).text for text in texts]


@pytest.mark.parametrize("profile", ["swell", "clinic", "sms", "mask"])
def test_profiles_have_the_texts_of_single_calls(
    data: Path, operator: Callable[..., Any], texts: list[str], profile: str
) -> None:
    analyzer = make_analyzer(["sv"], data=str(data), profile=profile)
    operators = {"DEFAULT": operator(seed=2**64, profile=profile)}
    pseudonymizer = Pseudonymizer(Lexicon.open(data), profile, seed=2**64)
    engine = PseudonymizingEngine()
    open_pseudonymizer_without_warning(engine, operators)
    for text in texts[:500]:
        replaced = engine.anonymize(text, analyzer.analyze(text, "sv"), operators)
        assert replaced.text == pseudonymizer(text).text


def open_pseudonymizer_without_warning(engine: Any, operators: dict[str, Any]) -> None:
    """Draw once: without a key, the first draw may warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InconsistentNamesWarning)
        engine.anonymize("Amina", mark("Amina", ("Amina", "PERSON")), operators)


def test_a_person_keeps_the_pseudonym(
    analyzer: AnalyzerEngine, operator: Callable[..., Any], pseudonymizer: Pseudonymizer
) -> None:
    engine = PseudonymizingEngine()
    text = "Jag heter Amina Lind. Aminas bror bor hos Amina."
    result = engine.anonymize(text, analyzer.analyze(text, "sv"), {"DEFAULT": operator()})
    first = pseudonymizer(text).spans[0].replacement
    assert result.text.startswith(f"Jag heter {first} ")
    assert f"{first}s bror" in result.text and f"hos {first}." in result.text
    other = "Amina ringde."
    answer = engine.anonymize(other, analyzer.analyze(other, "sv"), {"DEFAULT": operator()})
    assert answer.text == f"{first} ringde.", "with a key, also in another call"


def test_items_have_the_places_in_the_new_text(
    analyzer: AnalyzerEngine, operator: Callable[..., Any]
) -> None:
    result = PseudonymizingEngine().anonymize(
        TEXT, analyzer.analyze(TEXT, "sv"), {"DEFAULT": operator()}
    )
    assert {item.operator for item in result.items} == {"pseudonymize"}
    for item in result.items:
        assert result.text[item.start : item.end] == item.text


def test_other_operators_work_as_before(
    analyzer: AnalyzerEngine, operator: Callable[..., Any], pseudonymizer: Pseudonymizer
) -> None:
    operators = {
        "PERSON": operator(),
        "PHONE_NUMBER": OperatorConfig("replace", {"new_value": "[phone]"}),
    }
    text = PseudonymizingEngine().anonymize(TEXT, analyzer.analyze(TEXT, "sv"), operators).text
    names = pseudonymizer(TEXT).text.partition(" och")[0]
    assert text.startswith(f"{names} och bor i <LOCATION>. Ring ")
    assert text.endswith(", [phone].")
    assert "PERSON" in operators and list(operators["PERSON"].params) == ["data", "key_file"]


def test_two_settings_in_one_call(analyzer: AnalyzerEngine, operator: Callable[..., Any]) -> None:
    operators = {"DEFAULT": operator(), "LOCATION": operator(policies={"city": "[Town]"})}
    text = PseudonymizingEngine().anonymize(TEXT, analyzer.analyze(TEXT, "sv"), operators).text
    assert "bor i [Town]." in text and "Amina" not in text


@pytest.mark.parametrize(
    ("text", "pieces", "shown"),
    [
        # Widened to the whole name, which has the form of the original.
        ("Aminas bror.", [("Amina", "PERSON")], "{Amina}s bror."),
        ("Se K17 nu.", [("K17", "CASE")], "Se <CASE> nu."),
        # Presidio puts the blank of two pieces of one type between them into the piece.
        ("Hej Amina Lind!", [("Amina", "PERSON"), ("Lind", "PERSON")], "Hej {Amina} {Lind}!"),
        # What only marks in the profile stays.
        ("Hon är muslim.", [("muslim", "SENSITIVE")], "Hon är muslim."),
        ("Inget.", [], "Inget."),
    ],
)
def test_results_of_other_recognizers(
    operator: Callable[..., Any],
    pseudonymizer: Pseudonymizer,
    text: str,
    pieces: list[tuple[str, str]],
    shown: str,
) -> None:
    names = {
        name: pseudonymizer(f"Jag heter {name}.").spans[0].replacement
        for name in ("Amina", "Lind")
    }  # fmt: skip
    names["Lind"] = pseudonymizer("Amina Lind").spans[-1].replacement
    result = PseudonymizingEngine().anonymize(text, mark(text, *pieces), {"DEFAULT": operator()})
    assert result.text == shown.format(**names)


def test_names_that_only_others_find(operator: Callable[..., Any]) -> None:
    text = "Sen kom xyzzy qwertyson. Hos qwertysons var xyzzy och Amina i zzyzx, K."
    pieces = [
        ("xyzzy qwertyson", "PERSON"),
        ("qwertysons", "PERSON"),
        ("zzyzx", "LOCATION"),
    ]
    result = PseudonymizingEngine().anonymize(text, mark(text, *pieces), {"DEFAULT": operator()})
    assert "zzyzx" not in result.text and "qwertyson" not in result.text
    full, _, rest = result.text.removeprefix("Sen kom ").partition(". Hos ")
    first, surname = full.split()
    assert rest.startswith(f"{surname}s var xyzzy och Amina i ")
    assert first.lower() != "xyzzy"


WORDS = (
    "Amina",
    "Aminas",
    "Lind",
    "Göteborg",
    "xyzzy",
    "Qwert",
    "070-123 45 67",
    "af",
    "heter",
    ".",
)
NAMES = {"Amina", "Aminas", "Lind", "xyzzy", "Qwert"}


@settings(max_examples=200)
@given(
    words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=12),
    places=st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=5),
)
def test_no_name_of_a_piece_stays(
    pseudonymizer: Pseudonymizer, words: list[str], places: list[tuple[int, int]]
) -> None:
    text = " ".join(words)
    pieces = [
        Piece(start, min(len(text), start + length), "PERSON")
        for start, length in places
        if start < len(text)
    ]
    replaced = replace_pieces(pseudonymizer, text, pieces)
    for piece in pieces:
        around = [each for each, _ in replaced if each.start <= piece.start < each.end]
        assert len(around) == 1 and piece.end <= around[0].end, "each is in one widened piece"
    for (before, _), (after, _) in pairwise(replaced):
        assert before.end <= after.start
    for piece, replacement in replaced:
        parts = text[piece.start : piece.end], replacement
        # A surname takes its particle along: *af Lind* becomes *Dahl*. Alone, it is taken for a name.
        originals, names = (
            [word for word in part.split() if word != "af"] or ["af"] for part in parts
        )
        for old, new in zip(originals, names, strict=True):
            assert old != new or old not in NAMES, "it may be that of another name"


def test_a_result_beyond_the_text_is_an_error_of_presidio(operator: Callable[..., Any]) -> None:
    results = [RecognizerResult("PERSON", 0, 9, 0.9)]
    with pytest.raises(InvalidParamError, match="text length is only 5"):
        PseudonymizingEngine().anonymize("Amina", results, {"DEFAULT": operator()})


def test_a_piece_is_not_widened_into_that_of_another_operator(operator: Callable[..., Any]) -> None:
    text = "Aminas bror."
    results = [
        RecognizerResult("PERSON", 0, 5, 0.9),
        RecognizerResult("ENDING", 5, 6, 0.9),
    ]
    operators = {"PERSON": operator(), "ENDING": OperatorConfig("keep")}
    result = PseudonymizingEngine().anonymize(text, results, operators)
    assert "Amina" not in result.text and result.text.endswith("s bror.")


def test_the_operator_in_the_engine_of_presidio(
    analyzer: AnalyzerEngine, operator: Callable[..., Any]
) -> None:
    engine = AnonymizerEngine()
    engine.add_anonymizer(Pseudonymize)
    text = "Jag heter Amina Lind. Aminas bror bor hos Amina."
    result = engine.anonymize(text, analyzer.analyze(text, "sv"), {"DEFAULT": operator()})
    first = result.text.split()[2]
    assert first != "Amina"
    assert f"{first}s bror" in result.text and f"hos {first}." in result.text


def test_a_random_seed_lasts_for_the_process(data: Path, analyzer: AnalyzerEngine) -> None:
    operators = {
        "DEFAULT": OperatorConfig("pseudonymize", {"data": str(data), "profile": "clinic"})
    }
    engine = PseudonymizingEngine()
    results = analyzer.analyze(TEXT, "sv")
    with pytest.warns(InconsistentNamesWarning):
        first = engine.anonymize(TEXT, results, operators).text
    assert engine.anonymize(TEXT, results, operators).text == first


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"profil": "swell"}, "operator pseudonymize: there is no setting 'profil'"),
        ({"key": KEY.hex()}, "operator pseudonymize: a configuration never contains a key"),
        ({"profile": "swel"}, "there is no profile 'swel'"),
        ({"data": "/no/such/folder"}, "/no/such/folder: no bundle here"),
    ],
)
@pytest.mark.parametrize("make_engine", [AnonymizerEngine, PseudonymizingEngine])
def test_mistakes_in_parameters_are_one_line(
    monkeypatch: pytest.MonkeyPatch,
    data: Path,
    make_engine: Callable[[], Any],
    params: dict[str, Any],
    message: str,
) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(data))
    engine = make_engine()
    engine.add_anonymizer(Pseudonymize)
    operators = {"DEFAULT": OperatorConfig("pseudonymize", params)}
    with pytest.raises(Error) as caught:
        engine.anonymize("Amina.", mark("Amina.", ("Amina", "PERSON")), operators)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value) and KEY.hex() not in str(caught.value)
