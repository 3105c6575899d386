"""Read how many relatives somebody has: "fem bröder", "5 syskon", "en syster och två bröder".

The number gets the label of the relatives (A6). It is read as ages are: in digits or words,
misspelt too, with words like "yngre" between. "En" counts where a list of relatives goes on, and
before "barn", for it is an article elsewhere.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.cues.believing import is_plausible
from tacknamn.detection.cues.literals import Literal, LiteralMatch
from tacknamn.detection.patterns.number_words import NumberWord, find_number_at_end, read_cardinal
from tacknamn.records import Detection
from tacknamn.support.tables import read_table, read_words
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["KIND", "find_relative_counts", "list_relatives"]

KIND = "relative"
MOST = 40
"""Relatives of one kind that somebody has; greater numbers count others."""
SHORTEST_HEAD = 4
"""Letters of a relative that may end a compound; "son" ends words like "person"."""
BEFORE = 60
"""Characters before the relative in which its number stands."""
MOST_BETWEEN = 2
"""Words between: "två små söta barn"."""
_DIGITS = re.compile(r"(?<![\w.,:-])\d{1,2}(?= ?$)")
_PART_OF = re.compile(r" (?:av|of) (?:mina|våra|hans|hennes|deras|sina|my|our|his|her|their|the) $")
_LAST = re.compile(r"[^\W\d_]+")
_ONE = frozenset(("en", "ett", "one", "a", "ena"))
_HAVING = re.compile(
    r"(?:har|hade|haft|fick|och|samt|plus|med|have|has|had|got|and|,)"
    r" (?:också |bara |endast |only |just |även )?$"
)
"""What stands before "en" where it may count: "har en bror, och en syster"."""
_JOINED_BEFORE = re.compile(r"([^\W\d_]+)(?: och| samt| plus| and|,) $")
_JOINED_BEHIND = re.compile(r"(?: och| samt| plus| and|,) ([^\W\d_]+|\d{1,2})\b")
_COUNTABLE = frozenset(("barn", "syskon", "barnbarn", "child", "sibling"))
"""Relatives of which one has one or more; of brothers and sisters "en" is mostly an article."""
_FAMILY_OF = re.compile(
    r"(?:vi är|vi var|familjen är|familj på|familj med|familjen består av|we are|we were)"
    r"(?: bara| totalt| alla)? $"
)
_COUNTED_PEOPLE = frozenset(("personer", "kvinnor", "familjemedlemmar", "flickor", "pojkar"))


def list_relatives() -> Iterator[Literal]:
    """The relatives that are counted; compounds of them too (småbarn, halvsyskon)."""
    for kind, words in read_table(__file__, "relatives.tsv"):
        for word in words.split():
            yield Literal(word, KIND, (kind,), within=len(word) >= SHORTEST_HEAD)


def find_relative_counts(page: NormalizedText, hit: LiteralMatch) -> Iterator[Detection]:
    """The number that stands before a relative."""
    lowered = page.lowered
    begin = max(0, hit.start - BEFORE)
    place = _skip_adjectives(lowered, begin, hit.start)
    number = _find_digits(lowered, begin, place) or find_number_at_end(
        lowered, begin, place, guess=True
    )
    if number is None or number.ordinal or not 0 < number.value <= MOST:
        return
    if not _is_count(lowered, number, hit):
        return
    relative = lowered[hit.start : hit.end]
    yield Detection(number.start, number.end, "fam", "relatives", trigger=relative)
    if not is_plausible(relative, "fam"):
        word = lowered[number.start : number.end]
        yield Detection(hit.start, hit.end, "fam", "counted", trigger=word)


def _is_count(lowered: str, number: NumberWord, hit: LiteralMatch) -> bool:
    """Whether a number tells how many relatives somebody has."""
    before = lowered[max(0, number.start - BEFORE) : number.start]
    word = lowered[number.start : number.end]
    if hit.literal.text in _COUNTED_PEOPLE and not _FAMILY_OF.search(before):
        return False
    if word in _ONE:
        return bool(_HAVING.search(before)) and (
            hit.literal.text in _COUNTABLE or _is_in_list(lowered, before, hit)
        )
    return hit.literal.value != ("one",) or word.isdecimal() or read_cardinal(word) is not None


def _is_in_list(lowered: str, before: str, hit: LiteralMatch) -> bool:
    """Whether relatives that are counted as well stand right before or behind."""
    earlier = _JOINED_BEFORE.search(before)
    if earlier is not None and earlier.group(1) in read_words(__file__, "relatives.tsv"):
        return True
    later = _JOINED_BEHIND.match(lowered, hit.end)
    if later is None:
        return False
    return later.group(1).isdecimal() or read_cardinal(later.group(1)) is not None


def _skip_adjectives(lowered: str, begin: int, end: int) -> int:
    """Where the number ends, if there is one: behind the words before a relative that say what
    it is like."""
    part_of = _PART_OF.search(lowered, begin, end)  # "två av mina systrar"
    place = end = part_of.start() + 1 if part_of else end
    words = list(_LAST.finditer(lowered, begin, end))[-MOST_BETWEEN:]
    for word in reversed(words):
        if word.group() not in read_words(__file__, "between.tsv"):
            break
        place = word.start()
    return place


def _find_digits(lowered: str, begin: int, end: int) -> NumberWord | None:
    found = _DIGITS.search(lowered, begin, end)
    return NumberWord(found.start(), found.end(), int(found.group())) if found else None
