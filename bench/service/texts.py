"""Texts of a hundred words, from the gold texts, or else generated."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from bench.bulk.texts import generate_english_rows, generate_rows

from tacknamn import Lexicon

__all__ = ["WORDS", "make_texts"]

WORDS = 100
TEXTS = 400
_SETS = {"sv": "sv_swell_ud.dev.jsonl", "en": "en_pud.dev.jsonl"}
_GENERATORS = {"sv": generate_rows, "en": generate_english_rows}


def make_texts(folder: Path | None, lexicon: Lexicon, language: str) -> list[str]:
    """Return texts of a language: neighbouring sentences of its gold texts, joined."""
    if folder is None:
        sentences = _GENERATORS[language](lexicon, TEXTS * 5)
    else:
        lines = (folder / _SETS[language]).read_text("utf-8").splitlines()
        sentences = [json.loads(line)["text"] for line in lines]
    return list(_join(sentences))


def _join(sentences: list[str]) -> Iterator[str]:
    words: list[str] = []
    made = 0
    for word in chain.from_iterable(sentence.split() for sentence in chain(sentences * 20)):
        words.append(word)
        if len(words) == WORDS:
            yield " ".join(words)
            words, made = [], made + 1
            if made == TEXTS:
                return
