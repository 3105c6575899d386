"""NLTK's named entity chunker as a backend: ``nltk``, or ``nltk:./folder`` with its data.

NLTK works on tokens without offsets, so each token is searched for after the previous one. NLTK
replaces the quotation marks of the text. The folder has the layout of NLTK's own data:
``chunkers/maxent_ne_chunker_tab``, ``taggers/averaged_perceptron_tagger_eng``,
``tokenizers/punkt_tab`` and ``corpora/words``. All of these are tables; none is a pickle.
"""

import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
"""The required data, by path, with the name that NLTK's downloader uses."""
_QUOTES = ('"', "''", "``")
"""The forms that a quotation mark of NLTK may have in the text."""


class NltkBackend(PackageBackend):
    """The chunks of NLTK's chunker, which supports English only and gives no scores."""

    extra = "nltk"
    needs = ("nltk",)
    _nltk: Any
    _sentences: Any
    _tagger: Any
    _chunker: Any

    def _load(self) -> None:
        if self.setup.language != "en":
            raise self.make_error(
                "its chunker supports English only", "leave it out for other languages"
            )
        self._nltk = self.import_package("nltk")
        with self._data_folder(), self.report_load_errors("NLTK's data", "install the data again"):
            self._check_data()
            self._sentences = self._nltk.tokenize.PunktTokenizer("english")
            self._tagger = self._nltk.tag.PerceptronTagger(lang="eng")
            self._chunker = self._nltk.chunk.ne_chunker()
            self._chunker.parse([("Kim", "NNP")])  # reads the list of words

    def _find(self, text: str) -> list[NamedMention]:
        return [
            NamedMention(begin + chunk.start, begin + chunk.end, chunk.label, 1.0)
            for begin, end in self._sentences.span_tokenize(text)
            for chunk in self._find_chunks(text[begin:end])
        ]

    def _find_chunks(self, sentence: str) -> Iterator[NamedMention]:
        tokens = self._nltk.tokenize.NLTKWordTokenizer().tokenize(sentence)
        spans = iter(align_tokens(sentence, tokens))
        for chunk in self._chunker.parse(self._tagger.tag(tokens)):
            if isinstance(chunk, tuple):  # a token outside all chunks
                next(spans)
                continue
            inside = [next(spans) for _ in chunk]
            yield NamedMention(inside[0][0], inside[-1][1], coarse_label(chunk.label()), 1.0)

    def _check_data(self) -> None:
        missing = [name for path, name in _DATA.items() if not self._has_data(path)]
        if missing:
            folder = ["-d", self.setup.model] if self.setup.model else []
            command = shlex.join(["python", "-m", "nltk.downloader", *folder, *missing])
            raise self.make_error(f"NLTK's data lack {', '.join(missing)}", f"run: {command}")

    def _has_data(self, path: str) -> bool:
        for form in (path, f"{path.rstrip('/')}.zip"):
            try:
                self._nltk.data.find(form)
            except (LookupError, OSError):
                continue
            return True
        return False

    @contextmanager
    def _data_folder(self) -> Iterator[None]:
        """While the data is loaded, let NLTK search the folder that the user named first."""
        if not self.setup.model:
            yield
            return
        folder = Path(self.setup.model)
        if not folder.is_dir():
            raise self.make_error(f"there is no folder {folder}", "give the folder of NLTK's data")
        self._nltk.data.path.insert(0, str(folder.resolve()))
        try:
            yield
        finally:
            self._nltk.data.path.remove(str(folder.resolve()))


def align_tokens(text: str, tokens: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Find the offsets of each token in the text.

    >>> list(align_tokens('He said "Kim".', ["He", "said", "``", "Kim", "''", "."]))
    [(0, 2), (3, 7), (8, 9), (9, 12), (12, 13), (13, 14)]
    """
    end = 0
    for token in tokens:
        forms = (token, *_QUOTES) if token in _QUOTES else (token,)
        found = [(at, at + len(form)) for form in forms if (at := text.find(form, end)) >= 0]
        if not found:
            raise ValueError("a token of NLTK's is not in the text")
        start, end = min(found)
        yield start, end
