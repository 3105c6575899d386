"""Find postal codes: Swedish ones, and those of Norwegian and Danish addresses."""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.records import Alternative

__all__ = ["find_nordic_zip_codes", "find_zip_codes"]

_TOWN = re.compile(r"[,\s]\s?[A-ZÅÄÖØÆ][A-Za-zåäöÅÄÖéøæ]")
_GLUED = "|".join(sorted(get_word_group("street_nordic")))
_NORDIC_STREET = re.compile(
    rf"(?:[^\W\d_]{{2}}(?:{_GLUED})| (?:gate|gade|vei|vej)) \d{{1,4}} ?[a-z]?, \Z"
)
_LONGEST_NUMBER = 20
"""Characters before the postal code: the ending of the street, its number and the comma."""
_COUNTRY = re.compile(r"(?:SE?|s-?)[- ]\Z")


def find_nordic_zip_codes(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find four digits between a Norwegian or Danish street with its number and a town."""
    normalized, start, end = sequence.normalized, sequence.start, sequence.end
    if not normalized.text.startswith(", ", start - 2) or not _TOWN.match(normalized.text, end):
        return
    if _NORDIC_STREET.search(normalized.lowered, max(0, start - _LONGEST_NUMBER), start):
        yield propose("zip_nordic", start, end)


def find_zip_codes(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find five digits, in groups of 3 and 2 or in a row."""
    if sequence.shape not in ("3 2", "5") or sequence.parts[0][0] == "0":
        return
    start, end = sequence.start, sequence.end
    text = sequence.normalized.text
    country = _COUNTRY.search(text, max(0, start - 3), start)
    if country and not text[max(0, start - 4) : country.start()][-1:].isalnum():
        yield propose("zip_town", country.start(), end)
        return
    town = _TOWN.match(text, end)
    rule = ("zip_bare_town" if town else "zip_bare") if sequence.shape == "5" else ""
    yield propose(rule or ("zip_town" if town else "zip_code"), start, end)
