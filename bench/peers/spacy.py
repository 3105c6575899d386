"""spaCy's PhraseMatcher, by lower-case words of its Swedish tokeniser."""

import importlib
from typing import Any

from bench.peers.engine import Engine, EngineMatch, Ready, Task, choose_longest

__all__ = ["ENGINE"]

_BATCH = 10_000


def _prepare(task: Task) -> Ready:
    spacy: Any = importlib.import_module("spacy")
    matcher_module: Any = importlib.import_module("spacy.matcher")
    language = spacy.blank("sv")
    matcher = matcher_module.PhraseMatcher(language.vocab, attr="LOWER")
    for start in range(0, len(task.forms), _BATCH):
        matcher.add("entry", list(language.tokenizer.pipe(task.forms[start : start + _BATCH])))

    def find(text: str) -> list[EngineMatch]:
        document = language.tokenizer(text)
        found = sorted(matcher(document), key=lambda match: (match[2], match[1]))
        matches = choose_longest([(start, end, entry) for entry, start, end in found])
        return [
            (document[start].idx, document[end - 1].idx + len(document[end - 1]), entry)
            for start, end, entry in matches
        ]

    return Ready(find)


ENGINE = Engine("spaCy PhraseMatcher", "spacy", "blank Swedish tokeniser, attr=LOWER", _prepare)
