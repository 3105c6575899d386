"""Take titles as registers write them apart into words that people write.

``Konsult, HR`` is a konsult; ``AD (Art Director)`` an AD or an art director;
``Systemutvecklare/Programmerare`` a systemutvecklare or a programmerare. Registers begin
each title with a capital, Swedish text does not.
"""

import re
from collections.abc import Iterator

__all__ = ["split_titles"]

_BRACKETS = re.compile(r"\s*\(([^)]*)\)?")
_NOTE = re.compile(r"\b(se|SSYK|klassificeras|övrig)\b|\d")
"""Remarks to the coder, ``övrig (se resp. yrke)``: no part of a title."""


def split_titles(label: str) -> Iterator[str]:
    """Yield the titles in ``label``, the first being its main one.

    >>> list(titles("AD (Art Director)")), list(titles("Skogsarbetare, röjning"))
    (['AD', 'art director'], ['skogsarbetare'])
    >>> list(titles("Systemutvecklare/Programmerare")), list(titles("VVS-ingenjör"))
    (['systemutvecklare', 'programmerare'], ['VVS-ingenjör'])
    """
    label = label.partition(",")[0].strip()
    brackets = _BRACKETS.search(label)
    heads = [head.strip() for head in _BRACKETS.sub("", label).split("/")]
    whole = all(len(head) > 1 and not head.startswith("-") for head in heads)
    for head in heads if whole else heads[:1]:
        if head:
            yield _small(head)
    if brackets and heads[0].isupper() and brackets[1] and not _NOTE.search(brackets[1]):
        yield brackets[1].strip().lower()


def _small(title: str) -> str:
    """Begin a title with a small letter, unless it is an abbreviation or English.

    ``VD-assistent`` and ``Chief Information Officer`` stay as they are.
    """
    first, *others = title.split()
    head = first.partition("-")[0]
    if head.isupper() or sum(letter.isupper() for letter in head) > 1:
        return title
    if any(word.istitle() for word in others):
        return title
    return title[0].lower() + title[1:]
