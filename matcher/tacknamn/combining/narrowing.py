"""Cut a person's name out of what a backend found around it, and two names apart.

Models that read sentences find *Bo Lind and*, *and Bo*, *Ek 1981*, *Mrs Ek* and *Anna Ek and Bo
Lind*. A union with them would cover names that another backend has found precisely with more than
the name. What goes is nobody's name: conjunctions, numbers behind a name, forms of address and
relatives in front of it, where a name is left. Other words without capitals stay, whatever they
are: people write names without, too.
"""

import re
from collections.abc import Iterable, Iterator

from tacknamn.backends.protocol import Mention

__all__ = ["narrowed"]

NAME = "PER"
_CONJUNCTIONS = "and|or|och|samt|eller|&"
_BETWEEN = re.compile(rf"\s(?:{_CONJUNCTIONS})(?=\s)")
_NUMBERS = r"\d{1,4}(?:[.,:/–-]\d{1,4})?[.,:/–-]?"
"""Of years, ages, results; a longer one may be somebody's, and stays hidden."""
_LAST = re.compile(rf"\s(?:{_CONJUNCTIONS}|{_NUMBERS}|[–—-]+)\Z")
_ALL = re.compile(rf"{_CONJUNCTIONS}|{_NUMBERS}|(?:Mr|Mrs|Ms|Dr|Prof|Fru)\.?")
_ADDRESSES = (
    "Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Dame|Herr|Fru|Fröken"
    "|[Aa]dmiral|[Aa]mbassador|[Cc]aptain|[Cc]hairman|[Cc]oach|[Cc]olonel|[Cc]ommander|[Dd]irektör"
    "|[Dd]octor|[Dd]oktor|[Gg]overnor|[Kk]apten|[Ll]ieutenant|[Mm]inister|[Pp]resident|[Pp]rofessor"
    "|[Ss]ecretary|[Ss]enator|[Ss]ergeant|[Ss]tatsminister|[Tt]ränare"
)
_RELATIVES = (
    "aunt|brother|cousin|daughter|father|husband|mother|nephew|niece|sister|uncle|wife"
    "|dotter|farbror|farfar|farmor|faster|fru|kusin|mamma|morbror|morfar|mormor|moster|pappa"
)
"""In small letters. Both are without what many people are called: Bror, Chancellor, Dean, General,
Judge, King, Major, Make, Prins, Syster."""
_FIRST = re.compile(
    rf"(?:(?:{_ADDRESSES})\.?|{_RELATIVES})\s+(?=[^\W\d_])|(?:{_CONJUNCTIONS})(?=\s)"
)
LONGEST = 20
"""Characters at the end in which one of these words is looked for."""


def narrowed(text: str, mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions, those of persons without what is none.

    >>> text = "Mrs Ek and Bo Lind 1981 came."
    >>> [text[one.start : one.end] for one in narrowed(text, [Mention(0, 23, "PER")])]
    ['Ek', 'Bo Lind']
    """
    found: list[Mention] = []
    for one in mentions:
        found += _parts(text, one) if one.label == NAME else [one]
    return found


def _parts(text: str, one: Mention) -> Iterator[Mention]:
    start = one.start
    for between in _BETWEEN.finditer(text, one.start, one.end):
        yield from _ends(text, one._replace(start=start, end=between.start()))
        start = between.end()
    yield from _ends(text, one._replace(start=start))


def _ends(text: str, one: Mention) -> Iterator[Mention]:
    start, end = _without_blanks(text, one.start, one.end)
    while first := _FIRST.match(text, start, end):
        start, end = _without_blanks(text, first.end(), end)
    while last := _LAST.search(text, max(start, end - LONGEST), end):
        start, end = _without_blanks(text, start, last.start())
    if start < end and not _ALL.fullmatch(text, start, end):
        yield one._replace(start=start, end=end)


def _without_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
