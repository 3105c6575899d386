"""Sweden's 21 counties under the three codes that sources use for them.

GeoNames numbers them its own way (``SE.28``), the post and the plates use letters (``O``),
and municipality codes begin with SCB's number (``1480`` lies in ``14``).
"""

from dataclasses import dataclass

from tacknamn.errors import SourceError

__all__ = ["COUNTIES", "County", "county_of_letter", "municipality_code"]


@dataclass(frozen=True, slots=True)
class County:
    """One county and its codes."""

    geonames: str
    """GeoNames' admin1 code: ``SE.28``."""
    letter: str
    number: str
    """SCB's, two digits: the first two of its municipalities' codes."""
    name: str
    """Without ``län``, as GeoNames has it: ``Västra Götaland``."""


COUNTIES = (
    County("SE.26", "AB", "01", "Stockholm"),
    County("SE.21", "C", "03", "Uppsala"),
    County("SE.18", "D", "04", "Södermanland"),
    County("SE.16", "E", "05", "Östergötland"),
    County("SE.08", "F", "06", "Jönköping"),
    County("SE.12", "G", "07", "Kronoberg"),
    County("SE.09", "H", "08", "Kalmar"),
    County("SE.05", "I", "09", "Gotland"),
    County("SE.02", "K", "10", "Blekinge"),
    County("SE.27", "M", "12", "Skåne"),
    County("SE.06", "N", "13", "Halland"),
    County("SE.28", "O", "14", "Västra Götaland"),
    County("SE.22", "S", "17", "Värmland"),
    County("SE.15", "T", "18", "Örebro"),
    County("SE.25", "U", "19", "Västmanland"),
    County("SE.10", "W", "20", "Dalarna"),
    County("SE.03", "X", "21", "Gävleborg"),
    County("SE.24", "Y", "22", "Västernorrland"),
    County("SE.07", "Z", "23", "Jämtland"),
    County("SE.23", "AC", "24", "Västerbotten"),
    County("SE.14", "BD", "25", "Norrbotten"),
)

_BY_LETTER = {county.letter: county for county in COUNTIES}
_BY_NUMBER = {county.number: county for county in COUNTIES}


def county_of_letter(letter: str, file: str) -> County:
    """Give the county of a letter that ``file`` uses."""
    try:
        return _BY_LETTER[letter]
    except KeyError:
        raise SourceError(f"{file}: no county has the letter {letter!r}") from None


def municipality_code(code: str, file: str) -> str:
    """Turn SCB's municipality code into GeoNames' admin2 code.

    >>> municipality_code("1480", "kommuner.csv")
    'SE.28.1480'
    """
    county = _BY_NUMBER.get(code[:2])
    if county is None or len(code) != 4:
        raise SourceError(f"{file}: {code!r} is not a Swedish municipality code")
    return f"{county.geonames}.{code}"
