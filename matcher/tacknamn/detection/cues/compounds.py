"""Know professions, degrees and friends by the end of the word: no list has all compounds."""

from collections.abc import Iterator

from tacknamn.detection.cues.literals import Literal, LiteralMatch
from tacknamn.records import Detection
from tacknamn.support.tables import read_table, read_words
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["KIND", "find_compounds", "list_heads"]

KIND = "head"
SHORTEST = 2
"""Letters before the head: "vd-chef" is told by its hyphen, "el|montör" has two."""
_ENDINGS = frozenset(
    [
        "",
        *[
            "n",
            "en",
            "s",
            "ns",
            "ens",
            "na",
            "nas",
            "er",
            "erna",
            "ar",
            "arna",
            "e",
            "are",
            "ören",
            "or",
            "orna",
            "an",
            "ans",
        ],
    ]
)
"""What may follow the head: inflections of nouns."""


def list_heads() -> Iterator[Literal]:
    """The heads."""
    for label, kind, words in read_table(__file__, "heads.tsv"):
        for word in words.split() if kind == "noun" else ():
            yield Literal(word, KIND, (label,), _ENDINGS, within=True)


def find_compounds(page: NormalizedText, hit: LiteralMatch) -> Iterator[Detection]:
    """The compound that a head ends, if it is one."""
    if hit.at - hit.start < SHORTEST:
        return
    label = hit.literal.value[0]
    if page.lowered[hit.start : hit.end] in read_words(__file__, "common_compounds.tsv", label):
        return
    yield Detection(hit.start, hit.end, label, "compound", trigger=hit.literal.text)
