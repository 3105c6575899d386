"""Read LemmInflect's table of inflected English words.

``infl_lu.csv.gz`` has a line for each base and part of speech. The forms follow in a fixed order. A
slash separates spellings; an empty field or ``<>`` means that the form is regular or missing::

    Canadian,adj,,
    Canadian,noun,Canadians
    London,noun,Londons/London
    go,verb,went,gone,going,goes

A capitalized noun is a name. Its plural is omitted, unless the name is an adjective as well
(*Canadians*): the table has one for every name (*Londons*, *Brians*). Words of the closed classes are
omitted, because ``english-tags`` has their most frequent part of speech. So are single letters: the
table has the noun *I*.
"""

import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from tacknamn_builders.readers.received_files import find_file, format_error, name_damaged_file
from tacknamn_builders.records import EnglishWord
from tacknamn_builders.support.archives import open_gzip

__all__ = ["read"]

_Row = tuple[str, str, Sequence[str]]
"""Base, part of speech, and the fields with the other forms."""
_NOUN, _VERB, _ADJECTIVE, _ADVERB = "noun", "verb", "adj", "adv"
_TAGS = {
    _NOUN: ("NN", "NNS"),
    _VERB: ("VB", "VBD", "VBN", "VBG", "VBZ"),
    _ADJECTIVE: ("JJ", "JJR", "JJS"),
    _ADVERB: ("RB", "RBR", "RBS"),
}
"""The tag of the base, then those of the fields in their order."""
_NAME, _NAMES = "NNP", "NNPS"
_MISSING = ("", "<>")
_LIMIT = 1 << 26
"""Bytes of a table: ten times those of today."""
_CLOSED_CLASSES = frozenset(
    [
        "a",
        "about",
        "above",
        "after",
        "against",
        "all",
        "am",
        "among",
        "an",
        "and",
        "any",
        "are",
        "around",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "being",
        "below",
        "beneath",
        "beside",
        "between",
        "beyond",
        "both",
        "but",
        "by",
        "can",
        "could",
        "despite",
        "did",
        "do",
        "does",
        "doing",
        "done",
        "down",
        "during",
        "each",
        "either",
        "else",
        "ever",
        "every",
        "few",
        "for",
        "from",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "here",
        "hers",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "inside",
        "into",
        "is",
        "it",
        "its",
        "just",
        "less",
        "may",
        "me",
        "might",
        "mine",
        "more",
        "most",
        "much",
        "must",
        "my",
        "neither",
        "never",
        "no",
        "none",
        "nor",
        "not",
        "of",
        "off",
        "on",
        "once",
        "only",
        "onto",
        "or",
        "other",
        "ought",
        "our",
        "ours",
        "out",
        "outside",
        "over",
        "own",
        "per",
        "quite",
        "rather",
        "same",
        "shall",
        "she",
        "should",
        "since",
        "so",
        "some",
        "such",
        "than",
        "that",
        "the",
        "their",
        "theirs",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "though",
        "through",
        "till",
        "to",
        "too",
        "toward",
        "under",
        "unless",
        "until",
        "up",
        "upon",
        "us",
        "very",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "whether",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "within",
        "without",
        "would",
        "yet",
        "you",
        "your",
        "yours",
    ]
)


def read(folder: Path, file: str) -> Iterator[EnglishWord]:
    """Yield every form of the table with its tag."""
    rows = _read_rows(find_file(folder, file))
    for base, group in groupby(rows, key=lambda row: row[0]):
        parts = {part: fields for _, part, fields in group}
        for part, fields in parts.items():
            if part == _NOUN and base[0].isupper():
                yield EnglishWord(base, _NAME)
                if _ADJECTIVE in parts:
                    yield from _tag_spellings(fields, (_NAMES,))
            else:
                base_tag, *tags = _TAGS[part]
                yield EnglishWord(base, base_tag)
                yield from _tag_spellings(fields, tags)


def _tag_spellings(fields: Sequence[str], tags: Sequence[str]) -> Iterator[EnglishWord]:
    for field, tag in zip(fields, tags, strict=False):  # fields at the end may be missing
        for form in field.split("/"):
            if form not in _MISSING:
                yield EnglishWord(form, tag)


def _read_rows(path: Path) -> Iterator[_Row]:
    for number, line in enumerate(_read_lines(path), 1):
        base, *others = line.rstrip("\n").split(",")
        if not others or others[0] not in _TAGS:
            raise format_error(path, f"line {number} has no part of speech")
        if base[:1].isalpha() and len(base) > 1 and base not in _CLOSED_CLASSES:
            yield base, others[0], others[1:]


def _read_lines(path: Path) -> Iterator[str]:
    with name_damaged_file(path), open_gzip(path, _LIMIT) as stream:
        yield from io.TextIOWrapper(stream, encoding="utf-8")
