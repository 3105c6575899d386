"""Find coordinates: in degrees (59°19'45"N 18°4'7"E), decimals (59.3293, 18.0686) and in Swedish grids.

A pair of decimals needs four digits after the point, or three after a word such as *koordinater* or *lat*.
Without such a word it must lie in the north of Europe, because pairs of decimals fill the tables of
research. The numbers of a grid (SWEREF 99, RT 90) have seven digits to the north, six or seven to the
east, and a word or letter that says so.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitRun
from tacknamn.detection.patterns.rulebook import SentenceContext, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["find_coordinates", "find_degrees"]

_RULE = "coordinates"
_SIDE = "[NSEWÖVOnsewövo]"
_MINUTES = (
    r"(?:\d{1,2}(?:[.,]\d{1,6})?\s?['′’´]\s?(?:\d{1,2}(?:[.,]\d{1,6})?\s?(?:[\"″”]|''|’’)\s?)?)"
)
_ANGLE = rf"(?:{_SIDE}\s?)?[-−]?\d{{1,3}}(?:[.,]\d{{1,8}})?\s?[°º]\s?{_MINUTES}?(?:{_SIDE}(?!\w))?"
_DEGREES = compile_lazily(rf"(?<!\w)({_ANGLE})(?:\s?[,;/]\s?|\s?(?:och|and)\s|\s)?({_ANGLE})(?!\w)")
_HAS_SIDE = compile_lazily(rf"{_SIDE}\s?\Z|\A{_SIDE}|['′’´]")
_REACH = 40
"""Characters of an angle, and of what stands between two."""
_SIDE_AFTER = rf"°?(?:\s?{_SIDE}(?!\w))?"
_DECIMALS = compile_lazily(
    rf"(?P<north>[-−]?\d{{1,2}}[.,]\d{{3,}}){_SIDE_AFTER}(?:\s?[,;/&]\s?|\s)"
    rf"(?:(?:lo|lng|lon|long|longitud|longitude|och|and)\s?[:=]?\s?)?(?:{_SIDE}\s?)?"
    rf"(?P<east>[-−]?\d{{1,3}}[.,]\d{{3,}}){_SIDE_AFTER}(?!\w|[.,]\d)",
    re.IGNORECASE,
)
_FEW, _MANY = 3, 4
"""Digits after the point, with and without a word for coordinates."""
_NORTH, _EAST = (54.0, 72.0), (4.0, 32.0)
_GRID = compile_lazily(
    r"[67]\d{6}(?:[.,]\d{1,3})?(?:\s?[,;/]\s?|\s)(?:[EYey](?:öst|ast)?\s?[:=]?\s?)?"
    r"(?:[1-9]\d{5}|1\d{6})(?:[.,]\d{1,3})?(?!\d)"
)
_NORTHING = 7
_AXIS = compile_lazily(r"(?<!\w)(?:[NXnx]|[Nn]orr|[Nn]orth)\s?[:=]?\s?\Z")
_LONGEST_AXIS = 8
"""Characters of a letter or word for the axis, with its sign."""
_NEAR = 5
"""Words before the numbers in which one must name them."""


def find_degrees(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the two angles of which the sign of degrees at ``start`` belongs to one."""
    text = normalized.text
    for match in _DEGREES.finditer(text, max(0, start - _REACH), min(len(text), end + _REACH)):
        is_place = all(_HAS_SIDE.search(match.group(angle)) for angle in (1, 2))
        if is_place and match.start() <= start < match.end():
            yield propose(_RULE, *match.span())


def find_coordinates(normalized: NormalizedText, runs: list[DigitRun]) -> Iterator[Alternative]:
    """Find pairs of decimals and of the numbers of a grid."""
    text, reach = normalized.text, 0
    for at in range(len(runs) - 1):
        start, end = runs[at]
        if start < reach:
            continue
        after, last = runs[at + 1]
        found = None
        if end - start <= _FEW and after - end == 1 and last - after >= _FEW:
            found = _find_decimals(normalized, start)
        elif end - start == _NORTHING and text[start] in "67":
            found = _find_grid(normalized, start)
        if found is not None:
            reach = found.end
            yield found


def _find_decimals(normalized: NormalizedText, start: int) -> Alternative | None:
    text = normalized.text
    begin = start - (
        text[start - 1 : start] in ("-", "−") and not text[start - 2 : start - 1].isalnum()
    )
    match = _DECIMALS.match(text, begin)
    if match is None:
        return None
    north, east = _read(match["north"]), _read(match["east"])
    if abs(north) > 90 or abs(east) > 180:
        return None
    if not _is_named(normalized, begin, match.end()):
        is_near = _NORTH[0] <= north <= _NORTH[1] and _EAST[0] <= east <= _EAST[1]
        if not is_near or min(map(_count_decimals, match.group("north", "east"))) < _MANY:
            return None
    return propose(_RULE, begin, match.end())


def _read(number: str) -> float:
    return float(number.replace(",", ".").replace("−", "-"))


def _count_decimals(number: str) -> int:
    return len(number) - 1 - number.replace(",", ".").index(".")


def _find_grid(normalized: NormalizedText, start: int) -> Alternative | None:
    match = _GRID.match(normalized.text, start)
    if match is None:
        return None
    has_axis = _AXIS.search(normalized.text, max(0, start - _LONGEST_AXIS), start) is not None
    is_coordinate = has_axis or _is_named(normalized, start, match.end())
    return propose(_RULE, start, match.end()) if is_coordinate else None


def _is_named(normalized: NormalizedText, start: int, end: int) -> bool:
    """Return whether one of the nearest words speaks of coordinates."""
    words = SentenceContext(normalized, start, end).words_before
    return not get_word_group("coordinates").isdisjoint(words[-_NEAR:])
