"""The preposition that each country has: *på Island*, *i Norge*.

The text around a name stays. So a country that follows *på* is replaced by one that does, else the
sentence would be wrong, and show that a name was replaced. Prepositions that all countries share (*från*)
say nothing.
"""

from functools import lru_cache

from tacknamn.support.tables import read_table

__all__ = ["choose_preposition", "get_preposition", "read_preposition_before"]

_USUAL = "i"
"""The preposition of countries that the table does not name, where it names others."""
_LONGEST = 6
"""Characters that a preposition and the blanks around it may have."""


@lru_cache(maxsize=4)
def _read_prepositions(language: str) -> dict[str, str]:
    """Return the preposition of each country that has not the usual one."""
    return {
        country: preposition
        for of_language, preposition, countries in read_table(__file__, "prepositions.tsv")
        if of_language == language
        for country in countries.split()
    }


def get_preposition(country: str, language: str) -> str:
    """Return the preposition of a country; empty if all countries of the language have the same.

    >>> get_preposition("IS", "sv"), get_preposition("NO", "sv"), get_preposition("IS", "en")
    ('på', 'i', '')
    """
    others = _read_prepositions(language)
    return others.get(country, _USUAL) if others else ""


def choose_preposition(before: set[str], language: str) -> str:
    """Return the preposition with which a text tells where a country is; empty if it has none.

    *I Kuba* and *på Kuba* are both written, so *på* decides where a text has both."""
    others = set(_read_prepositions(language).values())
    named = before & others
    return min(named) if named else _USUAL if others and _USUAL in before else ""


def read_preposition_before(text: str, start: int) -> str:
    """Return the short word before a name, in lower case; empty if there is none."""
    before = text[max(0, start - _LONGEST) : start]
    if before[-1:] not in (" ", "\u00a0"):
        return ""
    word = before.rstrip().rpartition(" ")[2]
    return word.lower() if word.isalpha() and len(word) < _LONGEST - 1 else ""
