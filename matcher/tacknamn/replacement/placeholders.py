"""Placeholders with a letter: A-skola, B-skola ... Z-skola, AA-skola.

They stand where nothing can be drawn (a bundle has no list of lines that are none) or shall
be drawn. The patterns are curation's and come with the bundle (``fakes.tsv``); those here are
for lists that the bundle lacks, and for names when every list is used up.
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
"""Made like the patterns of SVALA, which has none for names: its lists never end there."""


def number_to_letters(number: int) -> str:
    """The letters of the n-th thing, counted from 1.

    >>> [letters(number) for number in (1, 26, 27, 703)]
    ['A', 'Z', 'AA', 'AAA']
    """
    found = ""
    while number > 0:
        number, place = divmod(number - 1, _ALPHABET)
        found = chr(ord("A") + place) + found
    return found


def make_pattern(language: str, label: str) -> str:
    """The pattern for a label that the bundle has none for.

    >>> pattern("sv", "surname"), pattern("en", "geo")
    ('{letter}-efternamn', '{letter}-geo')
    """
    known = {str(name): form for name, form in _PATTERNS[language].items()}
    return known.get(label, f"{LETTER_FIELD}-{label}")
