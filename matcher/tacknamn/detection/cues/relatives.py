"""Find the number of a person's relatives: "fem bröder", "5 syskon", "en syster och två bröder".

The number gets the label of the relatives (A6). It is read as ages are: in digits or as words, also
misspelt, with words like "yngre" after it. "En" is mostly an article. It counts where a list of
relatives continues, and before "barn".
"""

import re
from collections.abc import Iterator

from tacknamn.detection.cues.doubted_words import is_plausible
from tacknamn.detection.cues.literals import Literal, LiteralMatch
from tacknamn.detection.patterns.number_words import (
    NumberWord,
    find_number_at_end,
    may_end_number,
    read_cardinal,
)
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table, read_words
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["KIND", "find_relative_counts", "list_relatives"]

KIND = "relative"
MOST = 40
"""The most relatives of one kind that a person has; greater numbers count other people."""
SHORTEST_HEAD = 4
"""Letters of a relative that compounds may end in; "son" ends words like "person"."""
BEFORE = 60
"""Characters before the relative within which its number stands."""
MOST_BETWEEN = 2
"""Words between number and relative: "två små söta barn"."""
_DIGITS = compile_lazily(r"(?<![\w.,:-])\d{1,2}(?= ?$)")
_OWNERS = frozenset(
    ("mina", "våra", "hans", "hennes", "deras", "sina", "my", "our", "his", "her", "their", "the")
)
_PART = (" av", " of")
_PART_OF = compile_lazily(rf"(?:{'|'.join(_PART)}) (?:{'|'.join(sorted(_OWNERS))}) $")
_WORD = re.compile(r"[^\W\d_]+")
_ONE = frozenset(("en", "ett", "one", "a", "ena"))
_HAVING = compile_lazily(
    r"(?:har|hade|haft|fick|och|samt|plus|med|have|has|had|got|and|,)"
    r" (?:också |bara |endast |only |just |även )?$"
)
"""What stands before an "en" that may be a number: "har en bror, och en syster"."""
_JOINED_BEFORE = compile_lazily(r"([^\W\d_]+)(?: och| samt| plus| and|,) $")
_JOINED_AFTER = compile_lazily(r"(?: och| samt| plus| and|,) ([^\W\d_]+|\d{1,2})\b")
_COUNTABLE = frozenset(("barn", "syskon", "barnbarn", "child", "sibling"))
"""Relatives before which "en" is a number; before brothers and sisters it is mostly an article."""
_FAMILY_OF = compile_lazily(
    r"(?:vi är|vi var|familjen är|familj på|familj med|familjen består av|we are|we were)"
    r"(?: bara| totalt| alla)? $"
)
_COUNTED_PEOPLE = frozenset(("personer", "kvinnor", "familjemedlemmar", "flickor", "pojkar"))
"""People who are relatives only after :data:`_FAMILY_OF`."""


def list_relatives() -> Iterator[Literal]:
    """Yield the relatives that are counted, also as heads of compounds (småbarn, halvsyskon)."""
    for kind, words in read_table(__file__, "relatives.tsv"):
        for word in words.split():
            yield Literal(word, KIND, (kind,), within=len(word) >= SHORTEST_HEAD)


def find_relative_counts(text: NormalizedText, match: LiteralMatch) -> Iterator[Detection]:
    """Yield the number before a relative, and the relative itself if only the number makes it
    one."""
    lowered = text.lowered
    begin = max(0, match.start - BEFORE)
    if not _may_have_number(lowered, begin, match.start):
        return
    end = _skip_adjectives(lowered, begin, match.start)
    number = _find_digits(lowered, begin, end) or find_number_at_end(
        lowered, begin, end, guess=True
    )
    if number is None or number.ordinal or not 0 < number.value <= MOST:
        return
    if not _is_count(lowered, number, match):
        return
    relative = lowered[match.start : match.end]
    yield Detection(number.start, number.end, "fam", "relatives", trigger=relative)
    if not is_plausible(relative, "fam"):
        word = lowered[number.start : number.end]
        yield Detection(match.start, match.end, "fam", "counted", trigger=word)


def _may_have_number(lowered: str, begin: int, end: int) -> bool:
    """Return whether a number may stand before a relative: a quick test of the word before it,
    because mostly it is neither a number nor an adjective."""
    before, _, last = lowered[begin:end].rstrip().rpartition(" ")
    if not last.isalpha() or may_end_number(last):
        return True
    if last in _OWNERS and before.endswith(_PART):
        return True
    return last in read_words(__file__, "between.tsv")


def _is_count(lowered: str, number: NumberWord, match: LiteralMatch) -> bool:
    """Return whether a number says how many relatives a person has."""
    before = lowered[max(0, number.start - BEFORE) : number.start]
    word = lowered[number.start : number.end]
    if match.literal.text in _COUNTED_PEOPLE and not _FAMILY_OF.search(before):
        return False
    if word in _ONE:
        return bool(_HAVING.search(before)) and (
            match.literal.text in _COUNTABLE or _is_in_list(lowered, before, match)
        )
    return match.literal.value != ("one",) or word.isdecimal() or read_cardinal(word) is not None


def _is_in_list(lowered: str, before: str, match: LiteralMatch) -> bool:
    """Return whether other counted relatives stand right before or after."""
    earlier = _JOINED_BEFORE.search(before)
    if earlier is not None and earlier.group(1) in read_words(__file__, "relatives.tsv"):
        return True
    later = _JOINED_AFTER.match(lowered, match.end)
    if later is None:
        return False
    return later.group(1).isdecimal() or read_cardinal(later.group(1)) is not None


def _skip_adjectives(lowered: str, begin: int, end: int) -> int:
    """Return where a number before a relative would end: before the words that describe it."""
    part_of = _PART_OF.search(lowered, begin, end)  # "två av mina systrar"
    start = end = part_of.start() + 1 if part_of else end
    words = list(_WORD.finditer(lowered, begin, end))[-MOST_BETWEEN:]
    for word in reversed(words):
        if word.group() not in read_words(__file__, "between.tsv"):
            break
        start = word.start()
    return start


def _find_digits(lowered: str, begin: int, end: int) -> NumberWord | None:
    match = _DIGITS.search(lowered, begin, end)
    return NumberWord(match.start(), match.end(), int(match.group())) if match else None
