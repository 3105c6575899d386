"""Know the names that reveal nobody wherever they stand, however they are spelt.

The settings say which: countries by their capitals, names in one of their spellings. The lines
of ``never.tsv`` add the other spellings, the inflected and the misspelt ones.
"""

from functools import lru_cache

from tacknamn.marking.tables import cues_of, rows
from tacknamn.policies.records import Revealing
from tacknamn.pseudonymizing.records import Found

__all__ = ["never"]


@lru_cache(maxsize=8)
def _names_never(settings: Revealing) -> frozenset[str]:
    """All spellings, lower-case, of the names that the settings leave."""
    names = set(settings.names)
    for country, spellings in rows("never.tsv", __file__):
        of_line = cues_of(spellings)
        if country in settings.countries or not settings.names.isdisjoint(of_line):
            names.update(of_line)
    return frozenset(names)


def never(text: str, one: Found, settings: Revealing) -> bool:
    """Whether a place or an institution reveals nobody wherever it stands."""
    if one.label == "country" and one.country in settings.countries:
        return True
    names = _names_never(settings)
    piece = text[one.start : one.end].lower()
    return (
        (one.base or piece).lower() in names or piece in names or piece.removesuffix("s") in names
    )
