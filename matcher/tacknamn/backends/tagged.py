"""Put names together from words with labels of a scheme such as BIO.

    Anna B-PER | Berg I-PER | i O | Lund B-LOC        Anna Berg PER, Lund LOC

``B-`` begins a name, ``I-`` goes on with one of the same class or begins one where there is none,
``E-`` and ``L-`` end it, ``S-`` and ``U-`` are one of their own. A class without a mark goes on
as ``I-`` does.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tacknamn.backends.protocol import Mention

__all__ = ["Word", "names", "trimmed"]

NOTHING = ("O", "")
"""Labels of words that are no names."""


class Word(NamedTuple):
    """A word and what a model says of it."""

    start: int
    end: int
    label: str
    score: float


def names(text: str, words: Iterable[Word]) -> list[Mention]:
    """The names of a text whose words have labels, without blanks at their ends."""
    return [one for group in _groups(words) if (one := _name(text, group)) is not None]


def _groups(words: Iterable[Word]) -> Iterator[list[Word]]:
    group: list[Word] = []
    for word in words:
        mark, kind = _parted(word.label)
        ends = not group or mark in "BSU" or kind != _parted(group[-1].label)[1]
        if group and (ends or kind in NOTHING or _parted(group[-1].label)[0] in "ELSU"):
            yield group
            group = []
        if kind not in NOTHING:
            group.append(word)
    if group:
        yield group


def _parted(label: str) -> tuple[str, str]:
    """The mark and the class of a label; a label without a mark counts as one that goes on."""
    if len(label) > 2 and label[1] in "-_" and label[0] in "BIELSUM":
        return label[0], label[2:]
    return "I", label


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A span without blanks at its ends: tokens of some packages have them, or are blanks.

    >>> trimmed("to Kim ", 2, 7)
    (3, 6)
    """
    part = text[start:end]
    blanks = len(part) - len(part.lstrip())
    return start + blanks, start + max(blanks, len(part.rstrip()))


def _name(text: str, group: Sequence[Word]) -> Mention | None:
    start, end = trimmed(text, group[0].start, group[-1].end)
    if start == end:
        return None
    score = sum(word.score for word in group) / len(group)
    return Mention(start, end, _parted(group[0].label)[1], score)
