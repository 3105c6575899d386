"""Placeholders with a letter: A-skola, B-skola ... Z-skola, AA-skola.

They are used where no list exists or none shall be used. Patterns come with the bundle (from
``fakes.tsv`` of the curation); those here are for labels without a pattern in the bundle, and for
names when every list is used up.
"""

from tacknamn.labels import Label

__all__ = ["LETTER_FIELD", "make_pattern", "number_to_letters"]

LETTER_FIELD = "{letter}"
_ALPHABET = 26
_PATTERNS = {
    "sv": {
        Label.FIRSTNAME_FEMALE: "{letter}-namn",
        Label.FIRSTNAME_MALE: "{letter}-namn",
        Label.FIRSTNAME_UNKNOWN: "{letter}-namn",
        Label.SURNAME: "{letter}-efternamn",
    },
    "en": {
        Label.FIRSTNAME_FEMALE: "{letter}-name",
        Label.FIRSTNAME_MALE: "{letter}-name",
        Label.FIRSTNAME_UNKNOWN: "{letter}-name",
        Label.SURNAME: "{letter}-surname",
    },
}
"""Modelled on the patterns of SVALA, which has none for names because its lists never end."""


def number_to_letters(number: int) -> str:
    """Return the letters for a number from 1.

    >>> [number_to_letters(number) for number in (1, 26, 27, 703)]
    ['A', 'Z', 'AA', 'AAA']
    """
    letters = ""
    while number > 0:
        number, position = divmod(number - 1, _ALPHABET)
        letters = chr(ord("A") + position) + letters
    return letters


def make_pattern(language: str, label: str) -> str:
    """Return the pattern for a label without a pattern in the bundle.

    >>> make_pattern("sv", "surname"), make_pattern("en", "geo")
    ('{letter}-efternamn', '{letter}-geo')
    """
    known = {str(name): form for name, form in _PATTERNS[language].items()}
    return known.get(label, f"{LETTER_FIELD}-{label}")
