"""Find English names in small letters by the words around them, where they are ordinary words or in
no list: *on pershore rd*, *a job at dell*, *aston uni*, *a guy called shaz*, *olly marsh*.

English nouns that are no names need an article: *on the road*, *a job at the bakery*. So a noun without
one is a name there, except for the few that never have one (*at home*, *at night*); the table
``english_small.tsv`` lists these.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tacknamn.detection.ranking.english_phrases import PHRASE
from tacknamn.lexicon.lexicon import (
    ENGLISH_NAME,
    ENGLISH_NOUN,
    ENGLISH_OTHER,
    ENGLISH_SAYS,
    ENGLISH_SMALL,
    Lexicon,
)
from tacknamn.records import Finding
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_words

__all__ = ["find_small_names", "may_be_small_surname"]

_TABLE: Final = "english_small.tsv"
_ANY_FIRST: Final = "firstname_unknown"
_WORD: Final = r"[^\W\d_]+(?:['’&][^\W\d_]+)*"
_STREET: Final = compile_lazily(
    rf"(?<![\w'’])(?:on|at|in|off|down|along|near|from|to|is|of) "
    rf"((?:[nsew]\.? )?(?:({_WORD}) )?({_WORD}|\d{{1,3}}(?:st|nd|rd|th)) (?:road|rd|street|st|avenue|ave"
    r"|lane|ln|terrace|crescent|cres|blvd|boulevard))(?!\w)"
)
_SHORT_STREET: Final = compile_lazily(rf"(?<![\w'’])({_WORD}) rd(?!\w)")
_HEADS: Final = (
    "cafe|café|coffee|restaurant|pub|bar|hotel|bakery|pizza|diner|grill|kitchen|salon|pharmacy"
    "|supermarket|foods|motors|nursery|lodge|garage|club|hospital"
)
"""The last words of names of workplaces."""
_WORK: Final = compile_lazily(
    r"(?<![\w'’])(?:work(?:s|ed|ing)?|jobs?|shifts?|intern(?:ing|ship)?|waiter|waitress|tables|cashier"
    r"|barista|hired|temping|interview)(?: \w+)?(?: tables)? (?:at|for|with) "
    rf"((?:{_WORD} )?(?:{_WORD} )(?:{_HEADS})|{_WORD})(?!\w)"
)
_SCHOOL: Final = compile_lazily(
    rf"(?<![\w'’])({_WORD}) (?:uni(?:versity)?|(?:community |sixth form )?college|academy|sixth form"
    r"|(?:middle|primary|secondary|elementary|high|grammar)(?: school)?|school)(?!\w)"
)
_STUDY: Final = compile_lazily(
    r"(?<![\w'’])(?:stud(?:y|ies|ied|ying)|degree|masters?|graduated?|got in|accepted|transferr(?:ed|ing)"
    r"|enrolled|freshman|sophomore|got|places?|offer)(?: \w+){0,2}? "
    rf"(?:at|into|from)(?= ({_WORD})(?![\w'’-]| state(?!\w)))"
)
_CALLED: Final = compile_lazily(
    rf"(?<![\w'’])({_WORD})(?:'s|’s)?( is| was)? (?:called|named) ({_WORD})(?!\w)"
)
_OWN_NAME: Final = compile_lazily(
    rf"(?<![\w'’])(?:my|his|her|their) names?(?:'s|’s)? (?:is )?({_WORD})(?!\w)"
)
_SMALL: Final = compile_lazily(r"(?<![\w.'’-])(?:i|im|ive|ill|u|ur)(?= [a-z])")
"""Words that only writers without capitals write so."""
SHORTEST: Final = 3
"""Letters of a company or school."""
COMMON: Final = 4.9
"""The Zipf frequency from which a word is no company, although the dictionary has it as a name."""
COMMON_SCHOOL: Final = 4.0
"""The same for schools."""


def find_small_names(text: str, lexicon: Lexicon, is_small: bool) -> list[Finding]:
    """Return the streets, workplaces, schools and persons in small letters, from left to right.

    Args:
        is_small: Whether the text has next to no capitals.
    """
    if not is_small and _SMALL.search(text) is None:
        return []
    finder = _SmallNames(text, lexicon)
    found = list(finder.find_streets())
    found.extend(finder.find_schools())
    found.extend(finder.find_work())
    found.extend(finder.find_persons())
    return _drop_overlaps(sorted(found))


def may_be_small_surname(lexicon: Lexicon, word: str, following: str) -> bool:
    """Return whether a word behind a first name may be a surname: *olly marsh from*, but not *olly
    cooks dinner*."""
    if word in _read("no_surname") or following[:1] not in ("", ".", ",", "!", "?", "\n", " "):
        return False
    known = lexicon.word(word)
    if known is None or not known.english & ENGLISH_NOUN or known.english & ENGLISH_SAYS:
        return False
    if known.english & ENGLISH_OTHER:
        return False
    after = following[1:].partition(" ")[0] if following[:1] == " " else ""
    return not after or after in _AFTER_SURNAME


_AFTER_SURNAME: Final = frozenset(
    ("and", "at", "from", "has", "in", "is", "on", "said", "says", "was", "who", "whos")
)


class _SmallNames:
    """Reads one text."""

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self._text = text
        self._lexicon = lexicon

    def find_streets(self) -> Iterator[Finding]:
        """Yield streets after a preposition: *on cardigan road*, *on e 51st st*."""
        never = _read("no_street")
        for match in _STREET.finditer(self._text):
            first, second = match.group(2), match.group(3)
            if second in never:
                continue
            start = match.start(3) if first in never else match.start(1)
            if first in _ARTICLES:
                continue
            yield Finding(start, match.end(1), "place", PHRASE)
        for match in _SHORT_STREET.finditer(self._text):
            if match.group(1) not in never:
                yield Finding(*match.span(), "place", PHRASE)

    def find_schools(self) -> Iterator[Finding]:
        """Yield schools by their head, and after verbs of studies: *aston uni*, *got into ucla*."""
        for match in _SCHOOL.finditer(self._text):
            word = match.group(1)
            if word[0].islower() and self._may_be_name(word, "no_school", COMMON_SCHOOL):
                yield Finding(*match.span(), "school", PHRASE)
        for match in _STUDY.finditer(self._text):
            word = match.group(1)
            if word[0].islower() and self._may_be_name(word, "no_work", COMMON_SCHOOL):
                yield Finding(*match.span(1), "school", PHRASE)

    def find_work(self) -> Iterator[Finding]:
        """Yield workplaces after a word of work: *a job at dell*, *tables at magnolia cafe*."""
        for match in _WORK.finditer(self._text):
            words = match.group(1).split(" ")
            if not words[0][0].islower() or not _read("no_work").isdisjoint(words[:-1]):
                continue
            if len(words) > 1 or self._is_workplace(words[0]):
                yield Finding(*match.span(1), "work", PHRASE)

    def find_persons(self) -> Iterator[Finding]:
        """Yield names that no dictionary has after *called* and *my name is*."""
        for match in _CALLED.finditer(self._text):
            if match.group(1).lower() in _read("person") and self._is_new(match.group(3)):
                yield Finding(*match.span(3), _ANY_FIRST, PHRASE)
        for match in _OWN_NAME.finditer(self._text):
            if self._is_new(match.group(1)):
                yield Finding(*match.span(1), _ANY_FIRST, PHRASE)

    def is_unknown(self, word: str) -> bool:
        """Return whether neither a dictionary nor a list has a word."""
        known = self._lexicon.word(word)
        is_word = known is not None and bool(known.english & (ENGLISH_SMALL | ENGLISH_NAME))
        return not is_word and not self._lexicon.lookup(word)

    def _is_workplace(self, word: str) -> bool:
        if self._may_be_name(word, "no_work", COMMON):
            return True
        listed = self._lexicon.lookup(word) if word not in _read("no_work") else []
        return "work" in {candidate.label for candidate in listed}

    def _is_new(self, word: str) -> bool:
        return word[0].islower() and word not in _read("no_name") and self.is_unknown(word)

    def _may_be_name(self, word: str, never: str, common: float) -> bool:
        """Return whether a word is in no dictionary, or in it as a name as well."""
        if word in _read(never) or len(word) < SHORTEST:
            return False
        known = self._lexicon.word(word)
        if known is None or not known.english:
            return True
        if known.english & ENGLISH_OTHER:
            return False
        is_word = bool(known.english & ENGLISH_SMALL)
        return not is_word or (bool(known.english & ENGLISH_NAME) and known.zipf_en < common)


_ARTICLES: Final = frozenset(
    ("a", "an", "the", "my", "your", "ur", "his", "her", "its", "our", "their", "this", "that")
)


def _drop_overlaps(found: list[Finding]) -> list[Finding]:
    """Return the findings without those that begin within an earlier one."""
    kept: list[Finding] = []
    for finding in found:
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
    return kept


@lru_cache(maxsize=16)
def _read(kind: str) -> frozenset[str]:
    return read_words(__file__, _TABLE, kind)
