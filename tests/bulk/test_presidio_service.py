"""Our addresses of Presidio against a real Presidio: the same requests to its engines, compared answer by answer.

Presidio's server is not a part of its packages, so the tests do what it does: they convert a request with
Presidio's own converters, call the engine, and write the answer with Presidio's own serialization.
"""

import json
from inspect import isclass, signature
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from presidio_analyzer import (
    AnalyzerEngine,
    AnalyzerRequest,
    BatchAnalyzerEngine,
    predefined_recognizers,
)
from presidio_anonymizer import AnonymizerEngine, DeanonymizeEngine
from presidio_anonymizer.entities import ConflictResolutionStrategy as Strategy
from presidio_anonymizer.entities import OperatorConfig
from presidio_anonymizer.services.app_entities_convertor import AppEntitiesConvertor
from starlette.testclient import TestClient

from tacknamn.pipeline.ranges import Piece
from tacknamn.presidio import PseudonymizingEngine
from tacknamn.service.app import make_app
from tacknamn.service.presidio.conflicts import resolve_conflicts
from tacknamn.service.settings import ServiceSettings
from tacknamn.service.state import ServiceState
from tacknamn.taxonomy.entity_types import list_unfound_types

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
WORDS = (
    "Amina",
    "Lind",
    "Aminas",
    "i",
    "Göteborg",
    "ringde",
    "😀",
    "070-123 45 67",
    "K17",
    "Mr.",
    "Mr",
    "\n",
)
TYPES = ("PERSON", "LOCATION", "NAME")
KEY = "0123456789abcdef"
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@pytest.fixture(scope="module")
def client(data: Path) -> TestClient:
    """A client of our service."""
    state = ServiceState.open(ServiceSettings(data=str(data), hosts=("testserver",)))
    return TestClient(make_app(state), raise_server_exceptions=False)


def post(client: TestClient, path: str, body: Any) -> Any:
    response = client.post(path, json=body)
    assert response.status_code == 200, response.text
    return response.json()


def copy_json(body: dict[str, Any]) -> Any:
    """The body as a server reads it: Presidio changes what it is given."""
    return json.loads(json.dumps(body))


def ask_analyzer(engine: AnalyzerEngine, body: dict[str, Any]) -> Any:
    """What Presidio's server answers to /analyze."""
    request = AnalyzerRequest(copy_json(body))
    is_many = isinstance(request.text, list)
    texts = request.text if is_many else [request.text]
    names = ("correlation_id", "score_threshold", "entities", "return_decision_process",
             "ad_hoc_recognizers", "context", "allow_list", "allow_list_match", "regex_flags")  # fmt: skip
    options = {name: getattr(request, name) for name in names}
    answers = BatchAnalyzerEngine(engine).analyze_iterator(texts, request.language, **options)
    for each in (each for answer in answers for each in answer):
        del each.recognition_metadata
    written = json.dumps(answers if is_many else answers[0], default=lambda each: each.to_dict())
    return json.loads(written)


def ask_anonymizer(body: dict[str, Any], engine: AnonymizerEngine | None = None) -> Any:
    """What Presidio's server answers to /anonymize."""
    body = copy_json(body)
    operators = AppEntitiesConvertor.operators_config_from_json(body.get("anonymizers"))
    results = AppEntitiesConvertor.analyzer_results_from_json(body["analyzer_results"])
    answer = (engine or AnonymizerEngine()).anonymize(body["text"], results, operators)
    return json.loads(answer.to_json())


def ask_deanonymizer(body: dict[str, Any]) -> Any:
    """What Presidio's server answers to /deanonymize."""
    body = copy_json(body)
    operators = AppEntitiesConvertor.operators_config_from_json(body.get("deanonymizers"))
    entities = AppEntitiesConvertor.deanonymize_entities_from_json(body)
    return json.loads(DeanonymizeEngine().deanonymize(body["text"], entities, operators).to_json())


@st.composite
def texts_with_results(draw: st.DrawFn) -> tuple[str, list[dict[str, Any]]]:
    """A text, and results that overlap, touch, contain each other, or are empty."""
    text = draw(st.text("ab \n", max_size=14))
    places = st.integers(0, len(text))
    found = st.builds(
        lambda start, end, entity_type, score: {
            "start": min(start, end),
            "end": max(start, end),
            "entity_type": entity_type,
            "score": score,
        },
        places, places, st.sampled_from(TYPES), st.sampled_from((0.2, 0.5, 1)),
    )  # fmt: skip
    return text, draw(st.lists(found, max_size=9))


OPERATORS = st.one_of(
    st.just({"type": "replace"}),
    st.sampled_from(("", "X", "å😀")).map(lambda new: {"type": "replace", "new_value": new}),
    st.just({"type": "redact"}),
    st.just({"type": "keep"}),
    st.builds(
        lambda char, number, is_from_end: {
            "type": "mask", "masking_char": char, "chars_to_mask": number, "from_end": is_from_end,
        },
        st.sampled_from(("*", "😀", "")), st.integers(-2, 8), st.booleans(),
    ),
    st.sampled_from(("sha256", "sha512")).map(
        lambda kind: {"type": "hash", "hash_type": kind, "salt": "a salt of the client"}
    ),
)  # fmt: skip


