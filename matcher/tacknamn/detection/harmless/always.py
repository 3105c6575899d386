"""Know the names that are harmless wherever they stand, however they are spelt.

The settings list them: countries by their codes, other names in one of their spellings. The lines of
``never.tsv`` add other spellings, inflected and misspelt ones.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from tacknamn.records import Detection
from tacknamn.support.tables import read_table, split_cues

__all__ = ["NOTHING_HARMLESS", "HarmlessSettings", "is_always_harmless"]


class HarmlessSettings(NamedTuple):
    """Which names a profile calls harmless."""

    countries: frozenset[str] = frozenset()
    """Countries that are always harmless, by their two-letter codes: SE (A5)."""
    names: frozenset[str] = frozenset()
    """Names that are always harmless, in lower case: Europa is too large (A2)."""
    context: bool = False
    """Whether other names are harmless if the text around them is about others (A2)."""


NOTHING_HARMLESS: Final = HarmlessSettings()
"""Any name may identify a person."""


@lru_cache(maxsize=8)
def _list_harmless_names(settings: HarmlessSettings) -> frozenset[str]:
    """Return all spellings, in lower case, of the names that the settings call harmless."""
    names = set(settings.names)
    for country, spellings in read_table(__file__, "never.tsv"):
        of_line = split_cues(spellings)
        if country in settings.countries or not settings.names.isdisjoint(of_line):
            names.update(of_line)
    return frozenset(names)


def is_always_harmless(text: str, detection: Detection, settings: HarmlessSettings) -> bool:
    """Return whether a place or an institution is harmless wherever it stands."""
    if detection.label == "country" and detection.country in settings.countries:
        return True
    names = _list_harmless_names(settings)
    form = text[detection.start : detection.end].lower()
    return (
        form in names
        or (bool(detection.base) and detection.base.lower() in names)
        or (form.endswith("s") and form[:-1] in names)
    )
