"""Presidio: results of the recognizer and texts of the operator are those of single calls."""

import pickle
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from presidio_analyzer import AnalyzerEngine, AnalyzerEngineProvider, BatchAnalyzerEngine
from presidio_analyzer import PatternRecognizer as DenyListRecognizer
from presidio_analyzer.recognizer_registry import RecognizerRegistryProvider
from presidio_anonymizer import AnonymizerEngine, BatchAnonymizerEngine
from presidio_anonymizer.entities import InvalidParamError, OperatorConfig, RecognizerResult

from tacknamn import Error, InputError, Lexicon, Pseudonymizer
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tacknamn.presidio import (
    Pseudonymize,
    PseudonymizingEngine,
    TacknamnRecognizer,
    make_analyzer,
)
from tacknamn.presidio.entity_types import get_entity_type
from tacknamn.presidio.pieces import replace_pieces
from tacknamn.presidio.ranges import Piece
from tests.bulk.tables import KEY, make_table

TEXT = "Jag heter Amina Lind och bor i Göteborg. Ring Amina, 070-123 45 67."


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("key") / "project.key"
    file.write_text(KEY.hex())
    return file


@pytest.fixture(scope="module")
def analyzer(data: Path) -> AnalyzerEngine:
    return make_analyzer(data=str(data))


@pytest.fixture
def operator(data: Path, key_file: Path) -> Callable[..., Any]:
    """Make the configuration of our operator."""

    def operator(**settings: Any) -> Any:
        keyed = {} if "seed" in settings else {"key_file": str(key_file)}
        return OperatorConfig("pseudonymize", {"data": str(data), **keyed, **settings})

    return operator


@pytest.fixture(scope="module")
def pseudonymizer(data: Path) -> Pseudonymizer:
    return Pseudonymizer(Lexicon.open(data), key=KEY)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return [text for text in make_table(5_300)["text"].to_pylist() if text is not None][:5000]


def mark(text: str, *pieces: tuple[str, str]) -> list[RecognizerResult]:
    """Results of another recognizer: pieces of a text and their types."""
    return [
        RecognizerResult(entity_type, text.index(piece), text.index(piece) + len(piece), 0.8)
        for piece, entity_type in pieces
    ]


def show(text: str, results: list[Any]) -> list[tuple[str, str]]:
    ordered = sorted(results, key=lambda result: result.start)
    return [(text[each.start : each.end], each.entity_type) for each in ordered]


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
        assert found == {(each.start, each.end, get_entity_type(each)) for each in detections}
        assert len(results) == len(detections)
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
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InconsistentNamesWarning)
        engine.anonymize("Amina", mark("Amina", ("Amina", "PERSON")), operators)


def test_a_result_explains_itself_without_the_text(analyzer: AnalyzerEngine) -> None:
    results = analyzer.analyze(TEXT, "sv", return_decision_process=True)
    assert show(TEXT, results) == [
        ("Amina", "PERSON"),
        ("Lind", "PERSON"),
        ("Göteborg", "LOCATION"),
        ("Amina", "PERSON"),
        ("070-123 45 67", "PHONE_NUMBER"),
    ]
    labels = {each.recognition_metadata["label"] for each in results}
    assert labels == {"firstname_female", "surname", "city", "phone_nr"}
    for each in results:
        assert 0 < each.recognition_metadata["probability"] <= each.score <= 1
        assert each.analysis_explanation.pattern_name
        shown = repr(each.analysis_explanation) + repr(each)
        assert not any(name in shown for name in ("Amina", "Lind", "Göteborg", "070"))


def test_entities_thresholds_and_allowed_words(analyzer: AnalyzerEngine) -> None:
    places = analyzer.analyze(TEXT, "sv", entities=["LOCATION"])
    assert show(TEXT, places) == [("Göteborg", "LOCATION")]
    certain = analyzer.analyze(TEXT, "sv", score_threshold=0.999)
    assert ("070-123 45 67", "PHONE_NUMBER") in show(TEXT, certain)
    assert all(each.score >= 0.999 for each in certain)
    assert (
        show(TEXT, analyzer.analyze(TEXT, "sv", allow_list=["Amina", "Lind"]))[0][0] == "Göteborg"
    )
    with_context = analyzer.analyze(TEXT, "sv", context=["patient"])
    assert show(TEXT, with_context) == show(TEXT, analyzer.analyze(TEXT, "sv"))


def test_context_words_raise_scores_if_they_are_configured(data: Path) -> None:
    recognizer = TacknamnRecognizer(data=str(data), context=["patient"], thresholds={"city": 0.0})
    analyzer = make_analyzer(["sv"], data=str(data))
    analyzer.registry.recognizers = [recognizer]
    plain = analyzer.analyze("Bor i Berg.", "sv")
    raised = analyzer.analyze("Bor i Berg.", "sv", context=["patient"])
    assert [each.score for each in raised] == [min(1.0, each.score + 0.35) for each in plain]


