"""Corrected texts for the tests of learning: ``Jag såg [zorvine|firstname_female|gen] idag.``"""

import json
import re
from pathlib import Path
from typing import Any

from tacknamn.learning.corrected_texts import read_corrected
from tacknamn.learning.records import CorrectedText
from tacknamn.svala.building import build_graph
from tacknamn.svala.json_graphs import write_graph
from tacknamn.svala.records import GraphSpan

__all__ = ["corrected", "document", "graph", "lines_of"]

_MARK = re.compile(r"\[([^]|]*)\|([^]]*)\]")


def document(marked: str, **fields: Any) -> dict[str, Any]:
    """A line of JSON Lines: text, spans, and further fields."""
    text, spans, end = "", [], 0
    for found in _MARK.finditer(marked):
        text += marked[end : found.start()]
        form, (label, *affixes) = found[1], found[2].split("|")
        span = {"start": len(text), "end": len(text) + len(form), "label": label}
        spans.append(span | {"affixes": affixes})
        text, end = text + form, found.end()
    return {"text": text + marked[end:], "spans": spans} | fields


def graph(marked: str) -> str:
    """The same as SVALA's graph; ``[Anna|]`` is a word that an annotator freed of its label."""
    source = document(marked)
    text = source["text"]
    spans = [
        GraphSpan(
            start, end, text[start:end], tuple(filter(None, (span["label"], *span["affixes"])))
        )
        for span in source["spans"]
        for start, end in [(span["start"], span["end"])]
    ]
    return write_graph(build_graph(text, spans))


def corrected(folder: Path, *marked: str, **fields: Any) -> list[CorrectedText]:
    """Texts as a file of JSON Lines has them, read."""
    file = folder / "corrected.jsonl"
    lines = (json.dumps(document(text, **fields)) + "\n" for text in marked)
    file.write_text("".join(lines), "utf-8")
    return read_corrected(file)


def lines_of(learnt: Any) -> list[list[Any]]:
    """The lines of what was learnt, as cases write them."""
    return [
        [line.what.value, line.form, line.label.value, line.texts, line.mentions, line.against]
        for line in learnt.lines
    ]
