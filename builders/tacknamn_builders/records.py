"""What readers yield: small frozen records, one per fact that a source states.

A reader is pure: ``read(folder) -> Iterator[Record]``. It opens the files of one source
below ``folder`` and neither fetches, prints, logs, writes nor folds. Joining facts of
several sources is the merger's work (:mod:`tacknamn_builders.merging.merge`).
"""

from dataclasses import dataclass

from tacknamn.labels import Kind, Label

__all__ = [
    "Entry",
    "Inflection",
    "Parent",
    "Record",
    "Region",
    "Variant",
    "WordFrequency",
    "format_position",
]


@dataclass(frozen=True, slots=True)
class Entry:
    """One name of one thing, as a source gives it."""

    form: str
    """The name in its proper case: ``Göteborg``, ``von Essen``, ``lärare``."""
    label: Label
    count: float = 0.0
    kind: Kind = Kind.NONE
    country: str = ""
    """ISO 3166-1 alpha-2 code, or empty where a country says nothing."""
    parent: str = ""
    """What it lies in: a region's or town's name, or a code that a Region names."""
    key: str = ""
    """Identity of the thing: names with one key are names of one thing.

    ``geonames:2711537`` for places, ``country:SE``, ``lang:sv``; empty for personal names."""
    main: bool = True
    """Whether this is the thing's main name rather than a variant."""
    at: str = ""
    """Where it lies, as ``SE 57.70716 11.96679`` (see :func:`format_position`): joins Parents."""


@dataclass(frozen=True, slots=True)
class Parent:
    """What lies at a position: the region and municipality of a place."""

    at: str
    region: str
    municipality: str = ""
    name: str = ""
    """The place's own local name, where the source gives one."""


@dataclass(frozen=True, slots=True)
class Region:
    """The name behind a code that entries give as their parent."""

    code: str
    """``SE.28`` (admin1) or ``SE.28.1480`` (admin2)."""
    name: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A further name of a thing that another source describes."""

    key: str
    """The Entry.key of the thing."""
    form: str
    language: str = ""
    """ISO 639 code, where the source states one."""


@dataclass(frozen=True, slots=True)
class WordFrequency:
    """A word of ordinary text and how common it is."""

    form: str
    language: str
    """``sv`` or ``en``."""
    zipf: float
    """Log10 of its frequency per billion words: 3 is once in a million, 7 is ``och``.

    0 where a source only says that the word exists."""


@dataclass(frozen=True, slots=True)
class Inflection:
    """An inflected form of a word, with its morphology."""

    form: str
    base: str
    tag: str
    """SUC-style: ``NN:BF:SIN:NOM:UTR``."""


Record = Entry | Inflection | Parent | Region | Variant | WordFrequency


def format_position(country: str, latitude: float, longitude: float) -> str:
    """Name a position so that sources which share GeoNames' coordinates meet.

    >>> position("SE", 57.70716, 11.96679)
    'SE 57.70716 11.96679'
    """
    return f"{country} {latitude:.5f} {longitude:.5f}"
