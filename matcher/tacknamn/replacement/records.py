"""Input and output of the sampler: labels and settings, mentions, draws, and pseudonyms."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.matching.match import Match
from tacknamn.support.suggest import suggest_names
from tacknamn.text.languages import LANGUAGES

__all__ = [
    "DRAWN_LABELS",
    "FIRSTNAME_LABELS",
    "NAME_LABELS",
    "PLACE_LABELS",
    "TELEPHONE_AREA",
    "TRANSPORT_NR",
    "UNINFLECTED_LABELS",
    "Draw",
    "Extent",
    "Mention",
    "Pseudonym",
    "Record",
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
"""All labels that have replacements, sorted. Other labels are marked and kept (occupations), or changed by
rules that need no lists (dates)."""
_DRAWN = frozenset(DRAWN_LABELS)

UNINFLECTED_LABELS = (TELEPHONE_AREA, TRANSPORT_NR, Label.ZIP_CODE)
"""Numbers, which have no affixes and no letter case."""


def check_drawn_label(label: Label | str) -> str:
    """Return the label as a string; raise :class:`InputError` if it has no replacements."""
    if label not in _DRAWN:
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
    """One text: no two originals share a pseudonym, and no pseudonym is a name that stays in the text."""
    CORPUS = "corpus"
    """All texts: names rotate, so that each text can be processed alone, in any order."""


@dataclass(frozen=True, slots=True)
class SamplerSettings:
    """The settings of a sampler, as a profile chooses them."""

    top: int = 50
    """Names of each list to draw from, the most frequent ones (COLING-2020 paper: 50)."""
    cities: int = 30
    """Cities of each country to draw from, the largest ones. With the 5 of the COLING-2020 paper, who
    knows that a pseudonym is never the original guesses one of four."""
    weighted: bool = False
    """Whether frequent names are drawn more often, in proportion to their frequency."""
    style: Style = Style.SWELL
    language: str = "sv"
    """Language of lettered placeholders: ``sv`` or ``en``."""
    kept: frozenset[str] = field(default_factory=frozenset)
    """Labels that the caller leaves in the text, so that replacements fit them: with countries
    kept, a city is replaced by one of the same country."""

    def __post_init__(self) -> None:
        for name in ("top", "cities"):
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                raise InputError(f"{name}={value!r}: give a whole number from 1")
        if self.language not in LANGUAGES:
            raise InputError(f"language={self.language!r}: choose sv or en")


@dataclass(frozen=True, slots=True)
class Draw:
    """A replacement, and where it came from."""

    text: str
    """The replacement, in the requested form."""
    label: str
    base: str
    """The replacement without affixes, in its usual letter case."""
    affixes: tuple[str, ...] = ()
    """What ``text`` adds to ``base``: ``gen``, ``def``, ``pl``."""
    country: str = ""
    """Country code of two capitals, for a place."""
    parent: str = ""
    """The municipality, region or town in which it lies, for a place."""
    sources: tuple[str, ...] = ()
    """The sources that contain it; empty if it is invented."""
    entry: int | None = None
    """Its row in the bundle's entries; None if it is invented."""
    pool: int = 1
    """How many names the draw was made from; 0 if it is not known."""
    reason: str = ""
    """Why it was drawn, as a phrase."""
    is_kept: bool = False
    """Whether it is the original, because it stays. What is drawn never is."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Mention:
    """A piece of a text that names a person, place or institution."""

    text: str
    """The piece as written in the text."""
    label: str
    base: str
    """The name without affixes and with correct spelling. Mentions with the same base name the
    same entity."""
    affixes: tuple[str, ...] = ()
    """What the text adds to the base: ``gen``, ``def``, ``pl``."""
    country: str = ""
    """Country code of two capitals, if known."""
    parent: str = ""
    """The municipality, region or town in which it lies, if known."""
    town: str = ""
    """The city of the address it belongs to, if the caller knows it."""
    preposition: str = ""
    """The word before a country or city, if it may be one: *på Island*, *på Södermalm*, *i Norge*."""

    @classmethod
    def of(cls, match: Match) -> "Mention":
        """Make the mention that a match most probably is."""
        likeliest = match.candidates[0]
        return cls(
            match.form,
            likeliest.label,
            likeliest.form,
            match.affixes,
            likeliest.country,
            likeliest.parent,
        )

    def __repr__(self) -> str:
        """Represent the mention without its text, which may be private."""
        return f"Mention(label={str(self.label)!r})"


class Pseudonym(NamedTuple):
    """The replacement of one mention."""

    text: str
    """The replacement, in the form and letter case of the original."""
    label: str
    """The label under which the entity was first mentioned."""
    number: int
    """The number of the entity among those of its label, from 1 in order of first mention."""
    affixes: tuple[str, ...]
    """What ``text`` adds to the replacement's base: ``gen``, ``def``, ``pl``."""
    reason: str
    """Why it was drawn, and which affixes could not be made."""
    draw: Draw
    """The replacement in its base form, with pool and sources."""

    @property
    def base(self) -> str:
        """The replacement without affixes."""
        return self.draw.base

    @property
    def pool(self) -> int:
        """How many names the draw was made from; 0 if it is not known."""
        return self.draw.pool


@dataclass(frozen=True, slots=True)
class Record:
    """One replacement, as a vault stores it."""

    label: str
    """The label of what was replaced: ``firstname_female``."""
    original: str
    """The original, as a base form or as written in the text. The vault stores it unchanged."""
    pseudonym: str
    """The replacement in the text. Look-ups ignore its case."""
    document: str = ""
    """Name of the text that the record holds for; empty if it holds for all texts."""

    def fits(self, label: str | None, document: str | None) -> bool:
        """Whether the record has this label and holds for this document; None means any."""
        return label in (None, self.label) and (document is None or self.document in (document, ""))
