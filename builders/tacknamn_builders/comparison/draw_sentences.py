"""Draw sentences for a comparison: those with a name of a person, of a usual length.

Which ones is decided by a seed alone, so that two people with the same file have the same
sentences. They come in the order of the draw: the first hundred are a draw of a hundred.
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
"""Tokens of a sentence: those of the seed's shortest and longest one."""


@dataclass(frozen=True, slots=True)
class DrawnSentences:
    """Sentences that were drawn, and of how many."""

    sentences: tuple[tuple[str, WrittenSentence], ...]
    """With their ids."""
    out_of: int


def draw_sentences(
    file: str | Path, number: int, seed: int, spaced: bool = False
) -> DrawnSentences:
    """Draw so many sentences of a file."""
    usable = [one for one in read_tagged_sentences(file) if _is_usable(one)]
    name = make_printable(str(file))
    if not usable:
        raise InputError(
            f"{name}: no sentence of {FEWEST} to {MOST} words has a name tagged B-{PERSON_LABEL}; give a "
            "file such as test_en.conllu of WikiNEuRal"
        )
    if number > len(usable):
        raise InputError(
            f"{name}: {len(usable):,} sentences of {FEWEST} to {MOST} words have a name, fewer "
            f"than {number:,}; ask for at most that with -n"
        )
    random = Random(seed)  # its random() is the same in every version of Python
    order = sorted(usable, key=lambda one: random.random())
    stem = "sentence" if str(file) == "-" else make_printable(Path(file).stem)
    drawn = [
        (f"{stem}-{one.number:05}", write_sentence(one.tokens, spaced)) for one in order[:number]
    ]
    return DrawnSentences(tuple(drawn), len(usable))


def format_sentences(drawn: Iterable[tuple[str, WrittenSentence]], as_table: bool) -> Iterator[str]:
    """What is written: JSON Lines, or csv as the seed has it."""
    if as_table:
        yield _format_row("Sentence", "Expected Output")
        yield from (_format_row(one.text, one.expected) for _, one in drawn)
        return
    for id, one in drawn:
        data = {"id": id, "text": one.text, "spans": one.spans, "expected": one.expected}
        yield json.dumps(data, ensure_ascii=False) + "\n"


def _format_row(*fields: str) -> str:
    written_row = io.StringIO()
    csv.writer(written_row, lineterminator="\n").writerow(fields)
    return written_row.getvalue()


def _is_usable(one: TaggedSentence) -> bool:
    names = any(token.label == PERSON_LABEL for token in one.tokens)
    return names and FEWEST <= len(one.tokens) <= MOST
