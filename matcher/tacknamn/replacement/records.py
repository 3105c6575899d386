"""What goes into the sampler and what comes out: mentions, draws, pseudonyms."""

from dataclasses import dataclass

from tacknamn.matching.match import Match

__all__ = ["Draw", "Mention", "Pseudonym"]


@dataclass(frozen=True, slots=True)
class Draw:
    """A replacement, and where it came from."""

    text: str
    """The replacement in the form that is wanted."""
    label: str
    base: str
    """The replacement without affixes, in its usual letter case."""
    affixes: tuple[str, ...] = ()
    """What ``text`` adds to ``base``: ``gen``, ``def``, ``pl``."""
    country: str = ""
    """Two capitals, where it lies somewhere."""
    parent: str = ""
    """What it lies in: a municipality, a region, a town."""
    sources: tuple[str, ...] = ()
    """The sources that have it; empty where it was made up."""
    entry: int | None = None
    """Its row among the bundle's entries; None where it was made up."""
    pool: int = 1
    """How many names the draw was made from."""
    reason: str = ""
    """Why this one, in words."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Mention:
    """One place of a text where somebody or something is named."""

    text: str
    """As it stands in the text."""
    label: str
    base: str
    """What is named, without affixes and rightly spelt: mentions of one base are one thing."""
    affixes: tuple[str, ...] = ()
    """What the text adds to the base: ``gen``, ``def``, ``pl``."""
    country: str = ""
    """Two capitals, where it is known."""
    parent: str = ""
    """What it lies in, where it is known."""
    town: str = ""
    """The city of the address it belongs to, where the caller knows it."""

    @classmethod
    def of(cls, match: Match) -> "Mention":
        """What a hit most probably names."""
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
        """Without the text, which may be anybody's private life."""
        return f"Mention(label={str(self.label)!r})"


@dataclass(frozen=True, slots=True)
class Pseudonym:
    """What stands in for one mention."""

    text: str
    """The replacement, in the form and letter case of the original."""
    label: str
    """The label under which the original was first named."""
    number: int
    """Which original of this label it is, from 1 in order of first mention."""
    affixes: tuple[str, ...]
    """What ``text`` adds to the replacement's base: ``gen``, ``def``, ``pl``."""
    reason: str
    """Why this one, and which affixes could not be made."""
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
