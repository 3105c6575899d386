"""Find single letters that stand for a surname or a first name: *Birgitta Å*, *otto b*, *dr a berg*.

The lists have some letters as places (Å), and in small letters most of them are words (*o*, *e*, *i*).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tacknamn.detection.ranking.label_groups import FIRSTNAMES
from tacknamn.detection.ranking.rules import INITIALS
from tacknamn.records import Detection

__all__ = ["find_letters_of_names"]

_NAMED: Final = FIRSTNAMES | {"nickname"}
_CAPITAL_AFTER: Final = re.compile(
    r" ([A-HJ-ZÅÄÖ])(?=[,;:)!?\n/]|\.?\s*\Z|\.\s| (?:och|o|samt|är|har|kommer|sa|ringer|ska|som|bor)\b)"
)
"""A capital behind a first name, at the end of what names the person; not *I*, a preposition."""
_SMALL_AFTER: Final = re.compile(
    r" ([b-df-hj-np-z])(?=[,;!?\n]|\.?\s*\Z| (?:och|o|samt|å|är|kommer|ska|har)\b)"
)
"""The same in small letters, without the vowels, which are words in chats."""
_AFTER_TITLE: Final = re.compile(r"(?<!\w)(?:dr|doktor|prof|professor|överläkare)\.? ([a-zåäö]) \Z")
"""A small letter between a title and a surname: *dr a berg*."""
_REACH: Final = 16
"""Characters before a surname that are read."""


def find_letters_of_names(text: str, names: Sequence[Detection]) -> list[Detection]:
    """Return the letters that belong to the persons among the names of a text.

    A detection of the same letter is to be dropped, because the letter is no place there."""
    known = {name.start for name in names if name.label == "initials" or name.end - name.start > 1}
    return [
        Detection(start, end, "initials", INITIALS)
        for start, end in _find(text, names)
        if start not in known
    ]


def _find(text: str, names: Sequence[Detection]) -> Iterator[tuple[int, int]]:
    for name in names:
        if name.label in _NAMED and not name.affixes:
            after = _SMALL_AFTER if text[name.start].islower() else _CAPITAL_AFTER
            if match := after.match(text, name.end):
                yield match.span(1)
        elif name.label == "surname" and text[name.start].islower():
            first = max(0, name.start - _REACH)
            if match := _AFTER_TITLE.search(text[first : name.start]):
                yield first + match.start(1), first + match.end(1)
