"""flair's sequence taggers as a backend: ``flair``, ``flair:ner-fast`` or ``flair:./best-model.pt``.

spaCy's rules split the text into sentences and tokens, as in the masking tool; they need no model.
The tagger gets tokens only, because flair itself drops characters such as U+200B and then reports
wrong offsets. flair's model files are pickles, which can run code when they are loaded: load only
files that you trust.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tacknamn.ner.backends.labels import coarse_label
from tacknamn.ner.backends.package_backend import PackageBackend, is_path
from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["FlairBackend"]

_FILE = "pytorch_model.bin"
_NAMES = {
    "ner": "flair/ner-english",
    "ner-fast": "flair/ner-english-fast",
    "ner-large": "flair/ner-english-large",
    "ner-ontonotes": "flair/ner-english-ontonotes",
    "ner-ontonotes-fast": "flair/ner-english-ontonotes-fast",
    "ner-ontonotes-large": "flair/ner-english-ontonotes-large",
    "ner-multi": "flair/ner-multi",
    "ner-multi-fast": "flair/ner-multi-fast",
}
"""flair's short names. Any other name is that of a model on the Hub: ``owner/name``."""
_LANGUAGES = {
    "danish": "da",
    "dutch": "nl",
    "english": "en",
    "french": "fr",
    "german": "de",
    "spanish": "es",
}
"""Languages in the names of flair's models on the Hub: ``flair/ner-german-large``."""
_IN_FOLDERS = (_FILE, "best-model.pt", "final-model.pt")
"""Names of model files that are tried in a folder."""


class FlairBackend(PackageBackend):
    """The spans of a flair tagger, with its scores."""

    extra = "flair"
    needs = ("flair", "spacy", "torch", "transformers")
    _data: Any
    _tagger: Any
    _tokenizer: Any

    def _load(self) -> None:
        self.import_package("flair")  # configures its logging
        spacy = self.import_package("spacy")
        with _mute_flair():
            self._data = self.import_package("flair.data")
            models = self.import_package("flair.models")
            name = self.setup.model or self._choose_default()
            self.check_language(f"the model {name}", _model_language(name))
            file = self._find_file(name)
            with self.report_load_errors(
                f"the model {name}", "install it again, or choose another"
            ):
                self._tagger = models.SequenceTagger.load(str(file))
        with self.report_load_errors("spaCy's tokenizer", "choose a language that spaCy supports"):
            self._tokenizer = spacy.blank(self.setup.language)
            self._tokenizer.add_pipe("sentencizer")

    def _find(self, text: str) -> list[NamedMention]:
        return list(self._find_spans(text))

    def _find_spans(self, text: str) -> Iterator[NamedMention]:
        sentences = [
            (self._data.Sentence([token.text for token in tokens]), tokens)
            for sentence in self._tokenizer(text).sents
            if (tokens := [token for token in sentence if token.text.strip()])
        ]
        self._tagger.predict([sentence for sentence, _ in sentences])
        for sentence, tokens in sentences:
            for span in sentence.get_spans(self._tagger.label_type):
                label = span.get_label(self._tagger.label_type)
                first, last = tokens[span[0].idx - 1], tokens[span[-1].idx - 1]
                yield NamedMention(
                    first.idx,
                    last.idx + len(last.text),
                    coarse_label(label.value),
                    min(1.0, float(label.score)),  # a 32-bit float may be 1.0000001
                )

    def _choose_default(self) -> str:
        if self.setup.language == "en":
            return "ner"
        raise self.make_error(
            f"there is no default model for the language {self.setup.language!r}",
            "name one, as in flair:./best-model.pt",
        )

    def _find_file(self, name: str) -> Path:
        """Find the file of a model on this machine."""
        path = Path(name)
        candidates = [path, *(path / file for file in _IN_FOLDERS)]
        found = next((file for file in candidates if file.is_file()), None)
        found = found or self._find_cached(name)
        if found is None and is_path(name):
            raise self.make_error(f"there is no model {name}", "give the file of a model")
        if found is None:
            code = f"from flair.models import SequenceTagger; SequenceTagger.load({name!r})"
            raise self.make_error(f"the model {name} is not installed", f'run: python -c "{code}"')
        return found

    def _find_cached(self, name: str) -> Path | None:
        """Find a model in flair's cache of downloads."""
        hub = self.import_package("huggingface_hub")
        repository = _NAMES.get(name, name)
        folder = self.import_package("flair").cache_root / "models" / repository.rpartition("/")[2]
        try:
            found = hub.try_to_load_from_cache(repository, _FILE, cache_dir=folder)
        except ValueError:  # not a valid name on the Hub
            return None
        return Path(found) if isinstance(found, str) else None


def _model_language(name: str) -> str:
    """Read the language from the name of one of flair's own models; empty for other models.

    >>> _model_language("ner-fast"), _model_language("flair/ner-german-large")
    ('en', 'de')
    >>> _model_language("./my-model.pt")
    ''
    """
    owner, _, model = _NAMES.get(name, name).partition("/ner-")
    return _LANGUAGES.get(model.partition("-")[0], "") if owner == "flair" else ""


@contextmanager
def _mute_flair() -> Iterator[None]:
    """Keep the log messages of loading off standard output, which is for results."""
    logger = logging.getLogger("flair")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