@settings(max_examples=2000)
@given(texts_with_results())
def test_conflicts_are_resolved_as_presidio_does(
    given_text: tuple[str, list[dict[str, Any]]],
) -> None:
    text, found = given_text
    engine = AnonymizerEngine()
    results = AppEntitiesConvertor.analyzer_results_from_json(found)
    results = engine._copy_recognizer_results(results)
    results.sort(key=lambda each: (each.start, each.end))
    left = engine._remove_conflicts_and_get_text_manipulation_data(
        results, Strategy.MERGE_SIMILAR_OR_CONTAINED
    )
    left = engine._merge_entities_with_spaces_between(text, left)
    expected = [(each.start, each.end, each.entity_type, each.score) for each in left]
    pieces = [
        Piece(each["start"], each["end"], each["entity_type"], each["score"]) for each in found
    ]
    assert [tuple(piece) for piece in resolve_conflicts(text, pieces)] == expected


@settings(max_examples=1000)
@given(texts_with_results(), st.dictionaries(st.sampled_from((*TYPES, "DEFAULT")), OPERATORS))
def test_anonymized_texts_are_those_of_presidio(
    client: TestClient, given_text: tuple[str, list[dict[str, Any]]], operators: dict[str, Any]
) -> None:
    text, found = given_text
    body = {"text": text, "analyzer_results": found, "anonymizers": operators}
    assert post(client, "/anonymize", body) == ask_anonymizer(body)


@settings(max_examples=200)
@given(TEXTS, st.sampled_from(("sv", "en")))
def test_pseudonyms_are_those_of_the_engine(
    client: TestClient, analyzer: AnalyzerEngine, data: Path, text: str, language: str
) -> None:
    found = post(client, "/analyze", {"text": text, "language": language}) if text else []
    operators = {"PERSON": {"type": "pseudonymize", "seed": 2**64}, "LOCATION": {"type": "redact"}}
    body = {"text": text, "analyzer_results": found, "anonymizers": operators}
    settings = {"data": str(data), "seed": 2**64}
    engine = PseudonymizingEngine()
    results = AppEntitiesConvertor.analyzer_results_from_json(found)
    configs = {
        "PERSON": OperatorConfig("pseudonymize", settings),
        "LOCATION": OperatorConfig("redact"),
    }
    answer = json.loads(engine.anonymize(text, results, configs).to_json())
    assert post(client, "/anonymize", body) == answer


PATTERNS = st.builds(
    lambda name, expression, score: {"name": name, "regex": expression, "score": score},
    st.sampled_from(("a", "b")),
    st.sampled_from((r"\bK\d+", "lind", "(?-i:lind)", r"\d", "^.", r"a*", r"(?<=A)m|\s+Göte")),
    st.sampled_from((0, 0.01, 0.5, 1)),
)
RECOGNIZERS = st.fixed_dictionaries(
    {"supported_entity": st.sampled_from(("WARD", "PERSON")), "deny_list": st.lists(
        st.sampled_from(("Mr", "Mr.", "amina", "Lind i", "K1", "a.b", "😀", "")), min_size=1, max_size=4,
    )},
    optional={
        "name": st.sampled_from(("Titles", "Wards")),
        "supported_language": st.sampled_from(("sv", "en")),
        "patterns": st.lists(PATTERNS, max_size=3),
        "deny_list_score": st.sampled_from((0.0, 0.3, 1.0)),
        "global_regex_flags": st.sampled_from((0, 2, 26)),
        "context": st.lists(st.sampled_from(("xyzzy", "Patient")), min_size=1, max_size=2),
    },
)  # fmt: skip
REQUESTS = st.fixed_dictionaries(
    {"text": st.one_of(TEXTS.filter(bool), st.lists(TEXTS, min_size=1, max_size=3))},
    optional={
        "entities": st.lists(st.sampled_from(("PERSON", "LOCATION", "WARD", "NO_SUCH"))).map(
            lambda names: ["PERSON", *names]
        ),
        "score_threshold": st.sampled_from((0, 0.3, 0.9, 1.5)),
        "return_decision_process": st.sampled_from((True, False, 0, 1)),
        "ad_hoc_recognizers": st.lists(RECOGNIZERS, max_size=3),
        "context": st.lists(st.sampled_from(("Old PATIENTS", "Amina"))),
        "allow_list": st.lists(st.sampled_from(("Amina", "lind", "", ".*borg")), max_size=2),
        "allow_list_match": st.sampled_from(("exact", "regex")),
        "regex_flags": st.sampled_from((0, 2, 26)),
        "correlation_id": st.just("7"),
    },
)


