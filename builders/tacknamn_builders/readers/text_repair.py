"""Give a name written in capitals its ordinary letters: ``UPPLANDS VÄSBY``, ``DALS LÅNGED``.

Registers of addresses and companies mix both ways of writing. A name that has one small
letter is left alone: its writer meant its capitals (``BioGaia``, ``IKEA Svenska``).
"""

import re

__all__ = [
    "repair_mojibake",
    "restore_capitals",
]

_WORD = re.compile(r"[^\W\d_]+")

_SMALL = frozenset({"av", "för", "i", "med", "och", "på", "till", "vid"})
"""Small words that stay small inside a Swedish name: ``Svedbergs i Dalstorp``."""

_INITIALS = 3
"""Words of up to three letters in a company's name are mostly initials (``SKF``, ``NCC``)."""


def restore_capitals(name: str, *, initials: bool = False) -> str:
    """Write ``name`` as in running text if it is all capitals.

    With ``initials``, words of three letters and less stay in capitals, as companies have it.

    >>> without_capitals("UPPLANDS VÄSBY"), without_capitals("Lilla Edet")
    ('Upplands Väsby', 'Lilla Edet')
    >>> without_capitals("BYGG OCH MÅLERI I ÖREBRO NCC AB", initials=True)
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


# Repair text that was UTF-8, was read as Windows-1252, and was saved again.
#
# ``Övertorneå`` became ``Ã–vertorneÃ¥``: its bytes C3 96 and C3 A5 were taken for ``Ã–`` and
# ``Ã¥``. Reading them as Latin-1 does not repair it, since ``–`` (96) is no Latin-1 character;
# and Windows-1252 leaves five bytes undefined, which such files keep as control characters.


def repair_mojibake(text: str) -> str:
    """Undo one round of mojibake; text that is none comes back as it is.

    >>> repair("Ã–vertorneÃ¥"), repair("Övertorneå"), repair("abbÃ©")
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
