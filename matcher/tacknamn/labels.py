"""The labels of entries, the kinds of their counts, and the affixes of inflected forms.

A label says what an entry may be, a kind says what its count counts. Labels have the names of
SVALA's taxonomy where SVALA has one; ``language`` and ``nationality`` are marked and never
replaced. The order of labels and kinds, and the bits of the affixes, are part of the bundle
format: append, never reorder.
"""

from enum import StrEnum
from functools import lru_cache

from tacknamn.errors import InputError

__all__ = [
    "AFFIX_BITS",
    "AFFIX_NAMES",
    "DEFINITE",
    "GENITIVE",
    "LABELS",
    "PLURAL",
    "AnyLabel",
    "Kind",
    "Label",
    "OwnLabel",
    "name_affixes",
    "name_sequence",
    "parse_label",
]


class Label(StrEnum):
    """A category of the lexicon."""

    FIRSTNAME_FEMALE = "firstname_female"
    FIRSTNAME_MALE = "firstname_male"
    FIRSTNAME_UNKNOWN = "firstname_unknown"
    """A first name of both women and men (Kim)."""
    SURNAME = "surname"
    COUNTRY = "country"
    REGION = "region"
    """Landscapes, counties, municipalities, states."""
    CITY = "city"
    """Cities, towns and villages; city parts in Sweden."""
    AREA = "area"
    """City parts and districts outside Sweden."""
    PLACE = "place"
    """Streets, squares, bridges, stations and stops."""
    GEO = "geo"
    """Lakes, islands, mountains, forests, rivers."""
    ZIP_CODE = "zip_code"
    SCHOOL = "school"
    """All places of education, from pre-schools to universities."""
    WORK = "work"
    """Companies and other employers."""
    PUBLIC_AUTHORITY = "public_authority"
    OTHER_INSTITUTION = "other_institution"
    TRANSPORT_NAME = "transport_name"
    """Named lines and systems (Lidingöbanan); stations are places."""
    PROF = "prof"
    """Occupations."""
    EDU = "edu"
    """Programmes, courses and degrees."""
    FAM = "fam"
    """Words for relatives."""
    LANGUAGE = "language"
    NATIONALITY = "nationality"
    MONTH_WORD = "month_word"
    DAY = "day"
    """Weekdays."""
    AGE_STRING = "age_string"
    """Number words; the count is the number (kind ``none``)."""


LABELS: tuple[Label, ...] = tuple(Label)


class OwnLabel(str):
    """A label that only a list of one's own has, such as ``ward``."""

    __slots__ = ()

    @property
    def value(self) -> str:
        """Return the label as a plain string, as :class:`Label` does."""
        return str(self)


AnyLabel = Label | OwnLabel
"""The label of an entry."""


class Kind(StrEnum):
    """What a count counts. Counts of different kinds are never added up."""

    BEARERS = "bearers"
    """People with this name in the entry's country."""
    INHABITANTS = "inhabitants"
    SHARE = "share"
    """Share of all people who have a name of this kind, between 0 and 1."""
    CLASS = "class"
    """A logarithmic frequency class; higher is more frequent."""
    RANK = "rank"
    """A count that is good only for ordering, such as mentions in an encyclopaedia."""
    NONE = "none"


def parse_label(label: Label | str) -> Label:
    """Return the label with this name; the error for an unknown name lists all labels."""
    try:
        return Label(label)
    except ValueError:
        raise InputError(f"there is no label {label!r}; there are {', '.join(Label)}") from None


_FIRSTNAMES = frozenset((Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.FIRSTNAME_UNKNOWN))


def name_sequence(label: str) -> str:
    """Return the name of the sequence of running numbers that a label is counted in.

    First names have one, whatever their gender, so a corrected gender gives no one the number of another
    person.

    >>> name_sequence("firstname_male") == name_sequence("firstname_unknown")
    True
    """
    return "firstname" if label in _FIRSTNAMES else label


GENITIVE, DEFINITE, PLURAL = 1, 2, 4
"""Affixes: what an inflected form adds to its entry, as bits of one number. The section
``inflections`` of a bundle and every match carry these bits."""
AFFIX_NAMES = {GENITIVE: "gen", DEFINITE: "def", PLURAL: "pl"}
"""The names of SVALA's labels: Annas, läraren, lärare (plural)."""
AFFIX_BITS = GENITIVE | DEFINITE | PLURAL


@lru_cache(maxsize=AFFIX_BITS + 1)
def name_affixes(affixes: int) -> tuple[str, ...]:
    """Return the names of affix bits.

    >>> name_affixes(GENITIVE | PLURAL)
    ('gen', 'pl')
    """
    return tuple(name for bit, name in AFFIX_NAMES.items() if affixes & bit)
