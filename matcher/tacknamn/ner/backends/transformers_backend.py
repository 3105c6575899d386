"""Hugging Face token classification as a backend: ``transformers:dslim/bert-base-NER``, or a folder.

A model reads a limited number of tokens at a time (usually 512). A longer text is read in windows
that overlap, and each word is taken from the window in which it is farthest from the edges. The
label of a word is that of its first token, and words are joined to names. The tokenizer must be a
"fast" one, because only those report offsets. Code that comes with a model is never run.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tacknamn.ner.backends.labels import TaggedWord, coarse_label, join_tagged_words
from tacknamn.ner.backends.package_backend import PackageBackend, is_path
from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["TransformersBackend"]

MODELS = {"en": "dslim/bert-base-NER", "sv": "KB/bert-base-swedish-cased-ner"}
"""Well-known models of the languages, under the MIT licence and CC0."""
_LANGUAGES = {model: language for language, model in MODELS.items()}
"""Other models do not declare their language."""
WINDOW = 512
"""Tokens of the longest window. For models without a limit, time grows with its square."""
OVERLAP = 4
"""The share of a window that the next one repeats: a quarter."""
BATCH = 8
"""Windows per call of the model: some 100 MB of memory with a model of the usual size."""


class _WindowWord(NamedTuple):
    """A word with the label that one window gave it."""

    margin: int
    """Words between it and the nearer edge of the window."""
    word: TaggedWord


class TransformersBackend(PackageBackend):
    """The names of a token classification model; their score is the mean of their words'."""

    extra = "transformers"
    needs = ("transformers", "torch")
    _torch: Any
    _model: Any
    _tokenizer: Any
    _labels: dict[int, str]
    _window: int

    def _load(self) -> None:
        transformers = self.import_package("transformers")
        self._torch = self.import_package("torch")
        name = self.setup.model or MODELS.get(self.setup.language, "")
        if not name:
            raise self.make_error(
                f"there is no default model for the language {self.setup.language!r}",
                "name one, as in transformers:./my-model",
            )
        self.check_language(f"the model {name}", _LANGUAGES.get(name, ""))
        self._check_installed(name)
        with self.report_load_errors(
            f"the model {name}", "give the folder of another, or download it again"
        ):
            local = {"local_files_only": True, "trust_remote_code": False}
            model = transformers.AutoModelForTokenClassification.from_pretrained(name, **local)
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(
                name, use_fast=True, **local
            )
        if not self._tokenizer.is_fast:
            raise self.make_error(
                f"the tokenizer of {name} reports no offsets",
                "choose a model with a fast tokenizer",
            )
        self._model = model.eval()
        self._labels = {int(number): label for number, label in model.config.id2label.items()}
        self._window = _window_length(model.config, self._tokenizer)

    def _check_installed(self, name: str) -> None:
        """Check that the model is on this machine: a folder, or in the cache of the Hub."""
        if Path(name).is_dir():
            return
        if is_path(name):
            raise self.make_error(f"there is no folder {name}", "give the folder of a model")
        hub = self.import_package("huggingface_hub")
        try:
            found = hub.try_to_load_from_cache(name, "config.json")
        except ValueError:  # not a valid name on the Hub
            found = None
        if not isinstance(found, str):
            raise self.make_error(f"the model {name} is not installed", f"run: hf download {name}")

    def _find(self, text: str) -> list[NamedMention]:
        return [
            name._replace(label=coarse_label(name.label))
            for name in join_tagged_words(text, self._label_words(text))
        ]

    def _label_words(self, text: str) -> list[TaggedWord]:
        """Label each word of the text by the window with the most context around it."""
        best: dict[int, _WindowWord] = {}
        for candidate in self._label_windows(text):
            before = best.get(candidate.word.start)
            if before is None or before.margin < candidate.margin:
                best[candidate.word.start] = candidate
        return [best[start].word for start in sorted(best)]

    def _label_windows(self, text: str) -> Iterator[_WindowWord]:
        """Label the words of all windows."""
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
            batch = {key: rows[first : first + BATCH] for key, rows in encoded.items()}
            for number, (scores, labels) in enumerate(self._run_model(batch), first):
                yield from self._label_window(words[number], offsets[number], scores, labels)

    def _run_model(self, batch: dict[str, Any]) -> Iterator[tuple[list[float], list[int]]]:
        """The best score and the best label of each token, window by window."""
        with self._torch.inference_mode():
            logits = self._model(**batch).logits
        scores, labels = logits.float().softmax(-1).max(-1)
        yield from zip(scores.tolist(), labels.tolist(), strict=True)

    def _label_window(
        self,
        words: list[int | None],
        offsets: list[list[int]],
        scores: list[float],
        labels: list[int],
    ) -> Iterator[_WindowWord]:
        # Special tokens have no word, and some tokens are empty: both are skipped.
        tokens: dict[int, list[int]] = {}
        for token, word in enumerate(words):
            if word is not None and offsets[token][1] > offsets[token][0]:
                tokens.setdefault(word, []).append(token)
        for position, inside in enumerate(tokens.values()):
            first, last = inside[0], inside[-1]
            margin = min(position, len(tokens) - 1 - position)
            label, score = self._labels[labels[first]], min(1.0, scores[first])
            yield _WindowWord(margin, TaggedWord(offsets[first][0], offsets[last][1], label, score))


def _window_length(config: Any, tokenizer: Any) -> int:
    """The number of tokens that the model can read at once, special tokens included."""
    limits = [WINDOW, tokenizer.model_max_length]
    positions = getattr(config, "max_position_embeddings", None)
    if isinstance(positions, int) and positions > 0:
        # Models like RoBERTa count positions from the one after their padding token.
        padding = getattr(config, "pad_token_id", None) or 0
        roberta = "roberta" in config.model_type or "camembert" in config.model_type
        limits.append(positions - padding - 1 if roberta else positions)
    return int(min(limits))
