"""flair's sequence taggers as a backend: ``flair``, ``flair:ner-fast`` or ``flair:./best-model.pt``.

The text is cut into sentences and tokens by spaCy's rules, as seed C did it; they need no model.
The tagger gets the tokens only: flair itself drops characters such as U+200B and loses its places
by it. Its files are pickles, which may run code when they are loaded: load only those you trust.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tacknamn.ner.backends.chunks import split_text
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
"""flair's short names; any other is that of a model on the Hub: ``owner/name``."""
_LANGUAGES = {
    "danish": "da",
    "dutch": "nl",
    "english": "en",
    "french": "fr",
    "german": "de",
    "spanish": "es",
}
"""What flair's own models on the Hub are called by: ``flair/ner-german-large``."""
_IN_FOLDERS = (_FILE, "best-model.pt", "final-model.pt")
"""What a model's file may be called in a folder."""


class FlairBackend(PackageBackend):
    """The spans of a flair tagger, with its scores."""

    extra = "flair"
    needs = ("flair", "spacy", "torch", "transformers")
    _data: Any
    _tagger: Any
    _tokenizer: Any

    def _load(self) -> None:
        self.package("flair")  # it settles what it logs
        spacy = self.package("spacy")
        with _mute_flair():
            self._data = self.package("flair.data")
            models = self.package("flair.models")
            name = self.setup.model or self._default()
            self.check_language(f"the model {name}", _model_language(name))
            file = self._file(name)
            with self.loading(f"the model {name}", "install it anew, or take another"):
                self._tagger = models.SequenceTagger.load(str(file))
        with self.loading("spaCy's rules for tokens", "take a language that spaCy knows"):
            self._tokenizer = spacy.blank(self.setup.language)
            self._tokenizer.add_pipe("sentencizer")

    def _find(self, text: str) -> list[NamedMention]:
        return [
            one._replace(start=start + one.start, end=start + one.end)
            for start, piece in split_text(text)
            for one in self._spans(piece)
        ]

    def _spans(self, piece: str) -> Iterator[NamedMention]:
        sentences = [
            (self._data.Sentence([token.text for token in tokens]), tokens)
            for sentence in self._tokenizer(piece).sents
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
                    min(1.0, float(label.score)),  # a float of 32 bits may be 1.0000001
                )

    def _default(self) -> str:
        if self.setup.language == "en":
            return "ner"
        raise self.fault(
            f"no model is known for the language {self.setup.language!r}",
            "name one, as in flair:./best-model.pt",
        )

    def _file(self, name: str) -> Path:
        """The file of a model, on this machine."""
        path = Path(name)
        places = [path, *(path / one for one in _IN_FOLDERS)]
        found = next((one for one in places if one.is_file()), None) or self._cached(name)
        if found is None and is_path(name):
            raise self.fault(f"there is no model {name}", "give the file of a model")
        if found is None:
            code = f"from flair.models import SequenceTagger; SequenceTagger.load({name!r})"
            raise self.fault(f"there is no model {name} here", f'run: python -c "{code}"')
        return found

    def _cached(self, name: str) -> Path | None:
        """Where flair keeps what it has downloaded."""
        hub = self.package("huggingface_hub")
        repository = _NAMES.get(name, name)
        folder = self.package("flair").cache_root / "models" / repository.rpartition("/")[2]
        try:
            found = hub.try_to_load_from_cache(repository, _FILE, cache_dir=folder)
        except ValueError:  # no name that the Hub could have
            return None
        return Path(found) if isinstance(found, str) else None


def _model_language(name: str) -> str:
    """The language of a model of flair's own, which its name tells; else nothing.

    >>> _language("ner-fast"), _language("flair/ner-german-large"), _language("./my-model.pt")
    ('en', 'de', '')
    """
    owner, _, model = _NAMES.get(name, name).partition("/ner-")
    return _LANGUAGES.get(model.partition("-")[0], "") if owner == "flair" else ""


@contextmanager
def _mute_flair() -> Iterator[None]:
    """Keep what flair tells while it loads off standard output, where results go."""
    logger = logging.getLogger("flair")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
