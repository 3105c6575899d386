"""Input and output of the sampler: mentions, draws, pseudonyms, and records for a vault."""

from dataclasses import dataclass

from tacknamn.matching.match import Match

__all__ = ["Draw", "Mention", "Pseudonym", "Record"]


@dataclass(frozen=True, slots=True)
class Draw:
    """A replacement, and where it came from."""

    text: str
    """The replacement in the form that was asked for."""
    label: str
    base: str
    """The replacement without affixes, in its usual letter case."""
    affixes: tuple[str, ...] = ()
    """What ``text`` adds to ``base``: ``gen``, ``def``, ``pl``."""
    country: str = ""
    """Country code of two capitals, for a place."""
    parent: str = ""
    """What it lies in: a municipality, a region, a town."""
    sources: tuple[str, ...] = ()
    """The sources that contain it; empty if it is invented."""
    entry: int | None = None
    """Its row in the bundle's entries; None if it is invented."""
    pool: int = 1
    """How many names the draw was made from."""
    reason: str = ""
    """Why it was drawn, in words."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Mention:
    """A piece of a text that names a person, place or institution."""

    text: str
    """The piece as written in the text."""
    label: str
    base: str
    """What is named, without affixes and with correct spelling. Mentions with the same base name
    the same entity."""
    affixes: tuple[str, ...] = ()
    """What the text adds to the base: ``gen``, ``def``, ``pl``."""
    country: str = ""
    """Country code of two capitals, if known."""
    parent: str = ""
    """What it lies in, if known."""
    town: str = ""
    """The city of the address it belongs to, if the caller knows it."""

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


@dataclass(frozen=True, slots=True)
class Pseudonym:
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
        """How many names the draw was made from."""
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
