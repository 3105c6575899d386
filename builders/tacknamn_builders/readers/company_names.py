"""List the names of companies with and without their legal form.

A text has ``Skanska``, a register ``Skanska AB (publ)``. Both become entries: the registered name
in its ordinary spelling, and the name without the legal form.
"""

import re
from collections.abc import Iterator

__all__ = ["find_home_country", "has_legal_form", "list_company_names"]

_PUBLIC = re.compile(r"\s*\(\s*publ\.?\s*\)\.?\s*", re.IGNORECASE)

_HOMES = {
    "AB": "SE", "Aktiebolag": "SE", "Aktiebolaget": "SE", "HB": "SE", "Handelsbolag": "SE",
    "Handelsbolaget": "SE", "KB": "SE", "Kommanditbolag": "SE", "Kommanditbolaget": "SE",
    "Ek. för.": "SE", "Ekonomisk förening": "SE", "Ekonomiska föreningen": "SE",
    "Ek för": "SE", "Bankaktiebolag": "SE", "ASA": "NO", "A/S": "DK", "ApS": "DK", "Oyj": "FI",
    "Oy": "FI", "Abp": "FI", "hf.": "IS", "hf": "IS", "ehf.": "IS",
}  # fmt: skip
"""Legal forms that identify the company's country. A/S is Danish in all lists (Norwegian AS have no
listed shares, and are written without the stroke)."""

_ABROAD = (
    "Inc.", "Inc", "Incorporated", "Corp.", "Corp", "Corporation", "Co.", "Ltd.", "Ltd",
    "Limited", "plc", "p.l.c.", "p.l.c", "LLC", "L.P.", "LP", "AG", "Aktiengesellschaft", "GmbH",
    "KGaA", "SE", "S.A.", "SA", "NV", "N.V.", "SpA", "S.p.A.", "S.p.A", "AS", "A.S.", "Tbk",
    "Berhad", "Bhd", "Sp. z o.o.", "NV/SA", "SA/NV", "N.A.", "B.V.", "BV",
)  # fmt: skip

_BRANCH = re.compile(r",?\s*(Sverige\s+Filial|Stockholm\s+Filial|filial i Sverige)$", re.IGNORECASE)

_FORM = "|".join(re.escape(form) for form in sorted((*_HOMES, *_ABROAD), key=len, reverse=True))
_AFTER = re.compile(rf"(?:,\s*|\s+)({_FORM})$", re.IGNORECASE)
_BEFORE = re.compile(r"^(AB|Aktiebolaget|HB|Handelsbolaget|KB|Kommanditbolaget)\s+(?=\S)")

_HOME_OF_FORM = {form.lower(): home for form, home in _HOMES.items()}

_SHORTEST = 2
"""Minimum letters of a name: one letter (``A AB``) would match everywhere."""


def list_company_names(registered: str) -> Iterator[str]:
    """Yield the registered name in its ordinary spelling, then the name without legal form.

    >>> list(list_company_names("Skanska AB (publ)"))
    ['Skanska AB', 'Skanska']
    >>> list(list_company_names("Autoliv, Inc."))
    ['Autoliv, Inc.', 'Autoliv']
    """
    main = _PUBLIC.sub(" ", registered).strip()
    yield main
    short = _strip_legal_form(main)
    if short != main and len(short) >= _SHORTEST:
        yield short


def _strip_legal_form(name: str) -> str:
    """Strip a branch's country, legal forms at the end (``Co., Ltd.`` has two), then one in
    front."""
    name = _BRANCH.sub("", name)
    while match := _AFTER.search(name):
        name = name[: match.start()]
    return _BEFORE.sub("", name).strip(" ,")


def has_legal_form(name: str) -> bool:
    """Whether a name ends or begins with a legal form.

    >>> has_legal_form("Telenor ASA"), has_legal_form("CICOR TECHNOL.NAM. SF 10")
    (True, False)
    """
    name = _PUBLIC.sub(" ", name).strip()
    return bool(_AFTER.search(name) or _BEFORE.match(name))


def find_home_country(name: str) -> str:
    """Find the country of the legal form; empty if several countries have it.

    >>> find_home_country("Telenor ASA"), find_home_country("ABB Ltd")
    ('NO', '')
    """
    name = _PUBLIC.sub(" ", name).strip()
    match = _AFTER.search(name) or _BEFORE.match(name)
    return _HOME_OF_FORM.get(match[1].lower(), "") if match else ""
