"""Cut off what a backend took along at the ends of a name: punctuation, and clitics.

stanza finds *Peter Jackson 's*, and seed C tells how a union with it masks too much. So do
brackets and quotation marks, and the comma of *Anna's,*. What stays:

- the full stop of an initial and of *Jr.* and *Sr.*: *J. R.*;
- the bare apostrophe of a genitive behind s, x and z, which our own engine takes along: *Hans'*;
- a Swedish genitive, which is no letter less than the word: *Annas*.
"""

import re
from collections.abc import Iterable

from tacknamn.backends.protocol import Mention
from tacknamn.combining.words import is_in_word
from tacknamn.fold import is_word_character

__all__ = ["APOSTROPHES", "is_initial_before", "is_shortened_before", "trimmed"]

APOSTROPHES = "'’‘ʼ`´＇"
_APOSTROPHES = frozenset(APOSTROPHES)
_CLITIC = re.compile(rf"(?:\s*[{APOSTROPHES}]s|\s+[{APOSTROPHES}](?:d|ll|m|re|ve))", re.IGNORECASE)
"""What is written together with a name and belongs to the sentence. With a blank between, texts
that were divided into words have all of them; without, only *'s* is no part of a name: *Sa'd*."""
_LONGEST = 8
"""Characters in which a clitic is looked for; more blanks are cut off one by one."""
_SHORTENED = ("Jr", "Sr", "jr", "sr", "JR", "SR")
"""Parts of names that end in a full stop, besides initials."""
_HISSING = "sxzSXZ"
"""Letters behind which the genitive may be a bare apostrophe."""


def trimmed(text: str, mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions without clitics and punctuation at their ends; what is nothing else goes.

    >>> text = "Peter Jackson 's film, Anna's, J. R."
    >>> found = trimmed(text, [Mention(0, 16, "PER"), Mention(23, 30, "PER"), Mention(31, 36, "PER")])
    >>> [text[one.start : one.end] for one in found]
    ['Peter Jackson', 'Anna', 'J. R.']
    """
    cut = (_cut(text, one) for one in mentions)
    return sorted(one for one in cut if one.start < one.end)


def _cut(text: str, one: Mention) -> Mention:
    start, end = one.start, one.end
    while start < end and not is_word_character(text[start]):
        start += 1
    while start < end:
        before = _without_clitic(text, start, end)
        if before == end and not _belongs(text, start, end - 1):
            before = end - 1
        if before == end:
            break
        end = before
    if text[start:end] in ("s", "S") and start > 0 and text[start - 1] in APOSTROPHES:
        end = start  # what is left of a clitic that was found for itself
    return one._replace(start=start, end=end)


def _without_clitic(text: str, start: int, end: int) -> int:
    """Where the piece ends without a clitic behind it."""
    first = max(start, end - _LONGEST)
    if _APOSTROPHES.isdisjoint(text[first:end]):
        return end  # as most names do
    if end < len(text) and is_in_word(text[end]):
        return end  # the letter of another word: Sa'sa
    for at in range(first, end - 1):
        if _CLITIC.fullmatch(text, at, end):
            return at
    return end


def _belongs(text: str, start: int, at: int) -> bool:
    """Whether the last character of a piece is part of a name."""
    last = text[at]
    if is_word_character(last):
        return True
    if at == start:
        return False
    if last in APOSTROPHES:
        is_quoted = start > 0 and text[start - 1] in APOSTROPHES
        return text[at - 1] in _HISSING and not is_quoted
    return last == "." and (is_initial_before(text, at) or is_shortened_before(text, at))


def is_initial_before(text: str, place: int) -> bool:
    """Whether a single capital stands before a place.

    >>> is_initial_before("J. R.", 4), is_initial_before("Kim.", 3)
    (True, False)
    """
    if place < 1 or not text[place - 1].isupper():
        return False
    return place == 1 or not is_in_word(text[place - 2])


def is_shortened_before(text: str, place: int) -> bool:
    """Whether *Jr* or *Sr* stands before a place."""
    return text[max(0, place - 2) : place] in _SHORTENED and (
        place == 2 or not is_in_word(text[place - 3])
    )
