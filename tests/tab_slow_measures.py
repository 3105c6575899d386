"""The benchmark's measures in their most obvious form: sets of characters, one question at a time.

A slow twin of :mod:`tacknamn.tab_benchmark.measures`, written from the definitions in the paper and in
the description of the benchmark's script, without its code."""

import re
from collections.abc import Iterable

from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument

__all__ = ["measure_slowly"]

SMALL_WORDS = set(
    re.findall(
        r"\w+",
        "mr mrs ms and or from until to about after as at before between by during for in into of on "
        "over since with the a an no nr",
    )
)
MARKS = set(",.-;:/&()[]–'\" ’“”")


def measure_slowly(
    gold: Iterable[StandoffDocument], masked: dict[str, list[tuple[int, int]]]
) -> dict[str, float | None]:
    """Return every measure that the benchmark's script prints, by name."""
    documents = [document for document in gold if document.doc_id in masked]
    entities = [
        (document, mentions)
        for document in documents
        for annotations in document.annotations.values()
        for mentions in _list_entities(annotations)
        if any(mention.identifier_type != "NO_MASK" for mention in mentions)
    ]
    measures: dict[str, float | None] = {}
    for kind in ("DIRECT", "QUASI"):
        of_kind = [
            each
            for each in entities
            if (each[1][0].identifier_type == "DIRECT") == (kind == "DIRECT")
        ]
        measures[f"entity recall {kind}"] = _share(
            all(
                _is_hidden(document, mention.start, mention.end, masked)
                for mention in mentions
                if mention.identifier_type != "NO_MASK"
            )
            for document, mentions in of_kind
        )
    measures["mention recall"] = _share(
        _is_hidden(document, mention.start, mention.end, masked)
        for document, mentions in entities
        for mention in mentions
    )
    measures["token recall"] = _share(
        _is_hidden(document, *token, masked)
        for document, mentions in entities
        for mention in mentions
        for token in _list_tokens(document.text, mention.start, mention.end)
    )
    for type in sorted({mentions[0].entity_type for _, mentions in entities}):
        measures[f"token recall {type}"] = _share(
            _is_hidden(document, *token, masked)
            for document, mentions in entities
            if mentions[0].entity_type == type
            for mention in mentions
            for token in _list_tokens(document.text, mention.start, mention.end)
        )
    measures["mention precision"] = _share(
        _is_right(annotations, *span)
        for document in documents
        for span in masked[document.doc_id]
        for annotations in document.annotations.values()
        if annotations
    )
    measures["token precision"] = _share(
        _is_right(annotations, *token)
        for document in documents
        for span in masked[document.doc_id]
        for token in _list_tokens(document.text, *span)
        for annotations in document.annotations.values()
        if annotations
    )
    return measures


def _share(answers: Iterable[bool]) -> float | None:
    listed = list(answers)
    return sum(listed) / len(listed) if listed else None


def _list_entities(annotations: Iterable[Annotation]) -> list[list[Annotation]]:
    listed = list(annotations)
    ids = dict.fromkeys(mention.entity_id for mention in listed)
    return [[mention for mention in listed if mention.entity_id == id] for id in ids]


def _list_tokens(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [
        (start + match.start(), start + match.end())
        for match in re.finditer(r"\w+", text[start:end])
    ]


def _is_right(annotations: Iterable[Annotation], start: int, end: int) -> bool:
    return any(
        mention.identifier_type != "NO_MASK" and mention.start <= start and end <= mention.end
        for mention in annotations
    )


def _is_hidden(
    document: StandoffDocument, start: int, end: int, masked: dict[str, list[tuple[int, int]]]
) -> bool:
    hidden = {at for left, right in masked[document.doc_id] for at in range(left, right)}
    piece = document.text[start:end]
    free = {start + at for at, letter in enumerate(piece) if letter in MARKS}
    for match in re.finditer(r"\w+", piece):
        word = match.group().lower()
        follows_mark = (
            match.start() > 1
            and piece[match.start() - 1] in "'’"
            and re.match(r"\w", piece[match.start() - 2])
        )
        if word in SMALL_WORDS or (word == "s" and follows_mark):
            free |= set(range(start + match.start(), start + match.end()))
    return set(range(start, end)) <= hidden | free
