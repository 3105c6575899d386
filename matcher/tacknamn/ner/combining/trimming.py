"""Cut off what a backend took along at the ends of a name: punctuation, and clitics.

stanza finds *Peter Jackson 's*, and seed C tells how a union with it masks too much. So do
brackets and quotation marks, and the comma of *Anna's,*. What stays:

- the full stop of an initial and of *Jr.* and *Sr.*: *J. R.*;
- the bare apostrophe of a genitive behind s, x and z, which our own engine takes along: *Hans'*;
- a Swedish genitive, which is no letter less than the word: *Annas*.
"""

import re
from collections.abc import Iterable, Iterator

from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.combining.word_boundaries import is_in_word
from tacknamn.text.fold import is_word_character

__all__ = [
    "APOSTROPHES",
    "is_initial_before",
    "is_suffix_before",
    "narrow_persons",
    "trim_mentions",
]

APOSTROPHES = "'’‘ʼ`´＇"
_APOSTROPHES = frozenset(APOSTROPHES)
_CLITIC = re.compile(rf"(?:\s*[{APOSTROPHES}]s|\s+[{APOSTROPHES}](?:d|ll|m|re|ve))", re.IGNORECASE)
"""What is written together with a name and belongs to the sentence. With a blank between, texts
that were divided into words have all of them; without, only *'s* is no part of a name: *Sa'd*."""
_LONGEST_CLITIC = 8
"""Characters in which a clitic is looked for; more blanks are cut off one by one."""
_SUFFIXES = ("Jr", "Sr", "jr", "sr", "JR", "SR")
"""Parts of names that end in a full stop, besides initials."""
_SIBILANTS = "sxzSXZ"
"""Letters behind which the genitive may be a bare apostrophe."""


