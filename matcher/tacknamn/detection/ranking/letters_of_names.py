"""Find what belongs to a person's name: letters (*Birgitta Å*, *otto b*), small surnames (*dr blom*).

The lists have some letters as places (Å), and in small letters most of them are words (*o*, *e*, *i*).
Behind *dr*, which stands before surnames only, a word in small letters is a surname, also *blom*.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tacknamn.detection.ranking.label_groups import FIRSTNAMES
from tacknamn.detection.ranking.rules import BESIDE_NAME, INITIALS
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["find_letters_of_names"]

_NAMED: Final = FIRSTNAMES | {"nickname"}
_NAMED_SMALL: Final = _NAMED | {"middlename", "surname"}
"""In small letters the order of first names in a row says nothing: *viggo otto b*."""
_CAPITAL_AFTER: Final = re.compile(
    r" ([A-HJ-ZÅÄÖ])(?=[,;:)!?\n/]|\.?\s*\Z|\.\s| (?:och|o|samt|är|har|kommer|sa|ringer|ska|som|bor)\b)"
)
"""A capital behind a first name, at the end of what names the person; not *I*, a preposition."""
_SMALL_AFTER: Final = compile_lazily(
    r" ([b-df-hj-np-z])(?=[,;!?\n]|\.?\s*\Z| (?:och|o|samt|å|är|kommer|ska|har)\b)"
)
"""The same in small letters, without the vowels, which are words in chats."""
_AFTER_TITLE: Final = compile_lazily(
    r"(?<!\w)(?:dr|doktor|prof|professor|överläkare)\.? ([a-zåäö]) \Z"
)
"""A small letter between a title and a surname: *dr a berg*."""
_DOCTOR: Final = compile_lazily(
    r"(?<!\w)dr\.? (?!\w+[- ]?(?:vägen|gatan)\b)([a-zåäö]{3,20})(?![\w-])"
)
_NOT_SURNAMES: Final = frozenset(
    (
        "att", "bad", "blir", "bra", "bör", "det", "därför", "efter", "eftersom", "eller", "fick", "får",
        "för", "från", "ger", "gjorde", "gör", "hade", "han", "har", "hen", "hon", "hos", "har", "idag", "igen",
        "igår", "imorgon", "innan", "inte", "just", "kan", "kom", "kommer", "kunde", "med", "men", "måste",
        "när", "nog", "och", "ska", "skrev", "skriver", "som", "säger", "sedan", "sen", "sade", "sagt",
        "skulle", "tog", "tror", "tyckte", "tycker", "under", "utan", "var", "vet", "vid", "vill", "ville",
        "och", "ringde", "ringer", "undersökte", "gav", "nu", "där", "här", "bara", "också", "aldrig", "alltid",
        "did", "has", "said", "says", "was", "who", "will", "would", "gave", "and", "for", "from", "the",
    )
)  # fmt: skip
"""Words of a sentence that may follow *dr*: *min dr sa*."""
_REACH: Final = 16
"""Characters before a surname that are read."""


def find_letters_of_names(text: str, names: Sequence[Detection]) -> list[Detection]:
    """Return the letters that belong to the persons among the names of a text.

    A detection of the same letter is to be dropped, because the letter is no place there."""
    if not names and "dr" not in text:
        return []
    known = {name.start for name in names if name.label == "initials" or name.end - name.start > 1}
    letters = [
        Detection(start, end, "initials", INITIALS)
        for start, end in _find(text, names)
        if start not in known
    ]
    return sorted([*letters, *_find_small_surnames(text, names)])


def _find_small_surnames(text: str, names: Sequence[Detection]) -> Iterator[Detection]:
    """Yield the words behind *dr* that are no names yet and no words of sentences."""
    if "dr " not in text and "dr. " not in text:  # aldrig
        return
    known = {name.start for name in names}
    for match in _DOCTOR.finditer(text):
        start, end = match.span(1)
        if start not in known and match.group(1) not in _NOT_SURNAMES:
            yield Detection(start, end, "surname", BESIDE_NAME, trigger="dr")


def _find(text: str, names: Sequence[Detection]) -> Iterator[tuple[int, int]]:
    for name in names:
        is_small = text[name.start].islower()
        may_follow = text[name.end : name.end + 1] == " "
        if may_follow and name.label in (_NAMED_SMALL if is_small else _NAMED) and not name.affixes:
            after = _SMALL_AFTER if is_small else _CAPITAL_AFTER
            if match := after.match(text, name.end):
                yield match.span(1)
        if name.label == "surname" and is_small:
            first = max(0, name.start - _REACH)
            if match := _AFTER_TITLE.search(text[first : name.start]):
                yield first + match.start(1), first + match.end(1)
