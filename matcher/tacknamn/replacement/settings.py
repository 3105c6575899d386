"""What a sampler can draw, and the settings that a profile chooses."""

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
"""The first digits of a telephone number, by town."""
TRANSPORT_NR = "transport_nr"
"""The number of a bus or tram line: 1, 2, 3 in order of first mention."""
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
"""Labels that become A-skola, B-skola, as in the SweLL guidelines. Real schools and companies would
point at other people, and there is no list of them for each place."""
DRAWN_LABELS = tuple(
    sorted(map(str, (*NAME_LABELS, *PLACE_LABELS, *LETTERED_LABELS, TRANSPORT_NR)))
)
"""All labels that have replacements. Other labels are marked and kept (occupations), or changed by
rules that need no lists (dates)."""

UNINFLECTED_LABELS = (TELEPHONE_AREA, TRANSPORT_NR, Label.ZIP_CODE)
"""Numbers, which have no affixes and no letter case."""


def check_drawn_label(label: Label | str) -> str:
    """Return the label as a string; raise :class:`InputError` if it has no replacements."""
    if label not in DRAWN_LABELS:
        suggestion = suggest_names(str(label), DRAWN_LABELS)
        raise InputError(f"nothing is drawn for a label {str(label)!r}; {suggestion}")
    return str(label)


class Style(StrEnum):
    """Where replacements of places and names come from."""

    SWELL = "swell"
    """Frequent real names; one of the largest cities of the same country."""
    FAKE = "fake"
    """Like ``swell``, but invented towns in Sweden and A-stad, B-stad abroad: what a text says of
    its town may be false for another real town (COLING-2020 paper, section 3.5)."""
    SVALA = "svala"
    """SVALA's few fixed names and towns, the same in all texts, and A-land for countries."""
    LETTERS = "letters"
    """Frequent real names, but A-stad, A-region and A-land."""


class Extent(StrEnum):
    """The texts in which an original has the same pseudonym."""

    DOCUMENT = "document"
    """One text: no two originals share a pseudonym, and no pseudonym is already in the text."""
    CORPUS = "corpus"
    """All texts: names rotate, so that each text can be processed alone, in any order."""


@dataclass(frozen=True, slots=True)
class SamplerSettings:
    """The settings of a sampler, as a profile chooses them."""

    top: int = 50
    """Names of each list to draw from, the most frequent ones (COLING-2020 paper: 50)."""
    cities: int = 5
    """Cities of each country to draw from, the largest ones (COLING-2020 paper: 5)."""
    weighted: bool = False
    """Whether frequent names are drawn more often, in proportion to their frequency."""
    style: Style = Style.SWELL
    language: str = "sv"
    """Language of lettered placeholders: ``sv`` or ``en``."""
    kept: frozenset[str] = field(default_factory=frozenset)
    """Labels that the caller leaves in the text, so that what is drawn fits them: with countries
    kept, a city is replaced by one of the same country."""

    def __post_init__(self) -> None:
        for name in ("top", "cities"):
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                raise InputError(f"{name}={value!r}: give a whole number from 1")
        if self.language not in ("sv", "en"):
            raise InputError(f"language={self.language!r}: choose sv or en")
