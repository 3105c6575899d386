"""Know professions, degrees and friends by the end of the word: no list has all compounds."""

from collections.abc import Iterator

from tacknamn.marking.literals import Hit, Literal
from tacknamn.marking.tables import rows, words_of
from tacknamn.patterns.page import Page
from tacknamn.pseudonymizing.records import Found

__all__ = ["KIND", "compounds", "literals"]

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


def literals() -> Iterator[Literal]:
    """The heads."""
    for label, kind, words in rows("heads.tsv"):
        for word in words.split() if kind == "noun" else ():
            yield Literal(word, KIND, (label,), _ENDINGS, within=True)


def compounds(page: Page, hit: Hit) -> Iterator[Found]:
    """The compound that a head ends, if it is one."""
    if hit.at - hit.start < SHORTEST:
        return
    label = hit.literal.value[0]
    if page.lowered[hit.start : hit.end] in words_of("common_compounds.tsv", label):
        return
    yield Found(hit.start, hit.end, label, "compound", trigger=hit.literal.text)
