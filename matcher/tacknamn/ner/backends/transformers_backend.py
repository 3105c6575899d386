"""Hugging Face token classification as a backend: ``transformers:dslim/bert-base-NER``, or a folder.

A model reads so many tokens at a time (512, mostly). A longer text is read in windows that
overlap, and each word is taken from the window in which it has most around it. A word has the
label of its first token, and names are put together from the words. The tokenizer must be a
"fast" one, which knows the places of its tokens. Code that comes with a model is not run.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tacknamn.ner.backends.chunks import split_text
from tacknamn.ner.backends.labels import TaggedWord, coarse_label, join_tagged_words
from tacknamn.ner.backends.package_backend import PackageBackend, is_path
from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["TransformersBackend"]

MODELS = {"en": "dslim/bert-base-NER", "sv": "KB/bert-base-swedish-cased-ner"}
"""Well-known models of the languages, of MIT licence and CC0."""
_LANGUAGES = {model: language for language, model in MODELS.items()}
"""Other models do not say which language they are for."""
WINDOW = 512
"""Tokens of the longest window: of models that know no limit, the time grows with its square."""
OVERLAP = 4
"""The part of a window that the next one repeats: a quarter of it."""
BATCH = 8
"""Windows that are computed at a time: some 100 MB of memory with a model of the usual size."""


class _WindowWord(NamedTuple):
    """A word as one window sees it."""

    margin: int
    """Words between it and the nearer end of the window."""
    word: TaggedWord


class TransformersBackend(PackageBackend):
    """The names of a model for token classification; a name's score is the mean of its words'."""

    extra = "transformers"
    needs = ("transformers", "torch")
    _torch: Any
    _model: Any
    _tokenizer: Any
    _labels: dict[int, str]
    _window: int

    def _load(self) -> None:
        transformers = self.package("transformers")
        self._torch = self.package("torch")
        name = self.setup.model or MODELS.get(self.setup.language, "")
        if not name:
            raise self.fault(
                f"no model is known for the language {self.setup.language!r}",
                "name one, as in transformers:./my-model",
            )
        self.check_language(f"the model {name}", _LANGUAGES.get(name, ""))
        self._check(name)
        with self.loading(f"the model {name}", "give the folder of another, or get it anew"):
            local = {"local_files_only": True, "trust_remote_code": False}
            model = transformers.AutoModelForTokenClassification.from_pretrained(name, **local)
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(
                name, use_fast=True, **local
            )
        if not self._tokenizer.is_fast:
            raise self.fault(
                f"the tokenizer of {name} knows no places", "take a model with a fast tokenizer"
            )
        self._model = model.eval()
        self._labels = {int(number): label for number, label in model.config.id2label.items()}
        self._window = _window_length(model.config, self._tokenizer)

    def _check(self, name: str) -> None:
        """Whether the model is on this machine: a folder, or where the Hub's are kept."""
        if Path(name).is_dir():
            return
        if is_path(name):
            raise self.fault(f"there is no folder {name}", "give the folder of a model")
        try:
            found = self.package("huggingface_hub").try_to_load_from_cache(name, "config.json")
        except ValueError:  # no name that the Hub could have
            found = None
        if not isinstance(found, str):
            raise self.fault(f"there is no model {name} here", f"run: hf download {name}")

    def _find(self, text: str) -> list[NamedMention]:
        return [
            NamedMention(start + one.start, start + one.end, coarse_label(one.label), one.score)
            for start, piece in split_text(text)
            for one in join_tagged_words(piece, self._words(piece))
        ]

    def _words(self, text: str) -> list[TaggedWord]:
        """Each word of the text, with the label of the window that sees it best."""
        best: dict[int, _WindowWord] = {}
        for seen in self._seen(text):
            before = best.get(seen.word.start)
            if before is None or before.margin < seen.margin:
                best[seen.word.start] = seen
        return [best[start].word for start in sorted(best)]

    def _seen(self, text: str) -> Iterator[_WindowWord]:
        encoded = self._tokenizer(
            text,
            truncation=True,
            max_length=self._window,
            stride=self._window // OVERLAP,
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
            padding=True,
            return_tensors="pt",
        )
        offsets = encoded.pop("offset_mapping").tolist()
        encoded.pop("overflow_to_sample_mapping", None)
        words = [encoded.word_ids(number) for number in range(len(offsets))]
        for first in range(0, len(offsets), BATCH):
            rows = self._computed({key: one[first : first + BATCH] for key, one in encoded.items()})
            for number, (scores, labels) in enumerate(rows, first):
                yield from self._of_window(words[number], offsets[number], scores, labels)

    def _computed(self, batch: dict[str, Any]) -> Iterator[tuple[list[float], list[int]]]:
        with self._torch.inference_mode():
            logits = self._model(**batch).logits
        scores, labels = logits.float().softmax(-1).max(-1)
        yield from zip(scores.tolist(), labels.tolist(), strict=True)

    def _of_window(
        self,
        words: list[int | None],
        offsets: list[list[int]],
        scores: list[float],
        labels: list[int],
    ) -> Iterator[_WindowWord]:
        tokens: dict[int, list[int]] = {}
        for token, word in enumerate(words):
            if word is not None and offsets[token][1] > offsets[token][0]:
                tokens.setdefault(word, []).append(token)
        for place, inside in enumerate(tokens.values()):
            first, last = inside[0], inside[-1]
            margin = min(place, len(tokens) - 1 - place)
            label, score = self._labels[labels[first]], min(1.0, scores[first])
            yield _WindowWord(margin, TaggedWord(offsets[first][0], offsets[last][1], label, score))


def _window_length(config: Any, tokenizer: Any) -> int:
    """Tokens that the model reads at a time, its special ones among them."""
    limits = [WINDOW, tokenizer.model_max_length]
    positions = getattr(config, "max_position_embeddings", None)
    if isinstance(positions, int) and positions > 0:
        # Models like RoBERTa count positions from behind their padding token.
        padding = getattr(config, "pad_token_id", None) or 0
        roberta = "roberta" in config.model_type or "camembert" in config.model_type
        limits.append(positions - padding - 1 if roberta else positions)
    return int(min(limits))
