"""Our own lists and rules as a backend: the names that ``tacknamn detect --coarse`` finds.

Detections that a profile would only mark, such as a religion, are not names.

The model is the folder of a bundle: ``tacknamn:build/full``. Without a model, the bundle is that
of ``lexicon_data``, or the one in the default folder.
"""

import sys
from importlib import import_module
from pathlib import Path

from tacknamn.detection.detector import Detector
from tacknamn.detection.disguises.clear_text import clear_text
from tacknamn.detection.entities import unify_entities
from tacknamn.errors import Error
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.ner.backends.package_backend import PackageBackend
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.names.completing import complete_names
from tacknamn.ner.names.evidence import NameEvidence
from tacknamn.taxonomy.coarse_classes import merge_coarse
from tacknamn.text.languages import LANGUAGES

__all__ = ["OwnBackend"]

FINDERS = ("lists", "patterns")
_WARM_UP = {
    "en": "Dr. Amina Xqvist, 34, met Mr Lund's brother of Ekby School in the river Storån, Peru, on "
    "3 May 2019.",
    "sv": "Amina Xqvist, 34 år, jobbar som lärare på Ekbyskolan vid Storån i Lund sedan 3 maj 2019.",
}
"""Sentences to which most rules apply. Finding names in them loads what is loaded on demand."""


class OwnBackend(PackageBackend):
    """Finds names with Täcknamn's lists and rules; scores are its probabilities."""

    longest_chunk = sys.maxsize
    _lexicon: Lexicon
    _detector: Detector
    _evidence: NameEvidence | None = None
    """What completes names; its rules are for English texts."""

    def _load(self) -> None:
        language = self.setup.language
        if language not in LANGUAGES:
            raise self.make_error(
                f"the language {language!r} is not supported",
                f"choose one of {', '.join(LANGUAGES)}",
            )
        data = Path(self.setup.model) if self.setup.model else self.setup.data
        try:
            self._lexicon = Lexicon.open(data)
            self._detector = Detector(self._lexicon, language, FINDERS, fuzzy=True)
        except Error as exc:
            raise self.make_error(str(exc), "") from exc
        self._evidence = NameEvidence(self._lexicon) if language == "en" else None
        import_module("rapidfuzz.distance")  # would otherwise be imported by the first text
        self._find(_WARM_UP[language])

    def _find(self, text: str) -> list[NamedMention]:
        clear = clear_text(text, self._lexicon)
        if clear is None:
            detections = unify_entities(text, self._detector.detect(text))
        else:
            found = unify_entities(clear.text, clear.detect(self._detector.detect))
            detections = list(clear.restore(found))
        mentions = [NamedMention(*entity) for entity in merge_coarse(detections, text)]
        return complete_names(text, mentions, self._evidence) if self._evidence else mentions
