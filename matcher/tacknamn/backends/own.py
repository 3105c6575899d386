"""Our own engine as a backend: what ``tacknamn detect --coarse`` finds by lists and patterns.

What is only marked there, such as a religion, is no name.

The model is the folder of a bundle: ``tacknamn:build/full``; without it, the one that
``lexicon_data`` names, or that is found by itself.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.backends.loading import Loading
from tacknamn.backends.protocol import Mention
from tacknamn.errors import Error

if TYPE_CHECKING:
    from tacknamn.labelling import Labeller

__all__ = ["Own"]

FINDERS = ("lists", "patterns")
_FIRST = {
    "en": "Dr. Amina Xqvist, 34, met Mr Lund's brother of Ekby School in the river Storån, Peru, on "
    "3 May 2019.",
    "sv": "Amina Xqvist, 34 år, jobbar som lärare på Ekbyskolan vid Storån i Lund sedan 3 maj 2019.",
}
"""Sentences in which most rules have something to do."""


class Own(Loading):
    """Finds names with Täcknamn's lists and rules; scores are its probabilities."""

    _labeller: "Labeller"

    def _load(self) -> None:
        from tacknamn.labelling import Labeller
        from tacknamn.lexicon import Lexicon
        from tacknamn.patterns import LANGUAGES

        language = self.setup.language
        if language not in LANGUAGES:
            raise self.fault(
                f"it knows no language {language!r}", f"choose one of {', '.join(LANGUAGES)}"
            )
        data = Path(self.setup.model) if self.setup.model else self.setup.data
        try:
            self._labeller = Labeller(Lexicon.open(data), language, FINDERS, fuzzy=True)
        except Error as exc:
            raise self.fault(str(exc), "") from exc
        import_module("rapidfuzz.distance")  # what is loaded when it is first needed is loaded now
        self._find(_FIRST[language])

    def _find(self, text: str) -> list[Mention]:
        from tacknamn.formats.coarse import coarse
        from tacknamn.pseudonymizing.alike import with_one_thing

        found = with_one_thing(text, self._labeller.label(text))
        return [Mention(*whole) for whole in coarse(found, text)]
