"""Our own engine as a backend: what ``tacknamn detect --coarse`` finds.

The model is the folder of a bundle: ``tacknamn:build/full``; without it, the one that
``lexicon_data`` names, or that is found by itself.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.backends.loading import Loading
from tacknamn.backends.protocol import Mention
from tacknamn.errors import Error

if TYPE_CHECKING:
    from tacknamn.pseudonymizing import Pseudonymizer

__all__ = ["Own"]


class Own(Loading):
    """Finds names with Täcknamn's lists and rules; scores are its probabilities."""

    _pseudonymizer: "Pseudonymizer"

    def _load(self) -> None:
        from tacknamn.lexicon import Lexicon
        from tacknamn.pseudonymizing import LANGUAGES, Pseudonymizer

        language = self.setup.language
        if language not in LANGUAGES:
            raise self.fault(
                f"it knows no language {language!r}", f"choose one of {', '.join(LANGUAGES)}"
            )
        data = Path(self.setup.model) if self.setup.model else self.setup.data
        try:
            self._pseudonymizer = Pseudonymizer(Lexicon.open(data), seed=0, language=language)
        except Error as exc:
            raise self.fault(str(exc), "") from exc

    def _find(self, text: str) -> list[Mention]:
        from tacknamn.formats.coarse import coarse

        found = coarse(self._pseudonymizer.detect(text, everything=True), text)
        return [Mention(*whole) for whole in found]
