"""What is around a person's name: the word before it, the names beside it, the words of the table."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tacknamn.detection.ranking.label_groups import MIDDLENAME, PERSONS
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_words

__all__ = [
    "ADJECTIVE",
    "CAPITALIZED",
    "COMMON",
    "FUNCTION",
    "NEXT_WORD",
    "NICKNAME",
    "NOUN",
    "PERSON_NAMES",
    "UNKNOWN_SEX",
    "VERB",
    "drop_covered",
    "find_last_word",
    "follows_name",
    "is_adjacent",
    "is_beside_name",
    "merge_added",
    "read_person_words",
]

_TABLE: Final = "person_forms.tsv"
_WORDS: Final[dict[str, frozenset[str]]] = {}
"""The words of the table by kind, as far as they were read."""
UNKNOWN_SEX: Final = "firstname_unknown"
NICKNAME: Final = "nickname"
PERSON_NAMES: Final = PERSONS | {MIDDLENAME}
_PARTS: Final = PERSON_NAMES | {"initials"}
CAPITALIZED: Final = r"[^\W\d_a-zåäöéü][^\W\d_]+(?:-[^\W\d_]+)*"
_LAST_WORD: Final = re.compile(r"([^\W\d_]+) +$")
NEXT_WORD: Final = compile_lazily(r" ([^\W\d_]+)")
COMMON: Final = 3.0
"""The Zipf frequency from which a noun after a name may be what the person has."""
FUNCTION, VERB, NOUN, ADJECTIVE = 16, 2, 1, 4
"""Bits of parts of speech in the lists."""


def follows_name(text: str, detections: list[Detection], number: int) -> bool:
    """Return whether the detection with this number continues a name."""
    return number > 0 and is_adjacent(text, detections[number - 1], detections[number])


def is_beside_name(text: str, detections: list[Detection], number: int) -> bool:
    """Return whether the detection with this number is not the whole name of a person."""
    detection = detections[number]
    if number and is_adjacent(text, detections[number - 1], detection):
        return True
    following = detections[number + 1] if number + 1 < len(detections) else None
    return following is not None and is_adjacent(text, detection, following)


def is_adjacent(text: str, first: Detection, second: Detection) -> bool:
    """Return whether two detections are parts of one name, with a blank between them."""
    if second.start - first.end != 1 or text[first.end] != " ":
        return False
    return first.label in _PARTS and second.label in _PARTS


def merge_added(detections: list[Detection], added: Iterable[Detection]) -> list[Detection]:
    """Return the detections with added ones, which replace those that they overlap."""
    new = list(added)
    if not new:
        return detections
    return sorted([*drop_covered(detections, new), *new])


def drop_covered(items: list[Detection], others: list[Detection]) -> Iterator[Detection]:
    """Yield the items that overlap none of the others."""
    for item in items:
        if not any(other.start < item.end and other.end > item.start for other in others):
            yield item


def find_last_word(text: str, start: int) -> str:
    """Return the word before a blank here, in lower case; empty if there is none."""
    first = max(0, start - 40)
    # Shortcuts for nearly all words, because the search tries each letter before them.
    if text[start - 1 : start] == " ":
        last = text[start - 2 : start - 1]
        if last != " " and not last.isalnum():
            return ""
        word = text[first : start - 1].rpartition(" ")[2]
        if word.isalpha():
            return word.lower()
        if word:
            first = start - 1 - len(word)
    elif text[start - 2 : start] != " \n":
        return ""
    match = _LAST_WORD.search(text, first, start)
    return match.group(1).lower() if match else ""


def read_person_words(kind: str) -> frozenset[str]:
    """Return the words of this kind in the table of persons' forms."""
    words = _WORDS.get(kind)
    if words is None:
        words = _WORDS[kind] = read_words(__file__, _TABLE, kind)
    return words
