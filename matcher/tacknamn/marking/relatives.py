"""Read how many relatives somebody has: "fem bröder", "5 syskon", "en syster och två bröder".

The number gets the label of the relatives (A6). It is read as ages are: in digits or words,
misspelt too, with words like "yngre" between. "En" counts where a list of relatives begins or
goes on, for it is an article elsewhere.
"""

import re
from collections.abc import Iterator

from tacknamn.marking.believing import believed
from tacknamn.marking.literals import Hit, Literal
from tacknamn.marking.tables import rows, words_of
from tacknamn.patterns.number_words import NumberWord, number_at_end, value_of
from tacknamn.patterns.page import Page
from tacknamn.pseudonymizing.records import Found

__all__ = ["KIND", "literals", "numbers"]

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
_LAST = re.compile(r"[^\W\d_]+")
_ONE = frozenset(("en", "ett", "one", "a", "1", "ena"))
_LISTS = re.compile(
    r"(?:har|hade|haft|fick|och|samt|plus|med|have|has|had|got|and|,) (?:också |bara |only |just |även )?$"
)
_FAMILY_OF = re.compile(
    r"(?:vi är|vi var|familjen är|familj på|familj med|familjen består av|we are|we were)"
    r"(?: bara| totalt| alla)? $"
)
_COUNTED_PEOPLE = frozenset(("personer", "kvinnor", "familjemedlemmar", "flickor", "pojkar"))


def literals() -> Iterator[Literal]:
    """The relatives that are counted; compounds of them too (småbarn, halvsyskon)."""
    for kind, words in rows("relatives.tsv"):
        for word in words.split():
            yield Literal(word, KIND, (kind,), within=len(word) >= SHORTEST_HEAD)


def numbers(page: Page, hit: Hit) -> Iterator[Found]:
    """The number that stands before a relative."""
    lowered = page.lowered
    begin = max(0, hit.start - BEFORE)
    place = _before_adjectives(lowered, begin, hit.start)
    number = _digits(lowered, begin, place) or number_at_end(lowered, begin, place, guess=True)
    if number is None or number.ordinal or not 0 < number.value <= MOST:
        return
    before = lowered[begin : number.start]
    if lowered[number.start : number.end] in _ONE or number.value == 1:
        if not _LISTS.search(before):
            return
    elif hit.literal.value == ("one",) and value_of(lowered[number.start : number.end]) is None:
        return  # a guess, and no plural that would speak for it
    if hit.literal.text in _COUNTED_PEOPLE and not _FAMILY_OF.search(before):
        return
    relative = lowered[hit.start : hit.end]
    yield Found(number.start, number.end, "fam", "relatives", trigger=relative)
    if not believed(relative, "fam"):
        word = lowered[number.start : number.end]
        yield Found(hit.start, hit.end, "fam", "counted", trigger=word)


def _before_adjectives(lowered: str, begin: int, end: int) -> int:
    """Where the number ends, if there is one: behind the words before a relative that say what
    it is like."""
    words = list(_LAST.finditer(lowered, begin, end))[-MOST_BETWEEN:]
    place = end
    for word in reversed(words):
        if word.group() not in words_of("between.tsv"):
            break
        place = word.start()
    return place


def _digits(lowered: str, begin: int, end: int) -> NumberWord | None:
    found = _DIGITS.search(lowered, begin, end)
    return NumberWord(found.start(), found.end(), int(found.group())) if found else None
