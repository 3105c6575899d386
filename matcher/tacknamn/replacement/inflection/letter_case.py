"""Copy the letter case of an original to its pseudonym: GÖTEBORG becomes MALMÖ.

All capitals and all lower case are copied, also for single parts of a double name
(``ANNA-karin``). Everything else (``Anna``, ``McDonald``, ``von Essen``, ``Göteborgs universitet``)
is ordinary case, so the pseudonym keeps the case of its list. Only a common noun gets an initial
capital (``Läraren``).

No letter becomes another letter: one without a single counterpart (``ß``, ``İ``) stays.
"""

from collections.abc import Callable

__all__ = ["copy_case"]

_HYPHENS = "\u2010\u2011\u2013"
"""Characters that are written instead of a hyphen between names."""
_ONE_HYPHEN = str.maketrans(dict.fromkeys(_HYPHENS, "-"))
_SHORTEST_INVERSION = 3
"""Letters of the shortest word that may be written with caps lock on (aBC); below are initials."""


def copy_case(original: str, pseudonym: str) -> str:
    """Return the pseudonym in the letter case of the original.

    >>> copy_case("GÖTEBORG", "Malmö"), copy_case("anna-karin", "Eva-Lena")
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
    """Copy the case of a double name, or of a word typed with caps lock on."""
    parts = original.translate(_ONE_HYPHEN).split("-")
    if len(parts) > 1 and not any(map(str.isspace, original)):
        return _copy_case_by_part(parts, pseudonym)
    if len(original) >= _SHORTEST_INVERSION and original.swapcase().istitle():
        return _invert_case(pseudonym)
    return _capitalize(pseudonym) if original[:1].isupper() else pseudonym


def _copy_case_by_part(parts: list[str], pseudonym: str) -> str:
    """Give each part of the pseudonym the case of its counterpart, further ones that of the last.

    >>> _copy_case_by_part(["ANNA", "karin"], "Eva-Lena")
    'EVA-lena'
    """
    last = len(parts) - 1
    return "-".join(
        copy_case(parts[min(number, last)], part)
        for number, part in enumerate(pseudonym.split("-"))
    )


def _capitalize(text: str) -> str:
    """Capitalize a text that has no capital."""
    if text.istitle() or text != _change_case(text, str.lower):
        return text
    return _change_case(text[:1], str.upper) + text[1:]


def _invert_case(text: str) -> str:
    """Write a text as with caps lock on: mALMÖ."""
    return _change_case(text[:1], str.lower) + _change_case(text[1:], str.upper)


def _change_case(text: str, change: Callable[[str], str]) -> str:
    """Change the case of a text, letter by letter if some letter has no counterpart."""
    changed = change(text)
    if len(changed) == len(text) and changed.casefold() == text.casefold():
        return changed
    return "".join(_change_letter_case(letter, change(letter)) for letter in text)


def _change_letter_case(letter: str, changed: str) -> str:
    """Return the changed letter, unless it is two letters or another one (Turkish ı, capital I)."""
    same = len(changed) == 1 and changed.casefold() == letter.casefold()
    return changed if same else letter
