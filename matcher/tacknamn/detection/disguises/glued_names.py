"""Divide names that are written as one word with capitals in it: *annaEk*, *#AnnaKarinEk*; close names
with two blanks in them: *Tony  Blair*.

It must begin with a first name of the lists that is rarely anything else, or have a first name and a
surname, so *youTube* and *spaCy* stay whole. A word with a capital and without ``#`` must have both
(*MahaNakhon* and *MacLeod* have not). A single capital at the end (*#AnnaX*) belongs to the name before
it. A word after ``@`` is a user name, which is found as a whole.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from tacknamn.detection.disguises.listed_names import ListedNames
from tacknamn.detection.disguises.mapped_text import Edit
from tacknamn.detection.disguises.survey import LARGE, SMALL
from tacknamn.support.expressions import compile_lazily

__all__ = ["find_glued_names", "find_wide_names"]

_GLUED = compile_lazily(
    rf"(?<![\w@./])[{SMALL}{LARGE}][{SMALL}]+(?:[{LARGE}][{SMALL}]+)*[{LARGE}]?(?![\w@])"
)
_WIDE = compile_lazily(
    rf"(?<!\w)(?P<name>[{LARGE}][{SMALL}{LARGE}'’-]+)[ \u00a0]{{2}}(?=[{LARGE}])"
)
LEAST = 4
"""Letters of each name in a word that begins with a capital: *Ben*, *Lee* and *Mac* begin surnames."""
_PART = compile_lazily(rf"[{LARGE}]?[{SMALL}]+|[{LARGE}]")


def find_glued_names(text: str, names: ListedNames) -> list[Edit]:
    """Return the edits that put blanks between the names of a word."""
    return [
        edit
        for match in _GLUED.finditer(text)
        if not match.group().istitle()
        and not match.group().islower()
        and not names.is_listed(match.group())
        for edit in _divide(match, names)
    ]


def find_wide_names(text: str, names: ListedNames) -> list[Edit]:
    """Return the edits that leave one blank between a first name and the capitalized word behind it.
    Columns of a table have wider gaps."""
    return [
        Edit(match.end() - 1, match.end(), "")
        for match in _WIDE.finditer(text)
        if names.is_name(match["name"]) and names.may_be_first_name(match["name"])
    ]


def _divide(match: re.Match[str], names: ListedNames) -> Iterator[Edit]:
    word, at = match.group(), match.start()
    is_tagged = match.string[at - 1 : at] == "#"
    parts = [part.span() for part in _PART.finditer(word)]
    if not _has_names([word[start:end] for start, end in parts[:2]], is_tagged, names):
        return
    first = word[slice(*parts[0])]
    if first.islower() and not names.is_first_name(first):
        yield Edit(at, at + 1, word[0].upper())  # klaraEk: Klara, and no word
    for (_, end), (start, stop) in pairwise(parts):
        if stop - start == 1:  # AnnaX
            yield Edit(at + end - 1, at + stop, word[end - 1])
        else:
            yield Edit(at + start, at + start, " ")


def _has_names(parts: list[str], is_tagged: bool, names: ListedNames) -> bool:
    first, second = parts
    has_surname = names.is_surname(second) and names.may_be_first_name(first)
    has_first = names.is_first_name(second) and names.is_surname(first)
    if is_tagged or first.islower() or len(second) == 1:
        return has_surname or has_first or names.is_first_name(first)
    if min(len(first), len(second)) >= LEAST and (has_surname or has_first):
        return True
    is_full = names.is_first_name(first) and names.may_be_surname(second)
    return len(first) >= LEAST and is_full
