"""Cut off what a backend took along with a name: punctuation, clitics, and words around it.

:func:`trim_mentions` cuts punctuation and clitics off the ends of any mention. stanza finds *Peter
Jackson 's*, and the masking tool's documentation shows that a union with it masks too much.
Brackets, quotation marks and the comma of *Anna's,* have the same effect. These stay:

- the full stop of an initial and of *Jr.* and *Sr.*: *J. R.*;
- the bare apostrophe of a genitive after s, x and z, which our own backend includes: *Hans'*;
- a Swedish genitive, because it is part of the word: *Annas*.

:func:`narrow_persons` cuts words off the names of persons, and separates two names. Models that
read whole sentences find *Bo Lind and*, *and Bo*, *Ek 1981*, *Mrs Ek* and *Anna Ek and Bo Lind*. A
union with them would mask more than the name, even where another backend has found exactly the
name. Conjunctions, numbers after a name, and titles and words for relatives before it are cut off
if a name remains. Other words in lower case stay, because people write names in lower case too.
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
"""Clitics: written with the name, but part of the sentence. Texts that were split into tokens have
all of them after a blank. Without a blank only *'s* is cut off, because of names like *Sa'd*."""
_LONGEST_CLITIC = 8
"""Characters in which a clitic is searched for; more blanks are cut off one by one."""
_SUFFIXES = ("Jr", "Sr", "jr", "sr", "JR", "SR")
"""Parts of names that end in a full stop, apart from initials."""
_SIBILANTS = "sxzSXZ"
"""Letters after which the genitive may be a bare apostrophe."""
PERSON = "PER"
_CONJUNCTIONS = "and|or|och|samt|eller|&"
_BETWEEN = re.compile(rf"\s(?:{_CONJUNCTIONS})(?=\s)")
_NUMBERS = r"\d{1,4}(?:[.,:/–-]\d{1,4})?[.,:/–-]?"
"""Years, ages, results. A longer number may identify a person and stays masked."""
_TRAILING = re.compile(rf"\s(?:{_CONJUNCTIONS}|{_NUMBERS}|[–—-]+)\Z")
_NO_NAME = re.compile(rf"{_CONJUNCTIONS}|{_NUMBERS}|(?:Mr|Mrs|Ms|Mdm|Dr|Prof|Fru|Nurse)\.?")
_TITLES = (
    "Mr|Mrs|Ms|Miss|Mdm|Madam|Mme|Dr|Prof|Sir|Dame|Herr|Fru|Fröken|Nurse|Matron|Encik|Puan|Cik"
    "|MR|MRS|MS|MISS|MDM|DR|PROF"
    "|[Aa]dmiral|[Aa]mbassador|[Cc]aptain|[Cc]hairman|[Cc]oach|[Cc]olonel|[Cc]ommander|[Dd]irektör"
    "|[Dd]octor|[Dd]oktor|[Gg]overnor|[Kk]apten|[Ll]ieutenant|[Mm]inister|[Pp]resident|[Pp]rofessor"
    "|[Ss]ecretary|[Ss]enator|[Ss]ergeant|[Ss]tatsminister|[Tt]ränare"
)
_RELATIVES = (
    "aunt|brother|cousin|daughter|father|husband|mother|nephew|niece|sister|uncle|wife"
    "|dotter|farbror|farfar|farmor|faster|fru|kusin|mamma|morbror|morfar|mormor|moster|pappa"
)
"""In lower case. Neither list has words that are also common names: Bror, Chancellor, Dean,
General, Judge, King, Major, Make, Prins, Syster."""
_LEADING = re.compile(
    rf"(?:(?:{_TITLES})\.?|{_RELATIVES})\s+(?=[^\W\d_])|(?:{_CONJUNCTIONS})(?=\s)"
)
LONGEST_END_WORD = 20
"""Characters at the end in which one of these words is searched for."""


def trim_mentions(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """Cut clitics and punctuation off the ends of mentions; drop mentions that are nothing else.

    >>> text = "Peter Jackson 's film, Anna's, J. R."
    >>> spans = [(0, 16), (23, 30), (31, 36)]
    >>> found = trim_mentions(text, [NamedMention(*span, "PER") for span in spans])
    >>> [text[mention.start : mention.end] for mention in found]
    ['Peter Jackson', 'Anna', 'J. R.']
    """
    trimmed = (_trim(text, mention) for mention in mentions)
    return sorted(mention for mention in trimmed if mention.start < mention.end)


def _trim(text: str, mention: NamedMention) -> NamedMention:
    start, end = mention.start, mention.end
    while start < end and not is_word_character(text[start]):
        start += 1
    while start < end:  # clitics and punctuation may alternate: *Anna's,*
        before = _find_clitic(text, start, end)
        if before == end and not _is_part_of_name(text, start, end - 1):
            before = end - 1
        if before == end:
            break
        end = before
    if text[start:end] in ("s", "S") and start > 0 and text[start - 1] in APOSTROPHES:
        end = start  # the rest of a clitic that was a mention of its own
    return mention._replace(start=start, end=end)


def _find_clitic(text: str, start: int, end: int) -> int:
    """Find where a clitic at the end of a span begins; the end itself if there is none."""
    first = max(start, end - _LONGEST_CLITIC)
    if _APOSTROPHES.isdisjoint(text[first:end]):
        return end  # the usual case
    if end < len(text) and is_in_word(text[end]):
        return end  # the letter is part of another word: Sa'sa
    for at in range(first, end - 1):
        if _CLITIC.fullmatch(text, at, end):
            return at
    return end


def _is_part_of_name(text: str, start: int, at: int) -> bool:
    """Whether the last character of a span is part of a name."""
    last = text[at]
    if is_word_character(last):
        return True
    if at == start:
        return False
    if last in APOSTROPHES:
        is_quoted = start > 0 and text[start - 1] in APOSTROPHES
        return text[at - 1] in _SIBILANTS and not is_quoted
    return last == "." and (is_initial_before(text, at) or is_suffix_before(text, at))


def is_initial_before(text: str, offset: int) -> bool:
    """Whether a single capital precedes an offset.

    >>> is_initial_before("J. R.", 4), is_initial_before("Kim.", 3)
    (True, False)
    """
    if offset < 1 or not text[offset - 1].isupper():
        return False
    return offset == 1 or not is_in_word(text[offset - 2])


def is_suffix_before(text: str, offset: int) -> bool:
    """Whether *Jr* or *Sr* precedes an offset."""
    return text[max(0, offset - 2) : offset] in _SUFFIXES and (
        offset == 2 or not is_in_word(text[offset - 3])
    )


def narrow_persons(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """Cut the words around the names of persons off, and separate names joined by *and*.

    >>> text = "Mrs Ek and Bo Lind 1981 came."
    >>> found = narrow_persons(text, [NamedMention(0, 23, "PER")])
    >>> [text[mention.start : mention.end] for mention in found]
    ['Ek', 'Bo Lind']
    """
    narrowed: list[NamedMention] = []
    for mention in mentions:
        if mention.label == PERSON:
            narrowed += _split_at_conjunctions(text, mention)
        else:
            narrowed.append(mention)
    return narrowed


def _split_at_conjunctions(text: str, mention: NamedMention) -> Iterator[NamedMention]:
    start = mention.start
    for conjunction in _BETWEEN.finditer(text, mention.start, mention.end):
        yield from _drop_end_words(text, mention._replace(start=start, end=conjunction.start()))
        start = conjunction.end()
    yield from _drop_end_words(text, mention._replace(start=start))


def _drop_end_words(text: str, mention: NamedMention) -> Iterator[NamedMention]:
    start, end = _skip_blanks(text, mention.start, mention.end)
    while leading := _LEADING.match(text, start, end):
        start, end = _skip_blanks(text, leading.end(), end)
    while trailing := _TRAILING.search(text, max(start, end - LONGEST_END_WORD), end):
        start, end = _skip_blanks(text, start, trailing.start())
    if start < end and not _NO_NAME.fullmatch(text, start, end):
        yield mention._replace(start=start, end=end)


def _skip_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
