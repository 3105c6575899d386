"""stanza as a backend: ``stanza``, ``stanza:conll03`` (a package) or ``stanza:./folder``.

A folder has what ``stanza.download(language, model_dir=folder)`` puts there. Without one they are
looked for where stanza keeps them. Its files are read as weights only: they run no code.
"""

from pathlib import Path
from typing import Any

from tacknamn.ner.backends.chunks import split_text
from tacknamn.ner.backends.labels import coarse_label
from tacknamn.ner.backends.package_backend import PackageBackend
from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["StanzaBackend"]


class StanzaBackend(PackageBackend):
    """The entities of a stanza pipeline of tokenizer and recognizer. It tells no scores."""

    extra = "stanza"
    needs = ("stanza",)
    _pipeline: Any

    def _load(self) -> None:
        stanza = self.package("stanza")
        language, model = self.setup.language, self.setup.model
        options: dict[str, Any] = {"processors": "tokenize,ner"}
        folder = ""
        if Path(model).is_dir() and model:
            options["dir"] = model
            folder = f", model_dir={model!r}"
        elif model:
            options["package"] = {"ner": model}
        code = f"import stanza; stanza.download({language!r}{folder})"
        with self.loading(f"its {language} model", f'run: python -c "{code}"'):
            self._pipeline = stanza.Pipeline(
                language, download_method=None, logging_level="ERROR", **options
            )

    def _find(self, text: str) -> list[NamedMention]:
        return [
            NamedMention(start + one.start_char, start + one.end_char, coarse_label(one.type), 1.0)
            for start, piece in split_text(text)
            if piece.strip()
            for one in self._pipeline(piece).ents
        ]
