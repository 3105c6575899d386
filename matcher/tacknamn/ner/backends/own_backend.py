"""Our own engine as a backend: what ``tacknamn detect --coarse`` finds by lists and patterns.

What is only marked there, such as a religion, is no name.

The model is the folder of a bundle: ``tacknamn:build/full``; without it, the one that
``lexicon_data`` names, or that is found by itself.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.errors import Error
from tacknamn.ner.backends.package_backend import PackageBackend
from tacknamn.ner.backends.protocol import NamedMention

if TYPE_CHECKING:
    from tacknamn.detection.detector import Detector

__all__ = ["OwnBackend"]

FINDERS = ("lists", "patterns")
_WARM_UP = {
    "en": "Dr. Amina Xqvist, 34, met Mr Lund's brother of Ekby School in the river Storån, Peru, on "
    "3 May 2019.",
    "sv": "Amina Xqvist, 34 år, jobbar som lärare på Ekbyskolan vid Storån i Lund sedan 3 maj 2019.",
}
"""Sentences in which most rules have something to do."""


class OwnBackend(PackageBackend):
    """Finds names with Täcknamn's lists and rules; scores are its probabilities."""

    _detector: "Detector"

    def _load(self) -> None:
        from tacknamn.detection.detector import Detector
        from tacknamn.detection.patterns.finder import LANGUAGES
        from tacknamn.lexicon.lexicon import Lexicon

        language = self.setup.language
        if language not in LANGUAGES:
            raise self.fault(
                f"it knows no language {language!r}", f"choose one of {', '.join(LANGUAGES)}"
            )
        data = Path(self.setup.model) if self.setup.model else self.setup.data
        try:
            self._detector = Detector(Lexicon.open(data), language, FINDERS, fuzzy=True)
        except Error as exc:
            raise self.fault(str(exc), "") from exc
        import_module("rapidfuzz.distance")  # what is loaded when it is first needed is loaded now
        self._find(_WARM_UP[language])

    def _find(self, text: str) -> list[NamedMention]:
        from tacknamn.detection.entities import unify_entities
        from tacknamn.taxonomy.coarse_classes import merge_coarse

        found = unify_entities(text, self._detector.detect(text))
        return [NamedMention(*whole) for whole in merge_coarse(found, text)]
