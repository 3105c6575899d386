"""Presidio's analyzer as a backend: ``presidio``, ``presidio:en_core_web_lg`` or a folder of spaCy's.

It joins a spaCy pipeline with patterns for numbers, addresses and the like. Where what it finds
overlaps, the surest counts, and of these the longest. It asks the net for nothing: the pipeline
must be here, and for the ends of domain names it has a list of its own.
"""

from typing import Any

from tacknamn.ner.backends.chunks import split_text
from tacknamn.ner.backends.labels import coarse_label
from tacknamn.ner.backends.package_backend import PackageBackend
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.backends.spacy_backend import load_pipeline

__all__ = ["PresidioBackend"]

MODELS = {"en": "en_core_web_lg"}
"""Presidio's own choice; of other languages, spaCy's small pipeline."""


class PresidioBackend(PackageBackend):
    """What Presidio's analyzer finds, with its scores."""

    extra = "presidio"
    needs = ("presidio_analyzer", "spacy")
    _analyzer: Any

    def _load(self) -> None:
        analyzer = self.package("presidio_analyzer")
        engines = self.package("presidio_analyzer.nlp_engine")
        language = self.setup.language
        pipeline = load_pipeline(self, self.setup.model or MODELS.get(language, ""))
        with self.loading("Presidio's analyzer", "install it anew"):
            engine = engines.SpacyNlpEngine(models=[{"lang_code": language, "model_name": "own"}])
            engine.nlp = {language: pipeline}  # or it would download what it lacks
            registry = analyzer.RecognizerRegistry(supported_languages=[language])
            registry.load_predefined_recognizers(languages=[language], nlp_engine=engine)
            _stay_offline(self, registry, language)
            self._analyzer = analyzer.AnalyzerEngine(
                registry=registry, nlp_engine=engine, supported_languages=[language]
            )

    def _find(self, text: str) -> list[NamedMention]:
        found = [
            NamedMention(
                start + one.start,
                start + one.end,
                coarse_label(one.entity_type),
                min(1.0, max(0.0, float(one.score))),
            )
            for start, piece in split_text(text)
            for one in self._analyzer.analyze(text=piece, language=self.setup.language)
        ]
        return _keep_surest(found)


def _keep_surest(found: list[NamedMention]) -> list[NamedMention]:
    """Without what overlaps with something surer."""
    kept: list[NamedMention] = []
    for one in sorted(found, key=lambda one: (-one.score, one.start - one.end, one)):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept)


def _stay_offline(backend: PackageBackend, registry: Any, language: str) -> None:
    """Let the recognizer of e-mail addresses use the list of domains that it comes with."""
    recognizers = backend.package("presidio_analyzer.predefined_recognizers")
    domains = backend.package("tldextract").TLDExtract(suffix_list_urls=(), cache_dir=None)

    def validate_result(_self: object, address: str) -> bool:
        return bool(domains(address).fqdn)

    addresses = type(
        "Addresses", (recognizers.EmailRecognizer,), {"validate_result": validate_result}
    )
    registry.remove_recognizer("EmailRecognizer")
    registry.add_recognizer(addresses(supported_language=language))
