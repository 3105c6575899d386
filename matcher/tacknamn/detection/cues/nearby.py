"""Mark words that mean what they could mean only beside others: "min man", "våra barn".

They are those of ``doubted.tsv`` whose ``need`` is not ``never``. ``mine``: a possessive or
"har" right before, adjectives aside. ``own``: the writer in the same sentence; ``around``: or in
one beside it. ``is``: somebody is, was or became it, in a sentence with the writer.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.cues.literals import Literal, LiteralMatch
from tacknamn.detection.cues.persons import find_writer
from tacknamn.records import Detection
from tacknamn.support.tables import read_table, read_words
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["KIND", "find_doubted", "list_doubted_words"]

KIND = "doubted"
BEFORE = 40
"""Characters before the word in which a possessive stands."""
BESIDE = 120
"""Characters around the sentence, for a writer in the one before: "Vi bor i Lund. Barnen ..."."""
_WORD = re.compile(r"[^\W\d_]+")
_BREAK = re.compile(r"[.!?,:;]")
_BEING = frozenset(
    [
        "är",
        "var",
        "blev",
        "bli",
        "blir",
        "blivit",
        "varit",
        "som",
        "as",
        "is",
        "was",
        "am",
        "become",
        "became",
    ]
)
_ARTICLES = frozenset(("en", "ett", "a", "an"))
_HAD = frozenset(("barn", "children", "kids", "child", "son", "ungar", "twins"))
"""What one has or has not; "har man", "hade far" mean something else."""


def list_doubted_words() -> Iterator[Literal]:
    """The doubted words that something may speak for."""
    for words, label, need in read_table(__file__, "doubted.tsv"):
        if need != "never":
            for word in words.split():
                yield Literal(word, KIND, (label, need))


def find_doubted(page: NormalizedText, hit: LiteralMatch) -> Iterator[Detection]:
    """The doubted word, if something speaks for it."""
    label, need = hit.literal.value
    trigger = _NEEDS[need](page, hit)
    if trigger:
        yield Detection(hit.start, hit.end, label, f"near:{need}", trigger=trigger)


def _find_possessive(page: NormalizedText, hit: LiteralMatch) -> str:
    before = page.lowered[max(0, hit.start - BEFORE) : hit.start]
    for found in reversed(list(_WORD.finditer(before))):
        if _BREAK.search(before, found.end()):
            return ""
        word = found.group()
        if word in read_words(__file__, "possessives.tsv", "mine"):
            return word
        if word in read_words(__file__, "possessives.tsv", "has"):
            return word if hit.literal.text in _HAD else ""
        if word not in read_words(__file__, "between.tsv") and word not in _ARTICLES:
            return ""
    return ""


def _find_writer(page: NormalizedText, hit: LiteralMatch) -> str:
    return find_writer(page.lowered, hit.start, hit.end, page.language)


def _find_writer_around(page: NormalizedText, hit: LiteralMatch) -> str:
    return find_writer(page.lowered, hit.start, hit.end, page.language, BESIDE)


def _find_being(page: NormalizedText, hit: LiteralMatch) -> str:
    words = _WORD.findall(page.lowered, max(0, hit.start - BEFORE), hit.start)
    while words and words[-1] in _ARTICLES:
        words.pop()
    return _find_writer(page, hit) if words and words[-1] in _BEING else ""


_NEEDS = {
    "mine": _find_possessive,
    "own": _find_writer,
    "around": _find_writer_around,
    "is": _find_being,
}
