"""Call labels by the classes of most gold sets, and join what belongs together in them.

First name, middle name and surname are one PER, a street and its number one LOC, so are a
postal code and its town, and the parts of a date are one DATE. Nothing but blanks may stand
between them, behind an initial also its full stop.
"""

from functools import cache

__all__ = ["coarse_label", "joined"]

Row = tuple[int, int, str, float]
"""Start, end, label, probability."""
_BLANKS = frozenset((" ", "\u00a0"))
_NAMES = frozenset(
    ("firstname_female", "firstname_male", "firstname_unknown", "initials", "middlename", "surname")
)
_DATES = frozenset(("date_digits", "day", "month_digit", "month_word", "year"))
_PAIRS = frozenset((("place", "street_nr"), ("zip_code", "city")))


def joined(text: str, rows: list[Row]) -> list[Row]:
    """Rows by their classes, those that belong together as one; the surest part counts.

    >>> joined("Elsa Lind, Storgatan 5", [(0, 4, "firstname_female", 0.9),
    ...     (5, 9, "surname", 0.8), (11, 20, "place", 1.0), (21, 22, "street_nr", 1.0)])
    [(0, 9, 'PER', 0.9), (11, 22, 'LOC', 1.0)]
    """
    found: list[Row] = []
    last = ""
    for start, end, label, probability in rows:
        if found and _belong(last, label) and _is_gap(text, found[-1][1], start, last):
            before = found[-1]
            found[-1] = (before[0], end, before[2], max(before[3], probability))
        else:
            found.append((start, end, coarse_label(label), probability))
        last = label
    return found


def coarse_label(label: str) -> str:
    """The class of a label; one without a class keeps its name."""
    return _classes().get(label, label)


def _belong(one: str, other: str) -> bool:
    if one in _NAMES:
        return other in _NAMES
    return (one in _DATES and other in _DATES) or (one, other) in _PAIRS


def _is_gap(text: str, end: int, start: int, before: str) -> bool:
    gap = text[end:start]
    if gap in _BLANKS:
        return True
    return before == "initials" and gap in (".", ". ", ".\u00a0")


@cache
def _classes() -> dict[str, str]:
    from tacknamn.evaluating.mapping import read_mapping

    return read_mapping("coarse")
