"""Fold a whole text in bulk, and remember only where folding changed lengths.

The portable engine searches folded text and answers in characters of the text as it was
given. Nearly all characters fold one to one, so the text is folded as Latin-1 bytes by one
table; the odd places (letters outside Latin-1, ß, marks, invisible characters, runs of
blanks) are folded one by one and spliced in. Where such a place changes the length, the way
from places of the folded text to those of the text takes another turn; turns are looked up
for what was found only.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import AnyStr, NamedTuple

from tacknamn.fold import fold, fold_units, is_word_character, melts

__all__ = ["PADDING", "UNLIKE", "FoldedText", "borders"]

PADDING = "   "
"""Behind every folded text, so that looking at what follows a hit needs no test for the end."""
UNLIKE = "\1"
"""Stands in :attr:`FoldedText.cased` for what must be looked up in the text."""
_CACHED = 8
"""Longest odd place that is remembered: a quotation mark, a letter and its mark."""

Unit = tuple[str, int, int]
"""A folded piece and where it stands in the text."""


def _folds_alone(character: str) -> str:
    """What a character becomes by itself, if that is one character and no blank; else empty."""
    folded = "" if character.isspace() or melts(character) else fold(character)
    return folded if len(folded) == 1 else ""


def borders(folded: str) -> str:
    """The text with a blank for everything that is no part of a word."""
    return "".join(one if is_word_character(one) else " " for one in folded)


_LATIN = [chr(code) for code in range(256)]
_ODD_LATIN = "".join(
    one for one in _LATIN if not one.isspace() and not "" < _folds_alone(one) < "Ā"
)
"""Letters of Latin-1 that fold to several, to none, or out of Latin-1: soft hyphen, µ, ß."""
_FOLDED = bytes(
    32 if one.isspace() else 0 if one in _ODD_LATIN else ord(fold(one)) for one in _LATIN
)
_BORDERS = borders(_FOLDED.decode("latin-1")).encode("latin-1")
_ODD_BYTES = bytes(one in _ODD_LATIN for one in _LATIN)
_ODD_WIDE_BYTES = bytes(one in _ODD_LATIN + "?" for one in _LATIN)
"""Letters outside Latin-1 are encoded as question marks."""
_ODD = f"{_ODD_LATIN}Ā-\U0010ffff"
_ODD_RUN = re.compile(f"[{_ODD}]+")
_ODD_OR_BLANK_RUN = re.compile(rf"[\s{_ODD}]*")
_BLANK_RUN = re.compile("  +")


class _Splice(NamedTuple):
    """An odd place of the text, and what to put there."""

    start: int
    end: int
    folded: str
    borders: str
    """The same with a blank for everything that is no part of a word."""
    units: tuple[Unit, ...] | None
    """Its pieces, from its start; None where it folds one to one."""


class FoldedText:
    """A text with its folded twin."""

    __slots__ = (
        "_end_shifts",
        "_origin",
        "_start_shifts",
        "_text",
        "_turns",
        "borders",
        "cased",
        "folded",
    )

    def __init__(self, text: str, begin: int, end: int) -> None:
        """Fold the text from ``begin`` to ``end``."""
        self._text = text
        self._origin = begin
        self._turns: list[int] = []
        self._start_shifts = [begin]
        self._end_shifts = [begin]
        text = text[begin:end]
        raw, odd = _encoded(text)
        self.folded = raw.translate(_FOLDED).decode("latin-1")
        """The folded text, and :data:`PADDING`."""
        self.borders = raw.translate(_BORDERS).decode("latin-1")
        """The folded text with a blank for everything that is no part of a word."""
        self.cased = text
        """The text before its capitals were folded, place by place like the folded one."""
        splices = list(_splices(text, self.folded, odd))
        if splices:
            self._splice(splices)
        self.folded += PADDING

    def starts(self, places: list[int]) -> list[int]:
        """Where in the text the pieces begin that these places of the folded text belong to."""
        turns, shifts = self._turns, self._start_shifts
        if not turns:
            return _shifted(places, self._origin)
        return [place + shifts[bisect_right(turns, place)] for place in places]

    def ends(self, places: list[int]) -> list[int]:
        """Where in the text the pieces end that end at these places of the folded text."""
        turns, shifts = self._turns, self._end_shifts
        if not turns:
            return _shifted(places, self._origin)
        return [place + shifts[bisect_right(turns, place - 1)] for place in places]

    def given(self, begin: int, end: int) -> str:
        """These places of the folded text as they were given."""
        (start,), (behind,) = self.starts([begin]), self.ends([end])
        return self._text[start:behind]

    def before(self, place: int) -> tuple[str, int]:
        """The text, and where in it a place of the folded text is."""
        return self._text, self.starts([place])[0]

    def _splice(self, splices: list[_Splice]) -> None:
        plain, spaced, given = self.folded, self.borders, self.cased
        folded: list[str] = []
        borders: list[str] = []
        cased: list[str] = []
        done = size = 0
        for start, end, piece, piece_borders, units in splices:
            folded += plain[done:start], piece
            borders += spaced[done:start], piece_borders
            cased += given[done:start], UNLIKE * len(piece)
            size += start - done
            if units is not None:
                self._turn(units, start, size)
                self._turn_to(size + len(piece), end, end + 1)
            size += len(piece)
            done = end
        self.folded = "".join([*folded, plain[done:]])
        self.borders = "".join([*borders, spaced[done:]])
        self.cased = "".join([*cased, given[done:]])

    def _turn(self, units: tuple[Unit, ...], start: int, place: int) -> None:
        """Every character of these pieces, from ``place`` on, stands for its whole piece."""
        for folded, unit_start, unit_end in units:
            for _ in folded:
                self._turn_to(place, start + unit_start, start + unit_end)
                place += 1

    def _turn_to(self, place: int, start: int, end: int) -> None:
        """From this place on characters begin and end as this one, each one further."""
        shift = self._origin - place
        self._turns.append(place)
        self._start_shifts.append(start + shift)
        self._end_shifts.append(end + shift - 1)


def _shifted(places: list[int], shift: int) -> list[int]:
    return [place + shift for place in places] if shift else places


def _encoded(text: str) -> tuple[bytes, bytes]:
    """The text as Latin-1, and as many bytes with a 1 where it is odd, or may be."""
    if text.isascii():
        return text.encode("ascii"), b""
    try:
        raw = text.encode("latin-1")
    except UnicodeEncodeError:
        raw = text.encode("latin-1", "replace")
        return raw, raw.translate(_ODD_WIDE_BYTES)
    is_odd = any(letter in text for letter in _ODD_LATIN)
    return raw, raw.translate(_ODD_BYTES) if is_odd else b""


def _splices(text: str, folded: str, odd: bytes) -> Iterator[_Splice]:
    """The odd places of a text and its runs of blanks, from left to right."""
    nowhere = len(text)
    done = 0
    mark, blank = _find(odd, b"\1", 0, nowhere), _find(folded, "  ", 0, nowhere)
    while mark < nowhere or blank < nowhere:
        splice = blanks = None
        if blank < mark:
            blanks = _blank_splice(folded, blank)
        if mark < nowhere and (blanks is None or blanks.end == mark):
            splice = _odd_splice(text, mark, done)
            if splice is None:  # a real question mark
                mark = _find(odd, b"\1", mark + 1, nowhere)
        if blanks is not None and (splice is None or blanks.end <= splice.start):
            yield blanks
            done = blanks.end
        if splice is not None:
            yield splice
            done = splice.end
        if mark < done:
            mark = _find(odd, b"\1", done, nowhere)
        if blank < done:
            blank = _find(folded, "  ", done, nowhere)


def _find(where: AnyStr, what: AnyStr, start: int, nowhere: int) -> int:
    place = where.find(what, start)
    return nowhere if place < 0 else place


def _blank_splice(folded: str, start: int) -> _Splice:
    match = _BLANK_RUN.match(folded, start)
    assert match is not None  # it was found there
    return _Splice(start, match.end(), " ", " ", ())


def _odd_splice(text: str, mark: int, done: int) -> _Splice | None:
    """The odd place that begins here or, with what belongs to it, before; None: there is none."""
    match = _ODD_RUN.match(text, mark)
    if match is None:
        return None
    end = match.end()
    if end - mark <= _CACHED:
        folded = _one_to_one(match[0])
        if folded:
            return _Splice(mark, end, folded, _cached_borders(folded), None)
    start = mark
    if start > done and not text[start - 1].isspace():
        start -= 1  # a mark may melt with the letter before it
    while start > done and text[start - 1].isspace():
        start -= 1
    blanks = _ODD_OR_BLANK_RUN.match(text, end)
    assert blanks is not None  # it matches nothing, too
    place = text[start : blanks.end()]
    units = _cached_units(place) if len(place) <= _CACHED else _units(place)
    folded = "".join(folded for folded, _, _ in units)
    return _Splice(start, blanks.end(), folded, borders(folded), units)


@lru_cache(maxsize=4096)
def _one_to_one(run: str) -> str:
    """A run of odd characters folded, if each becomes one character; else empty."""
    folded = "".join(map(_folds_alone, run))
    return folded if len(folded) == len(run) else ""


def _units(place: str) -> tuple[Unit, ...]:
    """The pieces of an odd place, runs of blanks made one."""
    units: list[Unit] = []
    for unit in fold_units(place):
        if not (units and units[-1][0] == unit[0] == " "):
            units.append(unit)
    return tuple(units)


_cached_units = lru_cache(maxsize=4096)(_units)
_cached_borders = lru_cache(maxsize=4096)(borders)
