"""Fold a whole text at once, and record only where folding changes the length.

The portable engine searches the folded text and reports positions of the original text. Nearly
all characters fold to one character of Latin-1, so the text is folded as bytes with one table.
The other characters are put in afterwards (:mod:`tacknamn.text.latin1_exceptions`), and a run of
blanks becomes one blank.

A position of the folded text and that of the original differ by a shift. The shift changes at a
*turn*, a position where folding changed the length. There are few turns, and a shift is looked up
only for a match. Two shifts are kept, because a folded character can come from several
characters: one for where those begin, one for where they end.
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

__all__ = ["PADDING", "UNLIKE", "FoldedText"]

PADDING = "   "
"""Follows every folded text, so that looking at the characters after a match needs no test."""
UNLIKE = "\1"
"""In :attr:`FoldedText.cased`: a character that must be looked up in the original text."""
_TWO_BLANKS = b"  "

TextCut = tuple[int, int, str]
"""Start and end of a part whose length does not change, and the text that is put after it."""


class FoldedText:
    """A text, its folded form, and the way from positions in one to positions in the other."""

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
        """The text before folding, with the positions of the folded text."""
        raw = self.cased.encode("latin-1", ENCODING_ERRORS).translate(FOLD_TABLE)
        self.folded = raw.decode("latin-1")
        """The folded text, followed by :data:`PADDING`."""
        self.borders = raw.translate(BORDER_TABLE).decode("latin-1")
        """The folded text with a blank for every character that is not part of a word."""
        changes = find_length_changes(self.cased, self._put_letters_in(raw))
        if changes or _TWO_BLANKS in raw:
            self._change_lengths(raw, changes)
        self.folded += PADDING

    def map_start(self, position: int) -> int:
        """Return where in the original the character at ``position`` of the folded text begins."""
        return position + self._start_shifts[bisect_right(self._turns, position)]

    def map_end(self, position: int) -> int:
        """Return where in the original the character ends that ends at ``position`` here."""
        return position + self._end_shifts[bisect_right(self._turns, position - 1)]

    def iterate_shifts(self) -> Iterator[tuple[int, int, int]]:
        """Yield the shift of starts, the shift of ends, and the turn up to which they hold."""
        turns = [*self._turns, len(self.folded)]
        return zip(self._start_shifts, self._end_shifts, turns, strict=True)

    def get_original(self, begin: int, end: int) -> str:
        """Return the original text of these positions of the folded text."""
        return self._text[self.map_start(begin) : self.map_end(end)]

    def get_original_between(self, end: int, begin: int) -> str:
        """Return the original text between a word that ends and one that begins here."""
        return self._text[self.map_end(end) : self.map_start(begin)]

    def locate(self, position: int) -> tuple[str, int]:
        """Return the original text, and where in it a position of the folded text is."""
        return self._text, self.map_start(position)

    def _put_letters_in(self, raw: bytes) -> list[int]:
        """Replace the odd bytes that are letters; return where the others are.

        Both results are put together from the pieces between the replaced runs: ``done`` and
        ``words_done`` are the ends of what is already in ``folded`` and ``words``."""
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

    def _change_lengths(self, raw: bytes, changes: list[LengthChange]) -> None:
        """Put in the changes of length, and reduce runs of blanks to one blank."""
        cuts = self._make_cuts(raw, changes)
        plain, spaced, cased = self.folded, self.borders, self.cased
        self.folded = "".join([plain[begin:end] + put for begin, end, put in cuts])
        self.borders = "".join(
            [spaced[begin:end] + (put and blank_separators(put)) for begin, end, put in cuts]
        )
        self.cased = "".join([cased[begin:end] + UNLIKE * len(put) for begin, end, put in cuts])

    def _make_cuts(self, raw: bytes, changes: list[LengthChange]) -> list[TextCut]:
        """Cut the text into parts whose length does not change, and record the turns.

        ``done`` is a position of the text before this step, ``size`` the one that corresponds to
        it in the new folded text. The last change is an empty one at the end of the text."""
        turns, start_shifts, end_shifts = self._turns, self._start_shifts, self._end_shifts
        cuts: list[TextCut] = []
        done = size = 0
        for start, end, units in [*changes, LengthChange(len(raw), len(raw), ())]:
            # Runs of blanks before the change: keep one blank, skip the others.
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
            # The change itself: its units replace the text from start to end.
            cuts.append((done, start, "".join([folded for folded, _, _ in units])))
            size = self._turn_by_units(units, start, size + start - done)
            self._turn(size, end, end + 1)
            done = end
        return cuts

    def _turn_by_units(self, units: tuple[FoldedUnit, ...], start: int, position: int) -> int:
        """Map every character of these units to its whole unit; return the position after them."""
        for folded, unit_start, unit_end in units:
            for _ in folded:
                self._turn(position, start + unit_start, start + unit_end)
                position += 1
        return position

    def _turn(self, position: int, start: int, end: int) -> None:
        """From ``position`` on, characters begin and end as given, each one character later."""
        shift = self._origin - position
        self._turns.append(position)
        self._start_shifts.append(start + shift)
        self._end_shifts.append(end + shift - 1)
