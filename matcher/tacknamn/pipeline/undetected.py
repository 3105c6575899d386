"""Label the words that only other recognizers found, so that they are replaced like our detections.

A name of a person consists of words, each with its label: *Xyzzy Qwertyson* is a first name and a
surname, and *Qwertyson* alone is then the same surname. Other pieces get one label as a whole.
"""

import re
from collections.abc import Iterable, Iterator

from tacknamn.pipeline.document import Document
from tacknamn.pipeline.ranges import Piece, Ranges
from tacknamn.records import Action
from tacknamn.svala.records import GraphSpan
from tacknamn.taxonomy.entity_types import PERSON, choose_label

__all__ = ["label_undetected"]

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_PARTICLES = frozenset(
    (
        "af",
        "al",
        "bin",
        "da",
        "de",
        "del",
        "den",
        "der",
        "di",
        "du",
        "ibn",
        "la",
        "le",
        "van",
        "von",
    )
)
"""Small words within a name, which stay if something else of the name is replaced."""
_GENITIVE_ENDS = ("'s", "’s", "s", "'", "’")
_FIRST_NAME, _SURNAME, _GENITIVE = "firstname_unknown", "surname", "gen"


def label_undetected(document: Document, pieces: Iterable[Piece]) -> dict[Piece, list[GraphSpan]]:
    """Return the pieces with words that we did not detect, and the labels that they get.

    The list is empty if no label fits. Pieces that the profile does not replace are left out."""
    detected = Ranges((each.start, each.end) for each in document.detected)
    replaced = Ranges((span.start, span.end) for span in document.spans)
    undetected = {}
    for piece in pieces:
        label = choose_label(piece.entity_type)
        if label is None or document.profile.get_policy(label).action is Action.REPLACE:
            words = list(_find_undetected(document.original, piece, (detected, replaced)))
            if words:
                undetected[piece] = words
    names = _NameLabels(document.original, undetected.values())
    return {
        piece: [names.make(piece, word) for word in words]
        if piece.entity_type == PERSON
        else _label_whole(document.original, piece)
        for piece, words in undetected.items()
    }


def _find_undetected(text: str, piece: Piece, found: Iterable[Ranges]) -> Iterator[re.Match[str]]:
    """Yield the words of a piece that belong to nothing that we found within the piece."""
    words = list(_WORD.finditer(text, piece.start, piece.end))
    for word in words:
        if len(words) > 1 and word[0] in _PARTICLES:
            continue
        around = (place for ranges in found for place in ranges.find(*word.span()))
        if not any(piece.start <= start and end <= piece.end for start, end in around):
            yield word


def _label_whole(text: str, piece: Piece) -> list[GraphSpan]:
    label = choose_label(piece.entity_type)
    if label is None:
        return []
    return [GraphSpan(piece.start, piece.end, text[piece.start : piece.end], (label,))]


class _NameLabels:
    """Labels words of persons' names. Equal names get equal numbers, so they stay one person."""

    def __init__(self, text: str, undetected: Iterable[list[re.Match[str]]]) -> None:
        self._text = text
        self._surnames = {words[-1][0] for words in undetected if len(words) > 1}
        self._numbers: dict[tuple[str, str], int] = {}

    def make(self, piece: Piece, word: re.Match[str]) -> GraphSpan:
        """Label a word: the last of several words is a surname."""
        base = self._find_base(word[0])
        is_last = not _WORD.search(self._text, word.end(), piece.end)
        is_alone = is_last and not _WORD.search(self._text, piece.start, word.start())
        is_surname = base in self._surnames or word[0] in self._surnames if is_alone else is_last
        label = _SURNAME if is_surname else _FIRST_NAME
        number = self._numbers.setdefault((label, base), len(self._numbers) + 1)
        affixes = () if base == word[0] else (_GENITIVE,)
        return GraphSpan(word.start(), word.end(), word[0], (label, str(number), *affixes))

    def _find_base(self, word: str) -> str:
        """Return a name without the ending of a genitive, if the text has it without one as well."""
        for ending in _GENITIVE_ENDS:
            base = word.removesuffix(ending)
            if base != word and re.search(rf"\b{re.escape(base)}\b", self._text):
                return base
        return word