@settings(max_examples=500)
@given(REQUESTS)
def test_analyses_are_those_of_presidio(
    client: TestClient, analyzer: AnalyzerEngine, body: dict[str, Any]
) -> None:
    """Presidio has our recognizer, so what it adds is compared: recognizers, thresholds, lists, order."""
    body = {**body, "language": "en"}
    recognizers = [
        {"supported_language": "en", **each} for each in body.get("ad_hoc_recognizers", ())
    ]
    if recognizers:
        body["ad_hoc_recognizers"] = recognizers
    # Presidio keeps any of two equal results, so their explanations may be those of different recognizers.
    assert list_explained_fields(post(client, "/analyze", body)) == list_explained_fields(
        ask_analyzer(analyzer, body)
    )


def list_explained_fields(answer: Any) -> Any:
    """An answer without the explanations of results that others may have found as well."""
    if answer and isinstance(answer[0], list):
        return [list_explained_fields(each) for each in answer]
    return [
        {
            **each,
            "analysis_explanation": each["analysis_explanation"]
            and sorted(each["analysis_explanation"]),
        }
        for each in answer
    ]


def test_explanations_are_those_of_presidio(client: TestClient, analyzer: AnalyzerEngine) -> None:
    recognizer = {
        "name": "Wards",
        "supported_language": "sv",
        "supported_entity": "WARD",
        "deny_list": ["K 17", "a.b"],
        "patterns": [{"name": "short", "regex": r"\bK\d", "score": 0.1}],
        "context": ["avdelning"],
    }
    body = {
        "text": "Amina bor i Göteborg, K 17, K9.",
        "language": "sv",
        "ad_hoc_recognizers": [recognizer],
        "context": ["Avdelningen"],
        "return_decision_process": True,
    }
    answer = post(client, "/analyze", body)
    assert answer == ask_analyzer(analyzer, body)
    assert {each["entity_type"] for each in answer} == {"PERSON", "LOCATION", "WARD"}


@settings(max_examples=100)
@given(st.text(max_size=40).filter(lambda text: "\0" not in text), st.sampled_from((16, 24, 32)))
def test_each_side_decrypts_what_the_other_encrypted(
    client: TestClient, text: str, size: int
) -> None:
    key = "k" * size
    piece = {"start": 0, "end": len(text), "score": 0.5, "entity_type": "NAME"}
    hide = {"text": text, "analyzer_results": [piece],
            "anonymizers": {"DEFAULT": {"type": "encrypt", "key": key}}}  # fmt: skip
    for encrypted, restore in (
        (post(client, "/anonymize", hide), ask_deanonymizer),
        (ask_anonymizer(hide), lambda body: post(client, "/deanonymize", body)),
    ):
        body = {"text": encrypted["text"], "anonymizer_results": encrypted["items"],
                "deanonymizers": {"NAME": {"type": "decrypt", "key": key}}}  # fmt: skip
        assert restore(body)["text"] == text
        assert restore(body) == ask_deanonymizer(body)


@settings(max_examples=300)
@given(texts_with_results())
def test_restored_texts_are_those_of_presidio(
    client: TestClient, given_text: tuple[str, list[dict[str, Any]]]
) -> None:
    text, found = given_text
    operators = {"DEFAULT": {"type": "deanonymize_keep"}}
    body = {"text": text, "anonymizer_results": found, "deanonymizers": operators}
    assert post(client, "/deanonymize", body) == ask_deanonymizer(body)


def test_operators_are_those_of_presidio(client: TestClient) -> None:
    ours, theirs = client.get("/anonymizers").json(), AnonymizerEngine().get_anonymizers()
    assert set(theirs) - {"surrogate_ahds"} - set(ours) == {"custom"}
    assert set(ours) - set(theirs) == {"pseudonymize"}
    restoring = client.get("/deanonymizers").json()
    assert sorted(restoring) == sorted(DeanonymizeEngine().get_deanonymizers())


def test_types_and_recognizers_are_those_of_presidio(
    client: TestClient, analyzer: AnalyzerEngine
) -> None:
    for language in ("sv", "en"):
        types = client.get(f"/supportedentities?language={language}").json()
        assert types == sorted(analyzer.get_supported_entities(language))
        names = client.get(f"/recognizers?language={language}").json()
        assert names == [each.name for each in analyzer.get_recognizers(language)]


def test_every_type_of_a_recognizer_of_presidio_is_known(client: TestClient) -> None:
    """Found under its name, or one that nothing here finds, of which a header tells."""
    recognizers = vars(predefined_recognizers).values()
    parameters = [signature(each).parameters for each in recognizers if isclass(each)]
    types = {each["supported_entity"].default for each in parameters if "supported_entity" in each}
    names = {each for each in types if isinstance(each, str)}
    assert len(names) > 70 and "AU_ABN" in names
    known = {*client.get("/supportedentities").json(), *list_unfound_types()}
    assert names - known == set()