def test_each_language_has_a_recognizer(analyzer: AnalyzerEngine) -> None:
    assert {each.supported_language for each in analyzer.get_recognizers()} == {"sv", "en"}
    english = "my sister called Amina Lind"
    assert ("Amina", "PERSON") in show(english, analyzer.analyze(english, "en"))


def test_other_recognizers_can_be_added(analyzer: AnalyzerEngine) -> None:
    ad_hoc = DenyListRecognizer("CASE", deny_list=["K-17"], supported_language="sv")
    text = f"{TEXT} Se K-17."
    assert ("K-17", "CASE") in show(text, analyzer.analyze(text, "sv", ad_hoc_recognizers=[ad_hoc]))


REGISTRY = """
supported_languages: [sv, en]
global_regex_flags: 26
recognizers:
  - name: TacknamnRecognizer
    supported_languages: [sv, en]
    data: {data}
    profile: clinic
    policies: {{city: keep}}
    score_thresholds: {{default: 0.2}}
  - name: Places
    class_name: TacknamnRecognizer
    supported_languages: [sv]
    supported_entities: [LOCATION]
    data: {data}
"""
NLP = """
nlp_configuration:
  nlp_engine_name: no_op
  models:
    - {lang_code: sv, model_name: none}
    - {lang_code: en, model_name: none}
"""


def test_a_registry_by_yaml(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "recognizers.yaml"
    file.write_text(REGISTRY.format(data=data), "utf-8")
    registry = RecognizerRegistryProvider(conf_file=file).create_recognizer_registry()
    swedish, english, places = registry.recognizers
    assert isinstance(swedish, TacknamnRecognizer)
    assert swedish.pseudonymizer.profile.name == english.pseudonymizer.profile.name == "clinic"
    assert str(swedish.pseudonymizer.profile.get_policy("city")) == "keep"
    assert (swedish.supported_language, english.supported_language) == ("sv", "en")
    assert swedish.score_thresholds == {"default": 0.2}
    assert (places.name, places.supported_entities) == ("Places", ["LOCATION"])
    assert show(TEXT, places.analyze(TEXT, ["LOCATION", "PERSON"])) == [("Göteborg", "LOCATION")]


def test_an_engine_by_yaml(data: Path, tmp_path: Path) -> None:
    registry = indent(REGISTRY.format(data=data).partition("\n")[2].partition("\n")[2], "  ")
    file = tmp_path / "analyzer.yaml"
    file.write_text(
        f"supported_languages: [sv, en]\n{NLP}recognizer_registry:\n{registry}", "utf-8"
    )
    analyzer = AnalyzerEngineProvider(analyzer_engine_conf_file=file).create_engine()
    assert ("Amina", "PERSON") in show(TEXT, analyzer.analyze(TEXT, "sv"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("profil: clinic", "there is no setting 'profil'; did you mean profile?"),
        ("profile: clinik", "there is no profile 'clinik'; did you mean clinic?"),
        ("data: /no/such/folder", "/no/such/folder: no bundle here"),
        ("key: abc", "a configuration never contains a key"),
        ("supported_entities: [PERSONS]", "there is no entity type 'PERSONS'; did you mean PERSON"),
        ("policies: keep", "the setting policies must be a table of names and policies"),
        ("seed: true", "the setting seed must be an integer"),
    ],
)
def test_mistakes_in_yaml_are_one_line(
    monkeypatch: pytest.MonkeyPatch, data: Path, tmp_path: Path, line: str, message: str
) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(data))
    file = tmp_path / "recognizers.yaml"
    file.write_text(
        f"supported_languages: [sv]\nrecognizers:\n  - name: TacknamnRecognizer\n    {line}\n"
    )
    with pytest.raises(Error) as caught:
        RecognizerRegistryProvider(conf_file=file).create_recognizer_registry()
    assert str(caught.value).startswith(message) and "\n" not in str(caught.value)


def test_languages_that_have_no_lists(data: Path) -> None:
    with pytest.raises(InputError, match="does not support the language 'de'; it supports sv, en"):
        make_analyzer(["sv", "de"], data=str(data))
    with pytest.raises(InputError, match="give the language as supported_language alone"):
        TacknamnRecognizer("sv", data=str(data), language="en")


def test_a_recognizer_can_be_copied(data: Path) -> None:
    recognizer = TacknamnRecognizer("en", ["PERSON"], "Names", data=str(data), profile="clinic")
    copied = TacknamnRecognizer.from_dict(recognizer.to_dict())
    assert copied.to_dict() == recognizer.to_dict()


def test_an_analyzer_can_be_pickled(analyzer: AnalyzerEngine) -> None:
    """Spark sends what a function needs to its workers; the lists are opened there."""
    copied = pickle.loads(pickle.dumps(analyzer))  # noqa: S301 - our own bytes
    assert copied.analyze(TEXT, "sv") == analyzer.analyze(TEXT, "sv")


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
        original = set(text[piece.start : piece.end].split())
        assert not NAMES & original & set(replacement.split())


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
