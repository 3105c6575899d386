"""An analyzer engine of Presidio that has our recognizer alone and needs no model of spaCy."""

from collections.abc import Sequence
from typing import Any

from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import NoOpNlpEngine

from tacknamn.presidio.recognizer import TacknamnRecognizer
from tacknamn.text.languages import LANGUAGES

__all__ = ["make_analyzer"]


def make_analyzer(languages: Sequence[str] = LANGUAGES, **settings: Any) -> AnalyzerEngine:
    """Make an engine with a recognizer for each language.

    Further recognizers can be added to its registry.

    Args:
        settings: As for :class:`~tacknamn.presidio.TacknamnRecognizer`.
    """
    models = [{"lang_code": language, "model_name": "none"} for language in languages]
    registry = RecognizerRegistry(
        [TacknamnRecognizer(language, **settings) for language in languages],
        supported_languages=list(languages),
    )
    return AnalyzerEngine(
        registry=registry,
        nlp_engine=NoOpNlpEngine(models=models),
        supported_languages=list(languages),
    )
