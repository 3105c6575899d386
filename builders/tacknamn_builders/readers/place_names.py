"""Which of GeoNames' alternate names are worth finding in Swedish or English text.

The field mixes names in every script with transliterations, airport codes and blanks::

    GOT, Göteborg, Gothenburg, Gøteborg, G'oteborg, ge de bao, gtbwrg, Гётеборг, ''

Names in Latin script that begin with a capital are kept; codes and transliterations go.
"""

import re
from collections.abc import Iterable

__all__ = ["is_variant", "variants"]

# Latin letters with and without marks end at U+024F; Vietnamese and Welsh ones fill U+1E00-1EFF.
_LATIN = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"

_NAME = re.compile(rf"[{_LATIN}][{_LATIN} .()/’'-]*")
_SOFT_SIGN = re.compile(r"['’](?![A-ZÀ-ÖØ-Þ]|s\b)")
"""The apostrophe of Cyrillic and Chinese transliteration, ``Stokgol'm`` and ``Ch'ang-sha``.

Real ones stand before a capital or a final s: ``L'Aquila``, ``St John's``."""

_LONGEST_CODE = 4
"""IATA and ICAO codes have three and four letters. Few places of that length are written
in capitals only, and no Swedish one."""


def is_variant(name: str) -> bool:
    """Tell whether an alternate name is one that people write.

    >>> [name for name in ("GOT", "Göteborg", "ge de bao", "Stokgol'm") if is_variant(name)]
    ['Göteborg']
    """
    return (
        len(name) > 1
        and name[0].isupper()
        and _NAME.fullmatch(name) is not None
        and _SOFT_SIGN.search(name) is None
        and not (len(name) <= _LONGEST_CODE and name.isupper())
    )


def variants(name: str, alternates: Iterable[str]) -> list[str]:
    """Pick the variants of ``name`` among its alternate names, each once."""
    picked = dict.fromkeys(alternate.strip() for alternate in alternates)
    return [alternate for alternate in picked if alternate != name and is_variant(alternate)]
