"""NLTK's named entity chunker as a backend: ``nltk``, or ``nltk:./folder`` with its data.

NLTK works on tokens and knows no places: each token is looked for behind the one before it. Its
quotation marks are others than the text's. The folder is laid out as NLTK's own data:
``chunkers/maxent_ne_chunker_tab``, ``taggers/averaged_perceptron_tagger_eng``,
``tokenizers/punkt_tab`` and ``corpora/words``; all of them are tables, none is a pickle.
"""

import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tacknamn.ner.backends.chunks import split_text
from tacknamn.ner.backends.labels import coarse_label
from tacknamn.ner.backends.package_backend import PackageBackend
from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["NltkBackend", "align_tokens"]

_DATA = {
    "chunkers/maxent_ne_chunker_tab/english_ace_multiclass/": "maxent_ne_chunker_tab",
    "taggers/averaged_perceptron_tagger_eng/": "averaged_perceptron_tagger_eng",
    "tokenizers/punkt_tab/english/": "punkt_tab",
    "corpora/words": "words",
}
"""What is needed, and what NLTK's downloader calls it."""
_QUOTES = ('"', "''", "``")
"""What a quotation mark of NLTK's may be in the text."""


class NltkBackend(PackageBackend):
    """The chunks of NLTK's chunker, which knows English only. It tells no scores."""

    extra = "nltk"
    needs = ("nltk",)
    _nltk: Any
    _sentences: Any
    _tagger: Any
    _chunker: Any

    def _load(self) -> None:
        if self.setup.language != "en":
            raise self.fault("its chunker knows English only", "leave it out for other languages")
        self._nltk = self.package("nltk")
        with self._folder(), self.loading("NLTK's data", "install the data anew"):
            self._check_data()
            self._sentences = self._nltk.tokenize.PunktTokenizer("english")
            self._tagger = self._nltk.tag.PerceptronTagger(lang="eng")
            self._chunker = self._nltk.chunk.ne_chunker()
            self._chunker.parse([("Kim", "NNP")])  # reads the list of words

    def _find(self, text: str) -> list[NamedMention]:
        return [
            NamedMention(start + one.start, start + one.end, one.label, 1.0)
            for first, piece in split_text(text)
            for begin, end in self._sentences.span_tokenize(piece)
            for start in [first + begin]
            for one in self._chunks(piece[begin:end])
        ]

    def _chunks(self, sentence: str) -> Iterator[NamedMention]:
        tokens = self._nltk.tokenize.NLTKWordTokenizer().tokenize(sentence)
        places = iter(align_tokens(sentence, tokens))
        for chunk in self._chunker.parse(self._tagger.tag(tokens)):
            if isinstance(chunk, tuple):
                next(places)
                continue
            inside = [next(places) for _ in chunk]
            yield NamedMention(inside[0][0], inside[-1][1], coarse_label(chunk.label()), 1.0)

    def _check_data(self) -> None:
        missing = [name for path, name in _DATA.items() if not self._has(path)]
        if missing:
            folder = ["-d", self.setup.model] if self.setup.model else []
            command = shlex.join(["python", "-m", "nltk.downloader", *folder, *missing])
            raise self.fault(f"NLTK's data lack {', '.join(missing)}", f"run: {command}")

    def _has(self, path: str) -> bool:
        for form in (path, f"{path.rstrip('/')}.zip"):
            try:
                self._nltk.data.find(form)
            except (LookupError, OSError):
                continue
            return True
        return False

    @contextmanager
    def _folder(self) -> Iterator[None]:
        """Let NLTK look into the folder that is named, first, while it loads."""
        if not self.setup.model:
            yield
            return
        folder = Path(self.setup.model)
        if not folder.is_dir():
            raise self.fault(f"there is no folder {folder}", "give the folder of NLTK's data")
        self._nltk.data.path.insert(0, str(folder.resolve()))
        try:
            yield
        finally:
            self._nltk.data.path.remove(str(folder.resolve()))


def align_tokens(text: str, tokens: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where each token stands in the text.

    >>> list(aligned('He said "Kim".', ["He", "said", "``", "Kim", "''", "."]))
    [(0, 2), (3, 7), (8, 9), (9, 12), (12, 13), (13, 14)]
    """
    place = 0
    for token in tokens:
        forms = (token, *_QUOTES) if token in _QUOTES else (token,)
        found = [(at, at + len(form)) for form in forms if (at := text.find(form, place)) >= 0]
        if not found:
            raise ValueError("a token of NLTK's is not in the text")
        start, place = min(found)
        yield start, place
