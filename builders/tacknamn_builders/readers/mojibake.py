"""Repair text that was UTF-8, was read as Windows-1252, and was saved again.

``Övertorneå`` became ``Ã–vertorneÃ¥``: its bytes C3 96 and C3 A5 were taken for ``Ã–`` and
``Ã¥``. Reading them as Latin-1 does not repair it, since ``–`` (96) is no Latin-1 character;
and Windows-1252 leaves five bytes undefined, which such files keep as control characters.
"""

__all__ = ["repair"]


def repair(text: str) -> str:
    """Undo one round of mojibake; text that is none comes back as it is.

    >>> repair("Ã–vertorneÃ¥"), repair("Övertorneå"), repair("abbÃ©")
    ('Övertorneå', 'Övertorneå', 'abbé')
    """
    if text.isascii():
        return text
    try:
        return b"".join(map(_byte, text)).decode("utf-8")
    except UnicodeError:
        return text


def _byte(character: str) -> bytes:
    try:
        return character.encode("cp1252")
    except UnicodeEncodeError:
        return character.encode("latin-1")
