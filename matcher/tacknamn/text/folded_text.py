"""Fold a whole text in bulk, and remember only where folding changed lengths.

The portable engine searches folded text and answers in characters of the text as it was
given. Nearly all characters fold one to one into Latin-1, so the text is folded as bytes by
one table; what is odd is put in afterwards (:mod:`tacknamn.text.latin1_exceptions`), and runs of blanks
become one. Where that changes the length, the way from places of the folded text to those of
the text takes another turn; turns are looked up for what was found only.
"""

from bisect import bisect_right
from collections.abc import Iterator

from tacknamn.text.latin1_exceptions import (
    BORDER_TABLE,
    ENCODING_ERRORS,
    FOLD_TABLE,
    ODD,
    FoldedUnit,
    LengthChange,
    blank_separators,
    find_length_changes,
    fold_letters,
)

__all__ = ["PADDING", "UNLIKE", "FoldedText", "blank_separators"]

PADDING = "   "
"""Behind every folded text, so that looking at what follows a hit needs no test for the end."""
UNLIKE = "\1"
"""Stands in :attr:`FoldedText.cased` for what must be looked up in the text."""
_TWO_BLANKS = b"  "

TextCut = tuple[int, int, str]
"""A part of the text that keeps its length, from ... to ..., and what is put in behind it."""


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
        self.cased = text[begin:end]
        """The text before its capitals were folded, place by place like the folded one."""
        raw = self.cased.encode("latin-1", ENCODING_ERRORS).translate(FOLD_TABLE)
        self.folded = raw.decode("latin-1")
        """The folded text, and :data:`PADDING`."""
        self.borders = raw.translate(BORDER_TABLE).decode("latin-1")
        """The folded text with a blank for everything that is no part of a word."""
        odd = find_length_changes(self.cased, self._put_letters_in(raw))
        if odd or _TWO_BLANKS in raw:
            self._change_lengths(raw, odd)
        self.folded += PADDING

    def start(self, place: int) -> int:
        """Where in the text the piece begins that this place of the folded text belongs to."""
        return place + self._start_shifts[bisect_right(self._turns, place)]

    def end(self, place: int) -> int:
        """Where in the text the piece ends that ends at this place of the folded text."""
        return place + self._end_shifts[bisect_right(self._turns, place - 1)]

    def turns(self) -> Iterator[tuple[int, int, int]]:
        """What to add to places where something begins and ends, and up to where."""
        behind = [*self._turns, len(self.folded)]
        return zip(self._start_shifts, self._end_shifts, behind, strict=True)

    def given(self, begin: int, end: int) -> str:
        """These places of the folded text as they were given."""
        return self._text[self.start(begin) : self.end(end)]

    def between(self, end: int, begin: int) -> str:
        """What was given between a word that ends and one that begins at these places."""
        return self._text[self.end(end) : self.start(begin)]

    def before(self, place: int) -> tuple[str, int]:
        """The text, and where in it a place of the folded text is."""
        return self._text, self.start(place)

    def _put_letters_in(self, raw: bytes) -> list[int]:
        """Put letters outside Latin-1 into the folded text; gives where else it is odd."""
        plain, spaced = self.folded, self.borders
        odd: list[int] = []
        folded: list[str] = []
        words: list[str] = []
        done = words_done = 0
        mark = raw.find(ODD)
        while mark >= 0:
            end = mark + 1
            while raw[end : end + 1] == ODD:
                end += 1
            run, run_words = fold_letters(self.cased[mark:end])
            if not run:
                odd.append(mark)
            else:
                folded += plain[done:mark], run
                done = end
                if run_words:
                    words += spaced[words_done:mark], run_words
                    words_done = end
            mark = raw.find(ODD, end)
        self.folded = "".join([*folded, plain[done:]])
        self.borders = "".join([*words, spaced[words_done:]])
        return odd

    def _change_lengths(self, raw: bytes, odd: list[LengthChange]) -> None:
        """Put in what changes in length, and make runs of blanks one blank."""
        cuts = self._cuts(raw, odd)
        plain, spaced, given = self.folded, self.borders, self.cased
        self.folded = "".join([plain[begin:end] + put for begin, end, put in cuts])
        self.borders = "".join(
            [spaced[begin:end] + (put and blank_separators(put)) for begin, end, put in cuts]
        )
        self.cased = "".join([given[begin:end] + UNLIKE * len(put) for begin, end, put in cuts])

    def _cuts(self, raw: bytes, odd: list[LengthChange]) -> list[TextCut]:
        """The parts that keep their lengths. Takes the turns that lie between them."""
        turns, start_shifts, end_shifts = self._turns, self._start_shifts, self._end_shifts
        cuts: list[TextCut] = []
        done = size = 0
        for start, end, units in [*odd, LengthChange(len(raw), len(raw), ())]:
            blank = raw.find(_TWO_BLANKS, done, start)
            while blank >= 0:
                cuts.append((done, blank + 1, ""))
                size += blank + 1 - done
                done = blank + 2
                while raw[done : done + 1] == b" ":
                    done += 1
                shift = self._origin + done - size
                turns.append(size)
                start_shifts.append(shift)
                end_shifts.append(shift)
                blank = raw.find(_TWO_BLANKS, done, start)
            cuts.append((done, start, "".join([piece for piece, _, _ in units])))
            size = self._turn_by_units(units, start, size + start - done)
            self._turn(size, end, end + 1)
            done = end
        return cuts

    def _turn_by_units(self, units: tuple[FoldedUnit, ...], start: int, place: int) -> int:
        """Every character of these pieces, from ``place`` on, stands for its whole piece."""
        for piece, unit_start, unit_end in units:
            for _ in piece:
                self._turn(place, start + unit_start, start + unit_end)
                place += 1
        return place

    def _turn(self, place: int, start: int, end: int) -> None:
        """From this place on characters begin and end as this one, each one further."""
        shift = self._origin - place
        self._turns.append(place)
        self._start_shifts.append(start + shift)
        self._end_shifts.append(end + shift - 1)
