"""Draw sentences of ordinary length that contain a name of a person.

The draw depends only on the file and the seed, so two people with the same file get the same
sentences. The sentences are in the order of the draw: the first hundred are a draw of a hundred.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable
from tacknamn_builders.comparison.tagged_sentences import TaggedSentence, read_tagged_sentences
from tacknamn_builders.comparison.written_sentences import (
    PERSON_LABEL,
    WrittenSentence,
    write_sentence,
)

__all__ = ["FEWEST", "MOST", "DrawnSentences", "draw_sentences", "format_sentences"]

FEWEST, MOST = 3, 112
"""Tokens of a sentence: the shortest and the longest one in the masking tool's comparison."""


@dataclass(frozen=True, slots=True)
class DrawnSentences:
    """The drawn sentences, and the number of sentences to draw from."""

    sentences: tuple[tuple[str, WrittenSentence], ...]
    """The sentences with their ids."""
    out_of: int


def draw_sentences(
    file: str | Path, number: int, seed: int, spaced: bool = False
) -> DrawnSentences:
    """Draw ``number`` sentences of a file."""
    usable = [sentence for sentence in read_tagged_sentences(file) if _is_usable(sentence)]
    name = make_printable(str(file))
    if not usable:
        raise InputError(
            f"{name}: no sentence of {FEWEST} to {MOST} words has a name tagged B-{PERSON_LABEL}; "
            "use a file such as test_en.conllu of WikiNEuRal"
        )
    if number > len(usable):
        raise InputError(
            f"{name}: {len(usable):,} sentences of {FEWEST} to {MOST} words have a name, fewer "
            f"than {number:,}; ask for at most that with -n"
        )
    random = Random(seed)  # its random() is the same in every version of Python
    order = sorted(usable, key=lambda sentence: random.random())
    stem = "sentence" if str(file) == "-" else make_printable(Path(file).stem)
    drawn = [
        (f"{stem}-{sentence.number:05}", write_sentence(sentence.tokens, spaced))
        for sentence in order[:number]
    ]
    return DrawnSentences(tuple(drawn), len(usable))


def format_sentences(drawn: Iterable[tuple[str, WrittenSentence]], as_table: bool) -> Iterator[str]:
    """Yield the lines of a file: JSON Lines, or the masking tool's CSV format."""
    if as_table:
        yield _format_row("Sentence", "Expected Output")
        yield from (_format_row(sentence.text, sentence.expected) for _, sentence in drawn)
        return
    for id, sentence in drawn:
        data = {
            "id": id,
            "text": sentence.text,
            "spans": sentence.spans,
            "expected": sentence.expected,
        }
        yield json.dumps(data, ensure_ascii=False) + "\n"


def _format_row(*fields: str) -> str:
    row = io.StringIO()
    csv.writer(row, lineterminator="\n").writerow(fields)
    return row.getvalue()


def _is_usable(sentence: TaggedSentence) -> bool:
    has_name = any(token.label == PERSON_LABEL for token in sentence.tokens)
    return has_name and FEWEST <= len(sentence.tokens) <= MOST
