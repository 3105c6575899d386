"""Give a name written in capitals its ordinary letters: ``UPPLANDS VÄSBY``, ``DALS LÅNGED``.

Registers of addresses and companies mix both ways of writing. A name that has one small
letter is left alone: its writer meant its capitals (``BioGaia``, ``IKEA Svenska``).
"""

import re

__all__ = ["without_capitals"]

_WORD = re.compile(r"[^\W\d_]+")

_SMALL = frozenset({"av", "för", "i", "med", "och", "på", "till", "vid"})
"""Small words that stay small inside a Swedish name: ``Svedbergs i Dalstorp``."""

_INITIALS = 3
"""Words of up to three letters in a company's name are mostly initials (``SKF``, ``NCC``)."""


def without_capitals(name: str, *, initials: bool = False) -> str:
    """Write ``name`` as in running text if it is all capitals.

    With ``initials``, words of three letters and less stay in capitals, as companies have it.

    >>> without_capitals("UPPLANDS VÄSBY"), without_capitals("Lilla Edet")
    ('Upplands Väsby', 'Lilla Edet')
    >>> without_capitals("BYGG OCH MÅLERI I ÖREBRO NCC AB", initials=True)
    'Bygg och Måleri i Örebro NCC AB'
    """
    if not name.isupper():
        return name
    return _WORD.sub(lambda match: _written(match, initials), name)


def _written(match: re.Match[str], initials: bool) -> str:
    word = match[0]
    if match.start() and word.lower() in _SMALL:
        return word.lower()
    if initials and len(word) <= _INITIALS:
        return word
    return word.capitalize()
