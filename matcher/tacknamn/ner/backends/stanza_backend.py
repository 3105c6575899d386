"""stanza as a backend: ``stanza``, ``stanza:conll03`` (a package) or ``stanza:./folder``.

A folder contains what ``stanza.download(language, model_dir=folder)`` writes. Without a folder,
stanza's default folder is used. stanza loads its files as weights only, so they cannot run code.
"""

from pathlib import Path
from typing import Any

from tacknamn.ner.backends.labels import coarse_label
from tacknamn.ner.backends.package_backend import PackageBackend
from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["StanzaBackend"]


class StanzaBackend(PackageBackend):
    """The entities of a stanza pipeline (tokenizer and recognizer), which gives no scores."""

    extra = "stanza"
    needs = ("stanza",)
    _pipeline: Any

    def _load(self) -> None:
        stanza = self.import_package("stanza")
        language, model = self.setup.language, self.setup.model
        options: dict[str, Any] = {"processors": "tokenize,ner"}
        folder = ""
        if Path(model).is_dir() and model:
            options["dir"] = model
            folder = f", model_dir={model!r}"
        elif model:
            options["package"] = {"ner": model}
        code = f"import stanza; stanza.download({language!r}{folder})"
        with self.report_load_errors(f"its {language} model", f'run: python -c "{code}"'):
            self._pipeline = stanza.Pipeline(
                language, download_method=None, logging_level="ERROR", **options
            )

    def _find(self, text: str) -> list[NamedMention]:
        return [
            NamedMention(entity.start_char, entity.end_char, coarse_label(entity.type), 1.0)
            for entity in self._pipeline(text).ents
        ]
