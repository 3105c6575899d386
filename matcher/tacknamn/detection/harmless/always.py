"""Know the names that reveal nobody wherever they stand, however they are spelt.

The settings say which: countries by their capitals, names in one of their spellings. The lines
of ``never.tsv`` add the other spellings, the inflected and the misspelt ones.
"""

from functools import lru_cache
from typing import NamedTuple

from tacknamn.records import Detection
from tacknamn.support.tables import read_table, split_cues

__all__ = ["NOTHING_HARMLESS", "HarmlessSettings", "is_always_harmless"]


class HarmlessSettings(NamedTuple):
    """Which detections a profile leaves in the text because they identify no person."""

    countries: frozenset[str] = frozenset()
    """Countries that are always harmless, by their two capitals: SE (A5)."""
    names: frozenset[str] = frozenset()
    """Names that are always harmless, lower-case: Europa is too large (A2)."""
    context: bool = False
    """Whether other names are left as well where their context shows that they are harmless (A2)."""


NOTHING_HARMLESS = HarmlessSettings()
"""Every detection may identify a person."""


@lru_cache(maxsize=8)
def _list_harmless_names(settings: HarmlessSettings) -> frozenset[str]:
    """All spellings, lower-case, of the names that the settings leave."""
    names = set(settings.names)
    for country, spellings in read_table(__file__, "never.tsv"):
        of_line = split_cues(spellings)
        if country in settings.countries or not settings.names.isdisjoint(of_line):
            names.update(of_line)
    return frozenset(names)


def is_always_harmless(text: str, one: Detection, settings: HarmlessSettings) -> bool:
    """Whether a place or an institution reveals nobody wherever it stands."""
    if one.label == "country" and one.country in settings.countries:
        return True
    names = _list_harmless_names(settings)
    piece = text[one.start : one.end].lower()
    return (
        (one.base or piece).lower() in names or piece in names or piece.removesuffix("s") in names
    )