def trim_mentions(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """The mentions without clitics and punctuation at their ends; what is nothing else goes.

    >>> text = "Peter Jackson 's film, Anna's, J. R."
    >>> found = trimmed(text, [Mention(0, 16, "PER"), Mention(23, 30, "PER"), Mention(31, 36, "PER")])
    >>> [text[one.start : one.end] for one in found]
    ['Peter Jackson', 'Anna', 'J. R.']
    """
    cut = (_trim(text, one) for one in mentions)
    return sorted(one for one in cut if one.start < one.end)


def _trim(text: str, one: NamedMention) -> NamedMention:
    start, end = one.start, one.end
    while start < end and not is_word_character(text[start]):
        start += 1
    while start < end:
        before = _find_clitic(text, start, end)
        if before == end and not _is_part_of_name(text, start, end - 1):
            before = end - 1
        if before == end:
            break
        end = before
    if text[start:end] in ("s", "S") and start > 0 and text[start - 1] in APOSTROPHES:
        end = start  # what is left of a clitic that was found for itself
    return one._replace(start=start, end=end)


def _find_clitic(text: str, start: int, end: int) -> int:
    """Where the piece ends without a clitic behind it."""
    first = max(start, end - _LONGEST_CLITIC)
    if _APOSTROPHES.isdisjoint(text[first:end]):
        return end  # as most names do
    if end < len(text) and is_in_word(text[end]):
        return end  # the letter of another word: Sa'sa
    for at in range(first, end - 1):
        if _CLITIC.fullmatch(text, at, end):
            return at
    return end


def _is_part_of_name(text: str, start: int, at: int) -> bool:
    """Whether the last character of a piece is part of a name."""
    last = text[at]
    if is_word_character(last):
        return True
    if at == start:
        return False
    if last in APOSTROPHES:
        is_quoted = start > 0 and text[start - 1] in APOSTROPHES
        return text[at - 1] in _SIBILANTS and not is_quoted
    return last == "." and (is_initial_before(text, at) or is_suffix_before(text, at))


def is_initial_before(text: str, place: int) -> bool:
    """Whether a single capital stands before a place.

    >>> is_initial_before("J. R.", 4), is_initial_before("Kim.", 3)
    (True, False)
    """
    if place < 1 or not text[place - 1].isupper():
        return False
    return place == 1 or not is_in_word(text[place - 2])


def is_suffix_before(text: str, place: int) -> bool:
    """Whether *Jr* or *Sr* stands before a place."""
    return text[max(0, place - 2) : place] in _SUFFIXES and (
        place == 2 or not is_in_word(text[place - 3])
    )


# Cut a person's name out of what a backend found around it, and two names apart.
#
# Models that read sentences find *Bo Lind and*, *and Bo*, *Ek 1981*, *Mrs Ek* and *Anna Ek and Bo
# Lind*. A union with them would cover names that another backend has found precisely with more than
# the name. What goes is nobody's name: conjunctions, numbers behind a name, forms of address and
# relatives in front of it, where a name is left. Other words without capitals stay, whatever they
# are: people write names without, too.


PERSON = "PER"
_CONJUNCTIONS = "and|or|och|samt|eller|&"
_BETWEEN = re.compile(rf"\s(?:{_CONJUNCTIONS})(?=\s)")
_NUMBERS = r"\d{1,4}(?:[.,:/–-]\d{1,4})?[.,:/–-]?"
"""Of years, ages, results; a longer one may be somebody's, and stays hidden."""
_TRAILING = re.compile(rf"\s(?:{_CONJUNCTIONS}|{_NUMBERS}|[–—-]+)\Z")
_NO_NAME = re.compile(rf"{_CONJUNCTIONS}|{_NUMBERS}|(?:Mr|Mrs|Ms|Dr|Prof|Fru)\.?")
_ADDRESSES = (
    "Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Dame|Herr|Fru|Fröken"
    "|[Aa]dmiral|[Aa]mbassador|[Cc]aptain|[Cc]hairman|[Cc]oach|[Cc]olonel|[Cc]ommander|[Dd]irektör"
    "|[Dd]octor|[Dd]oktor|[Gg]overnor|[Kk]apten|[Ll]ieutenant|[Mm]inister|[Pp]resident|[Pp]rofessor"
    "|[Ss]ecretary|[Ss]enator|[Ss]ergeant|[Ss]tatsminister|[Tt]ränare"
)
_RELATIVES = (
    "aunt|brother|cousin|daughter|father|husband|mother|nephew|niece|sister|uncle|wife"
    "|dotter|farbror|farfar|farmor|faster|fru|kusin|mamma|morbror|morfar|mormor|moster|pappa"
)
"""In small letters. Both are without what many people are called: Bror, Chancellor, Dean, General,
Judge, King, Major, Make, Prins, Syster."""
_LEADING = re.compile(
    rf"(?:(?:{_ADDRESSES})\.?|{_RELATIVES})\s+(?=[^\W\d_])|(?:{_CONJUNCTIONS})(?=\s)"
)
LONGEST_END_WORD = 20
"""Characters at the end in which one of these words is looked for."""


def narrow_persons(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """The mentions, those of persons without what is none.

    >>> text = "Mrs Ek and Bo Lind 1981 came."
    >>> [text[one.start : one.end] for one in narrowed(text, [Mention(0, 23, "PER")])]
    ['Ek', 'Bo Lind']
    """
    found: list[NamedMention] = []
    for one in mentions:
        found += _split_at_conjunctions(text, one) if one.label == PERSON else [one]
    return found


def _split_at_conjunctions(text: str, one: NamedMention) -> Iterator[NamedMention]:
    start = one.start
    for between in _BETWEEN.finditer(text, one.start, one.end):
        yield from _drop_end_words(text, one._replace(start=start, end=between.start()))
        start = between.end()
    yield from _drop_end_words(text, one._replace(start=start))


def _drop_end_words(text: str, one: NamedMention) -> Iterator[NamedMention]:
    start, end = _skip_blanks(text, one.start, one.end)
    while first := _LEADING.match(text, start, end):
        start, end = _skip_blanks(text, first.end(), end)
    while last := _TRAILING.search(text, max(start, end - LONGEST_END_WORD), end):
        start, end = _skip_blanks(text, start, last.start())
    if start < end and not _NO_NAME.fullmatch(text, start, end):
        yield one._replace(start=start, end=end)


def _skip_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
