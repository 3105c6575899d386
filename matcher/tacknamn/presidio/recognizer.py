"""The recognizer: what ``Pseudonymizer.detect`` finds, as results of Presidio.

A recognizer of Presidio has one language. In a YAML file, the name of the class and our settings stand
next to each other::

    recognizers:
      - name: TacknamnRecognizer
        supported_languages: [sv, en]
        profile: clinic

Presidio drops settings that it does not know, unless their recognizer has a configuration model of its
own (:class:`TacknamnRecognizerConfig`): a profile that is dropped unnoticed would leave names unfound.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from presidio_analyzer import AnalysisExplanation, LocalRecognizer, RecognizerResult
from presidio_analyzer.input_validation.yaml_recognizer_models import (
    CONFIG_MODEL_MAP,
    PredefinedRecognizerConfig,
)
from pydantic import ConfigDict

from tacknamn.errors import InputError
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.pipeline.stored_settings import StoredSettings
from tacknamn.support.suggest import suggest_names
from tacknamn.taxonomy.entity_types import (
    TypedEntity,
    find_entities,
    get_score,
    list_entity_types,
)
from tacknamn.text.languages import LANGUAGES

__all__ = ["TacknamnRecognizer", "TacknamnRecognizerConfig"]

_NAME = "TacknamnRecognizer"


class TacknamnRecognizer(LocalRecognizer):  # type: ignore[misc]  # Presidio's classes have no types
    """Finds names, numbers, dates and addresses in texts of one language."""

    pseudonymizer: Pseudonymizer

    def __init__(
        self,
        supported_language: str = LANGUAGES[0],
        supported_entities: Sequence[str] | None = None,
        name: str = _NAME,
        context: list[str] | None = None,
        **settings: Any,
    ) -> None:
        """Open the lists.

        Args:
            supported_language: ``sv`` or ``en``.
            supported_entities: The entity types to report; all by default.
            name: The name in results.
            context: Words that raise the score of a result next to them. None are needed: the
                detection reads the words around a name itself.
            settings: The settings of :class:`~tacknamn.pipeline.stored_settings.StoredSettings`, such
                as ``data`` and ``profile``.
        """
        if supported_language not in LANGUAGES:
            raise InputError(
                f"{name} does not support the language {supported_language!r}; it supports "
                f"{', '.join(LANGUAGES)}"
            )
        stored = StoredSettings.from_mapping(settings)
        if stored.language not in ("", supported_language):
            raise InputError(f"{name}: give the language as supported_language alone")
        self.settings = replace(stored, language=supported_language)
        super().__init__(
            supported_entities=[], name=name, supported_language=supported_language, context=context
        )
        self.supported_entities = _choose_entities(self.pseudonymizer, supported_entities)

    def load(self) -> None:
        """Open the lists; Presidio calls this once."""
        self.pseudonymizer = self.settings.open()

    def analyze(
        self, text: str, entities: Iterable[str], nlp_artifacts: object = None
    ) -> list[RecognizerResult]:
        """Find what may identify a person. What an NLP engine found in the text is not needed."""
        wanted = set(entities or self.supported_entities).intersection(self.supported_entities)
        found = find_entities(text, self.pseudonymizer.detect(text), wanted)
        return [self._make_result(each) for each in found]

    def _make_result(self, entity: TypedEntity) -> RecognizerResult:
        """Make a result. It has no word of the text, because explanations are logged."""
        best = entity.best
        score = get_score(best)
        explanation = AnalysisExplanation(
            recognizer=self.name,
            original_score=score,
            pattern_name=best.rule,
            textual_explanation=entity.reason,
        )
        metadata = {
            RecognizerResult.RECOGNIZER_NAME_KEY: self.name,
            RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id,
            "label": entity.labels,
            "probability": best.probability,
        }
        return RecognizerResult(
            entity.entity_type, entity.start, entity.end, score, explanation, metadata
        )

    def to_dict(self) -> dict[str, Any]:
        """Return what :meth:`from_dict` makes the recognizer from."""
        settings = self.settings.to_mapping()
        del settings["language"]
        return {
            "supported_language": self.supported_language,
            "supported_entities": list(self.supported_entities),
            "name": self.name,
            "context": self.context,
            **settings,
        }


def _choose_entities(pseudonymizer: Pseudonymizer, asked: Sequence[str] | None) -> list[str]:
    """Return the entity types that were asked for, or all."""
    labels = (*pseudonymizer.profile.policies, *pseudonymizer.lexicon.own_labels)
    known = list_entity_types(labels)
    if not asked:
        return known
    if isinstance(asked, str):
        raise InputError("supported_entities must be a list of entity types")
    for name in asked:
        if name not in known:
            raise InputError(f"there is no entity type {name!r}; {suggest_names(name, known)}")
    return list(asked)


class TacknamnRecognizerConfig(PredefinedRecognizerConfig):  # type: ignore[misc]  # as above
    """A recognizer in a YAML file: lets our settings pass to the recognizer, which checks them."""

    model_config = ConfigDict(extra="allow")


CONFIG_MODEL_MAP[_NAME] = TacknamnRecognizerConfig
