"""What readers yield: small frozen records, one for each fact that a source states.

A reader is pure: ``read(folder) -> Iterator[Record]``. It opens the files of one source below
``folder``. It does not fetch, print, log, write or fold. Facts of several sources are joined later,
by :mod:`tacknamn_builders.merging`.
"""

from dataclasses import dataclass

from tacknamn.labels import Kind, Label

__all__ = [
    "LOST_LETTER",
    "EnglishWord",
    "Entry",
    "Inflection",
    "Parent",
    "Record",
    "Region",
    "Variant",
    "WordFrequency",
    "format_position",
]

LOST_LETTER = "\ufffd"
"""What stands for a letter that a publisher could not convert. Readers yield such names, so that they are
counted when :mod:`~tacknamn_builders.merging.usable_records` drops them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One name of one entity (a person's name, a place, an institution), as a source gives it."""

    form: str
    """The name in its proper case: ``Göteborg``, ``von Essen``, ``lärare``."""
    label: Label
    count: float = 0.0
    kind: Kind = Kind.NONE
    country: str = ""
    """ISO 3166-1 alpha-2 code, or empty where no country applies."""
    parent: str = ""
    """The region or town that contains it: a name, or a code that a Region names."""
    key: str = ""
    """Identity of the entity: entries with the same key are names of the same entity.

    ``geonames:2711537`` for places, ``country:SE``, ``lang:sv``; empty for personal names."""
    main: bool = True
    """Whether this is the entity's main name rather than a variant."""
    at: str = ""
    """Position, as ``SE 57.70716 11.96679`` (see :func:`format_position`): links it to a Parent."""


@dataclass(frozen=True, slots=True)
class Parent:
    """The region and the municipality at a position."""

    at: str
    region: str
    municipality: str = ""
    name: str = ""
    """The place's own local name, if the source has one."""


@dataclass(frozen=True, slots=True)
class Region:
    """The name of a region whose code entries give as their parent."""

    code: str
    """``SE.28`` (admin1) or ``SE.28.1480`` (admin2)."""
    name: str


@dataclass(frozen=True, slots=True)
class Variant:
    """Another name of an entity that another source describes."""

    key: str
    """The ``Entry.key`` of the entity."""
    form: str
    language: str = ""
    """ISO 639 code, if the source states one."""


@dataclass(frozen=True, slots=True)
class WordFrequency:
    """A word of ordinary text and its frequency."""

    form: str
    language: str
    """``sv`` or ``en``."""
    zipf: float
    """Log10 of its frequency per billion words: 3 is once in a million words, 7 is ``och``.

    0 where a source only lists the word."""


@dataclass(frozen=True, slots=True)
class Inflection:
    """An inflected form of a word, with its morphology."""

    form: str
    base: str
    tag: str
    """SUC-style: ``NN:BF:SIN:NOM:UTR``."""


@dataclass(frozen=True, slots=True)
class EnglishWord:
    """A form of an English word, as English writes it, with its part of speech."""

    form: str
    tag: str
    """Of the Penn Treebank: ``NN``, ``VBZ``, ``NNP``."""


Record = EnglishWord | Entry | Inflection | Parent | Region | Variant | WordFrequency


def format_position(country: str, latitude: float, longitude: float) -> str:
    """Format a position, so that sources with GeoNames' coordinates can be linked by it.

    >>> format_position("SE", 57.70716, 11.96679)
    'SE 57.70716 11.96679'
    """
    return f"{country} {latitude:.5f} {longitude:.5f}"
