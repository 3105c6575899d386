"""Select GeoNames' names that occur in Swedish or English text, in their ordinary spelling.

The field contains names in every script, transliterations, airport codes and empty names::

    GOT, Göteborg, Gothenburg, Gøteborg, G'oteborg, ge de bao, gtbwrg, Гётеборг, ''

Names in Latin script that begin with a capital are kept; codes and transliterations are dropped.
For Swedish towns this is not enough, because Swedish texts do not contain most foreign names
(``Ehstersund``, ``Estocolmo``): only other spellings of the name are kept. A few main names are not
written in this form (``Zürich (Kreis 7) / Witikon``) and are shortened.
"""

import re
from collections.abc import Iterable

from rapidfuzz.distance import Levenshtein

__all__ = ["is_variant", "list_spellings", "list_variants", "split_place_names"]

# Latin letters with and without marks end at U+024F; Vietnamese and Welsh ones fill U+1E00-1EFF.
_LATIN = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"

_NAME = re.compile(rf"[{_LATIN}][{_LATIN} .’'-]*")
_LATIN_WORD = re.compile(rf"[{_LATIN}\d]")
_BRACKETS = re.compile(r"\s*\([^)]*\)?")
_SOFT_SIGN = re.compile(r"['’](?![A-ZÀ-ÖØ-Þ]|s\b)")
"""The apostrophe of Cyrillic and Chinese transliterations, ``Stokgol'm`` and ``Ch'ang-sha``.

Other apostrophes are before a capital or a final s: ``L'Aquila``, ``St John's``."""

_LONGEST_CODE = 4
"""Maximum letters of IATA and ICAO codes; longer words in capitals are names."""

_IN = " i "
_SWEDISH = re.compile(r"[a-zåäöé -]+", re.IGNORECASE)
_WORD_ENDS = re.compile(r"[ -]")
_OWN_LETTERS = re.compile(r"[åäö]", re.IGNORECASE)
_SHORTEST_SPELLING = 5
"""Minimum letters of a spelling; in shorter names one letter makes another name: Asa is not Åsa."""


def is_variant(name: str) -> bool:
    """Whether an alternate name is one that people write.

    ``Aba i Nigeria`` is the title of an article: people write two names.

    >>> forms = ("GOT", "Göteborg", "ge de bao", "Stokgol'm", "Aba i Nigeria")
    >>> [name for name in forms if is_variant(name)]
    ['Göteborg']
    """
    return (
        len(name) > 1
        and name[0].isupper()
        and _NAME.fullmatch(name) is not None
        and _SOFT_SIGN.search(name) is None
        and not name.isupper()
        and _IN not in name
    )


def list_variants(name: str, alternates: Iterable[str]) -> list[str]:
    """List the variants of ``name`` among its alternate names, each once."""
    picked = dict.fromkeys(alternate.strip() for alternate in alternates)
    return [alternate for alternate in picked if alternate != name and is_variant(alternate)]


def list_spellings(name: str, alternates: Iterable[str]) -> list[str]:
    """List other spellings of a Swedish ``name``: one letter differs, or half of it with å, ä or ö.

    >>> list_spellings("Karlskrona", ["Carlskrona", "Karlskruna", "Карлскруна", "Karlskronå stad"])
    ['Carlskrona', 'Karlskruna']
    """
    return [
        spelling for spelling in list_variants(name, alternates) if _is_spelling(name, spelling)
    ]


def _is_spelling(name: str, spelling: str) -> bool:
    if len(spelling) < _SHORTEST_SPELLING or not _SWEDISH.fullmatch(spelling):
        return False
    if len(_WORD_ENDS.findall(spelling)) != len(_WORD_ENDS.findall(name)):
        return False  # Anneberg i Småland
    furthest = len(spelling) // 2 if _OWN_LETTERS.search(spelling) else 1
    return Levenshtein.distance(name.lower(), spelling.lower(), score_cutoff=furthest) <= furthest


def split_place_names(name: str) -> list[str]:
    """Split GeoNames' name into the names that people write, the main name first.

    >>> [split_place_names(name)[0] for name in ("Zürich (Kreis 7) / Witikon", "Nadiad, Gujarat")]
    ['Witikon', 'Nadiad']
    >>> split_place_names("Biel/Bienne"), split_place_names("VILLA PERMATA")
    (['Biel', 'Bienne'], ['Villa Permata'])
    """
    place = _BRACKETS.sub("", name).rpartition(" / ")[2].partition(",")[0]
    words = place.split()
    latin = [word for word in words if _LATIN_WORD.search(word)]
    place = " ".join(latin or words)
    if place.isupper() and len(place) > _LONGEST_CODE:
        place = place.title()
    names = [part.strip() for part in place.split("/") if part.strip()]
    return names or [name.strip()]
