"""Carry the letter case of an original over to its pseudonym: GÖTEBORG becomes MALMÖ.

All capitals and all small letters are carried over as they are, part by part where only parts
of a double name have them (``ANNA-karin``). Anything else (``Anna``, ``McDonald``, ``von
Essen``, ``Göteborgs universitet``) is ordinary writing, and so the pseudonym is written as its
list writes it; only a common noun gets the capital of one (``Läraren``).

No letter becomes another one: what has no counterpart of one letter (``ß``, ``İ``) stays.
"""

from collections.abc import Callable

__all__ = ["copy_case"]

_HYPHENS = "\u2010\u2011\u2013"
"""What is written for a hyphen between names, besides the hyphen itself."""
_ONE_HYPHEN = str.maketrans(dict.fromkeys(_HYPHENS, "-"))
_SHORTEST_INVERSION = 3
"""Letters from which on aBC is a name written with the capitals key stuck, and no initials."""


def copy_case(original: str, pseudonym: str) -> str:
    """The pseudonym in the letter case of the original.

    >>> with_case_of("GÖTEBORG", "Malmö"), with_case_of("anna-karin", "Eva-Lena")
    ('MALMÖ', 'eva-lena')
    """
    if original.istitle():
        return _capitalize(pseudonym)
    if original.islower():
        return _change_case(pseudonym, str.lower)
    if original.isupper():
        return _change_case(pseudonym, str.upper)
    return _copy_mixed_case(original, pseudonym)


def _copy_mixed_case(original: str, pseudonym: str) -> str:
    parts = original.translate(_ONE_HYPHEN).split("-")
    if len(parts) > 1 and not any(map(str.isspace, original)):
        return _copy_case_by_part(parts, pseudonym)
    if len(original) >= _SHORTEST_INVERSION and original.swapcase().istitle():
        return _invert_case(pseudonym)
    return _capitalize(pseudonym) if original[:1].isupper() else pseudonym


def _copy_case_by_part(parts: list[str], pseudonym: str) -> str:
    """Each part of the pseudonym like its counterpart, further ones like the last.

    >>> _part_by_part(["ANNA", "karin"], "Eva-Lena")
    'EVA-lena'
    """
    last = len(parts) - 1
    return "-".join(
        copy_case(parts[min(number, last)], part)
        for number, part in enumerate(pseudonym.split("-"))
    )


def _capitalize(text: str) -> str:
    """With a capital at its beginning, if it has none at all."""
    if text.istitle() or text != _change_case(text, str.lower):
        return text
    return _change_case(text[:1], str.upper) + text[1:]


def _invert_case(text: str) -> str:
    """As if the capitals key were stuck: mALMÖ."""
    return _change_case(text[:1], str.lower) + _change_case(text[1:], str.upper)


def _change_case(text: str, change: Callable[[str], str]) -> str:
    """The text in another case, letter by letter the same letters."""
    changed = change(text)
    if len(changed) == len(text) and changed.casefold() == text.casefold():
        return changed
    return "".join(_change_letter_case(letter, change(letter)) for letter in text)


def _change_letter_case(letter: str, changed: str) -> str:
    """The changed letter, unless it has become two, or another one (Turkish ı, capital I)."""
    same = len(changed) == 1 and changed.casefold() == letter.casefold()
    return changed if same else letter
