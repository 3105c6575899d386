"""Split the titles of registers into the words that people write.

``Konsult, HR`` is a konsult, ``AD (Art Director)`` is an AD or an art director, and
``Systemutvecklare/Programmerare`` is a systemutvecklare or a programmerare. Registers begin each
title with a capital, Swedish text does not.
"""

import re
from collections.abc import Iterator

__all__ = ["split_titles"]

_BRACKETS = re.compile(r"\s*\(([^)]*)\)?")
_NOTE = re.compile(r"\b(se|SSYK|klassificeras|övrig)\b|\d")
"""Remarks such as ``övrig (se resp. yrke)``, which are not part of a title."""


def split_titles(label: str) -> Iterator[str]:
    """Yield the titles in ``label``, the main one first.

    >>> list(split_titles("AD (Art Director)")), list(split_titles("Skogsarbetare, röjning"))
    (['AD', 'art director'], ['skogsarbetare'])
    >>> list(split_titles("Systemutvecklare/Programmerare")), list(split_titles("VVS-ingenjör"))
    (['systemutvecklare', 'programmerare'], ['VVS-ingenjör'])
    """
    label = label.partition(",")[0].strip()
    brackets = _BRACKETS.search(label)
    heads = [head.strip() for head in _BRACKETS.sub("", label).split("/")]
    whole = all(len(head) > 1 and not head.startswith("-") for head in heads)
    for head in heads if whole else heads[:1]:
        if head:
            yield _lower_first(head)
    if brackets and heads[0].isupper() and brackets[1] and not _NOTE.search(brackets[1]):
        yield brackets[1].strip().lower()


def _lower_first(title: str) -> str:
    """Begin a title with a lower-case letter, unless it is an abbreviation or English.

    ``VD-assistent`` and ``Chief Information Officer`` are returned unchanged.
    """
    first, *others = title.split()
    head = first.partition("-")[0]
    if head.isupper() or sum(letter.isupper() for letter in head) > 1:
        return title
    if any(word.istitle() for word in others):
        return title
    return title[0].lower() + title[1:]
