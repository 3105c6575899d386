"""The recognizer of Presidio: its results, its settings in YAML, and its place in an engine."""

import pickle
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from presidio_analyzer import AnalyzerEngine, AnalyzerEngineProvider
from presidio_analyzer import PatternRecognizer as DenyListRecognizer
from presidio_analyzer.recognizer_registry import RecognizerRegistryProvider

from tacknamn import Error, InputError
from tacknamn.presidio import TacknamnRecognizer, make_analyzer

TEXT = "Jag heter Amina Lind och bor i Göteborg. Ring Amina, 070-123 45 67."


def show(text: str, results: list[Any]) -> list[tuple[str, str]]:
    ordered = sorted(results, key=lambda result: result.start)
    return [(text[each.start : each.end], each.entity_type) for each in ordered]


def test_a_result_explains_itself_without_the_text(analyzer: AnalyzerEngine) -> None:
    results = analyzer.analyze(TEXT, "sv", return_decision_process=True)
    assert show(TEXT, results) == [
        ("Amina Lind", "PERSON"),
        ("Göteborg", "LOCATION"),
        ("Amina", "PERSON"),
        ("070-123 45 67", "PHONE_NUMBER"),
    ]
    labels = {each.recognition_metadata["label"] for each in results}
    assert labels == {"firstname_female surname", "firstname_female", "city", "phone_nr"}
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
    allowed = show(TEXT, analyzer.analyze(TEXT, "sv", allow_list=["Amina Lind", "Amina"]))
    assert [piece for piece, _ in allowed] == ["Göteborg", "070-123 45 67"]
    names = ["PERSON", "SE_PERSONNUMMER", "US_PASSPORT"]
    passport = "Passport number 531280342, my sister Amina."
    assert show(passport, analyzer.analyze(passport, "en", entities=names)) == [
        ("531280342", "US_PASSPORT"),
        ("Amina", "PERSON"),
    ]
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
    assert ("Amina Lind", "PERSON") in show(english, analyzer.analyze(english, "en"))


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
