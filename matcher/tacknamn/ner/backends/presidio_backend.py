"""Presidio's analyzer as a backend: ``presidio``, ``presidio:en_core_web_lg`` or a spaCy folder.

The analyzer combines a spaCy pipeline with patterns for numbers, addresses and the like. Of
overlapping results the one with the highest score is kept, then the longest. Nothing is
downloaded: the pipeline must be installed, and top-level domains come from a bundled list.
"""

from typing import Any

from tacknamn.ner.backends.labels import coarse_label
from tacknamn.ner.backends.package_backend import PackageBackend
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.backends.spacy_backend import load_pipeline

__all__ = ["PresidioBackend"]

MODELS = {"en": "en_core_web_lg"}
"""Presidio's own choice; for other languages, spaCy's small pipeline."""


class PresidioBackend(PackageBackend):
    """The results of Presidio's analyzer, with its scores."""

    extra = "presidio"
    needs = ("presidio_analyzer", "spacy")
    _analyzer: Any

    def _load(self) -> None:
        analyzer = self.import_package("presidio_analyzer")
        engines = self.import_package("presidio_analyzer.nlp_engine")
        language = self.setup.language
        pipeline = load_pipeline(self, self.setup.model or MODELS.get(language, ""))
        with self.report_load_errors("Presidio's analyzer", "install it again"):
            engine = engines.SpacyNlpEngine(models=[{"lang_code": language, "model_name": "own"}])
            engine.nlp = {language: pipeline}  # otherwise it would download missing models
            registry = analyzer.RecognizerRegistry(supported_languages=[language])
            registry.load_predefined_recognizers(languages=[language], nlp_engine=engine)
            _stay_offline(self, registry, language)
            self._analyzer = analyzer.AnalyzerEngine(
                registry=registry, nlp_engine=engine, supported_languages=[language]
            )

    def _find(self, text: str) -> list[NamedMention]:
        results = self._analyzer.analyze(text=text, language=self.setup.language)
        return _keep_surest(
            [
                NamedMention(
                    result.start,
                    result.end,
                    coarse_label(result.entity_type),
                    min(1.0, max(0.0, float(result.score))),
                )
                for result in results
            ]
        )


def _keep_surest(mentions: list[NamedMention]) -> list[NamedMention]:
    """Drop mentions that overlap a mention with a higher score."""
    kept: list[NamedMention] = []
    for mention in sorted(mentions, key=lambda each: (-each.score, each.start - each.end, each)):
        if all(mention.end <= other.start or other.end <= mention.start for other in kept):
            kept.append(mention)
    return sorted(kept)


def _stay_offline(backend: PackageBackend, registry: Any, language: str) -> None:
    """Make the recognizer of e-mail addresses use the list of domains in its package."""
    recognizers = backend.import_package("presidio_analyzer.predefined_recognizers")
    domains = backend.import_package("tldextract").TLDExtract(suffix_list_urls=(), cache_dir=None)

    def validate_result(_self: object, address: str) -> bool:
        return bool(domains(address).fqdn)

    addresses = type(
        "Addresses", (recognizers.EmailRecognizer,), {"validate_result": validate_result}
    )
    registry.remove_recognizer("EmailRecognizer")
    registry.add_recognizer(addresses(supported_language=language))
