"""Repair names that a register or a program damaged: names in capitals, and mojibake.

*Capitals.* Registers of addresses and companies write some names in capitals: ``UPPLANDS VÄSBY``,
``DALS LÅNGED``. A name with one lower-case letter is not changed, because its capitals are intended
(``BioGaia``, ``IKEA Svenska``).

*Mojibake.* Text in UTF-8 was read as Windows-1252 and saved again. ``Övertorneå`` became
``Ã–vertorneÃ¥``: its bytes C3 96 and C3 A5 were read as ``Ã–`` and ``Ã¥``. Encoding it as Latin-1
does not repair it, because ``–`` (96) is not a Latin-1 character. Windows-1252 leaves five bytes
undefined; such files have control characters for them.
"""

import re

__all__ = [
    "repair_mojibake",
    "restore_capitals",
]

_WORD = re.compile(r"[^\W\d_]+")

_SMALL = frozenset({"av", "för", "i", "med", "och", "på", "till", "vid"})
"""Words in lower case inside a Swedish name: ``Svedbergs i Dalstorp``."""

_INITIALS = 3
"""Maximum letters of initials: short words in a company's name are mostly initials (``SKF``,
``NCC``)."""


def restore_capitals(name: str, *, initials: bool = False) -> str:
    """Write a name in capitals as in running text; other names are returned unchanged.

    With ``initials``, words of up to three letters stay in capitals, as in names of companies.

    >>> restore_capitals("UPPLANDS VÄSBY"), restore_capitals("Lilla Edet")
    ('Upplands Väsby', 'Lilla Edet')
    >>> restore_capitals("BYGG OCH MÅLERI I ÖREBRO NCC AB", initials=True)
    'Bygg och Måleri i Örebro NCC AB'
    """
    if not name.isupper():
        return name
    return _WORD.sub(lambda match: _restore_word(match, initials), name)


def _restore_word(match: re.Match[str], initials: bool) -> str:
    word = match[0]
    if match.start() and word.lower() in _SMALL:
        return word.lower()
    if initials and len(word) <= _INITIALS:
        return word
    return word.capitalize()


def repair_mojibake(text: str) -> str:
    """Undo one round of mojibake; other text is returned unchanged.

    >>> repair_mojibake("Ã–vertorneÃ¥"), repair_mojibake("Övertorneå"), repair_mojibake("abbÃ©")
    ('Övertorneå', 'Övertorneå', 'abbé')
    """
    if text.isascii():
        return text
    try:
        return b"".join(map(_encode_byte, text)).decode("utf-8")
    except UnicodeError:
        return text


def _encode_byte(character: str) -> bytes:
    try:
        return character.encode("cp1252")
    except UnicodeEncodeError:
        return character.encode("latin-1")
