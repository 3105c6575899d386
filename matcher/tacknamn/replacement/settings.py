"""What a sampler draws, and how: the choices that a profile makes."""

from dataclasses import dataclass, field
from enum import StrEnum

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.support.suggest import suggest_names

__all__ = [
    "DRAWN_LABELS",
    "FIRSTNAME_LABELS",
    "NAME_LABELS",
    "PLACE_LABELS",
    "TELEPHONE_AREA",
    "TRANSPORT_NR",
    "UNINFLECTED_LABELS",
    "Extent",
    "SamplerSettings",
    "Style",
    "check_drawn_label",
]

FIRSTNAME_LABELS = (Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.FIRSTNAME_UNKNOWN)
NAME_LABELS = (*FIRSTNAME_LABELS, Label.SURNAME)
TELEPHONE_AREA = "telephone_area"
"""The digits that a telephone number begins with, by town."""
TRANSPORT_NR = "transport_nr"
"""The number of a line: 1, 2, 3 in order of first mention."""
PLACE_LABELS = (
    Label.CITY,
    Label.COUNTRY,
    Label.PLACE,
    Label.REGION,
    Label.ZIP_CODE,
    TELEPHONE_AREA,
)
LETTERED_LABELS = (
    Label.AREA,
    "country_of_origin",
    Label.GEO,
    Label.OTHER_INSTITUTION,
    Label.PUBLIC_AUTHORITY,
    Label.SCHOOL,
    Label.TRANSPORT_NAME,
    Label.WORK,
)
"""A-skola, B-skola: seed A's way with institutions and lines. Real schools and companies
would point at somebody else, and there is no list of them to fit a place."""
DRAWN_LABELS = tuple(
    sorted(map(str, (*NAME_LABELS, *PLACE_LABELS, *LETTERED_LABELS, TRANSPORT_NR)))
)
"""All labels there are replacements for. What else the lexicon knows is marked and kept
(occupations), or changed by rules that need no lists (dates)."""


UNINFLECTED_LABELS = (TELEPHONE_AREA, TRANSPORT_NR, Label.ZIP_CODE)
"""Numbers, which have neither affixes nor capitals."""


def check_drawn_label(label: Label | str) -> str:
    """The label of that name, if there are replacements for it."""
    if label not in DRAWN_LABELS:
        told = suggest_names(str(label), DRAWN_LABELS)
        raise InputError(f"nothing is drawn for a label {str(label)!r}; {told}")
    return str(label)


class Style(StrEnum):
    """Where replacements of places and names come from."""

    SWELL = "swell"
    """Frequent real names; one of the largest cities of the same country."""
    FAKE = "fake"
    """The same, but invented towns in Sweden and A-stad, B-stad abroad: what a text says of
    a town need not be true of another one (COLING paper, 3.5)."""
    SVALA = "svala"
    """SVALA's few fixed names and towns, the same in all texts, and A-land for countries."""
    LETTERS = "letters"
    """Frequent real names, but A-stad, A-region and A-land."""


class Extent(StrEnum):
    """How far a pseudonym reaches."""

    DOCUMENT = "document"
    """One text: no two originals share a pseudonym, and none stands in the text already."""
    CORPUS = "corpus"
    """All texts: names rotate, so that each text can be worked on alone, in any order."""


@dataclass(frozen=True, slots=True)
class SamplerSettings:
    """The choices of a profile."""

    top: int = 50
    """Names of each list to draw from, the most borne ones (seed D: top 50 per list)."""
    cities: int = 5
    """Cities of each country to draw from, the largest ones (seed D: five)."""
    weighted: bool = False
    """Whether frequent names are drawn more often, as in life."""
    style: Style = Style.SWELL
    language: str = "sv"
    """Of lettered placeholders: ``sv`` or ``en``."""
    kept: frozenset[str] = field(default_factory=frozenset)
    """Labels that the caller leaves in the text: a city then fits the country that stays."""

    def __post_init__(self) -> None:
        for name in ("top", "cities"):
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                raise InputError(f"{name}={value!r}: give a whole number from 1")
        if self.language not in ("sv", "en"):
            raise InputError(f"language={self.language!r}: choose sv or en")
