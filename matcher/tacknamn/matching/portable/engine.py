"""The engine for where nothing was compiled: pyahocorasick over folded text.

The text is folded in bulk (:mod:`tacknamn.text.folded_text`), the automaton finds every pattern,
overlapping ones too (:mod:`tacknamn.matching.portable.automaton`), and Python touches only what it found
(:mod:`tacknamn.matching.portable.finder`). Which ones overlap is settled here, because the automaton's own
choice of the longest loses hits.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from threading import Lock
from weakref import WeakKeyDictionary

from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.portable.automaton import build_automaton
from tacknamn.matching.portable.finder import FormFinder, FormMatch
from tacknamn.matching.semantics import rank
from tacknamn.text.folded_text import FoldedText
from tacknamn.text.windows import Window, cut_windows

__all__ = ["PortableEngine"]

_MARKS = 8
"""Blanks, apostrophes and endings between an entry and the words beside it, and more."""

_finders: WeakKeyDictionary[Bundle, FormFinder] = WeakKeyDictionary()
_building = Lock()


class PortableEngine:
    """Finds hits with pyahocorasick. The automaton is built when it is first needed."""

    name = "portable"

    def __init__(self, lexicon: Lexicon) -> None:
        self._bundle = lexicon.bundle

    def scan(self, text: str, wanted: int, every: bool) -> bytes:
        """The hits in one text."""
        return _scan(_get_finder(self._bundle), text, wanted, every)

    def scan_many(self, texts: list[str], wanted: int, every: bool) -> list[bytes]:
        """The hits in each of many texts."""
        finder = _get_finder(self._bundle)
        return [_scan(finder, text, wanted, every) for text in texts]


def _get_finder(bundle: Bundle) -> FormFinder:
    """The bundle's finder, which all engines over it share."""
    found = _finders.get(bundle)
    if found is None:
        with _building:
            found = _finders.get(bundle)
            if found is None:
                found = _finders[bundle] = FormFinder(bundle, build_automaton(bundle))
    return found


def _scan(finder: FormFinder, text: str, wanted: int, every: bool) -> bytes:
    numbers = array("i")
    free = 0
    for window in cut_windows(text, 2 * finder.forms.longest + _MARKS):
        folded = FoldedText(text, window.begin, window.end)
        finds = _select_window(window, folded, finder.finds(folded, wanted))
        if every:
            numbers.extend(_pack_all(finds, folded))
        else:
            longest, free = _choose_longest(finds, folded, free, finder.weights)
            numbers.fromlist(longest)
    return numbers.tobytes()


def _select_window(window: Window, folded: FoldedText, finds: list[FormMatch]) -> list[FormMatch]:
    """The finds that begin at a word of the window, and in none of its margins."""

    def word_of(find: FormMatch) -> int:
        return folded.start(find[0])

    if window.begin < window.start:
        finds = finds[bisect_left(finds, window.start, key=word_of) :]
    if window.stop < window.end:
        finds = finds[: bisect_left(finds, window.stop, key=word_of)]
    return finds


def _pack_all(finds: list[FormMatch], folded: FoldedText) -> Iterator[int]:
    """All of them, in numbers: start, end, entry, affixes."""
    hits = {
        (folded.start(begin), folded.end(end), row, affixes)
        for _, begin, end, row, affixes in finds
    }
    for hit in sorted(hits):
        yield from hit


def _choose_longest(
    finds: list[FormMatch], folded: FoldedText, free: int, weights: "memoryview[int]"
) -> tuple[list[int], int]:
    """From left to right the longest ones that begin at ``free`` or behind it, in numbers.

    Gives where the last one ends, too. This loop sees every find, and so follows the turns of
    the text by itself."""
    turns = folded.turns()
    start_shift, end_shift, turn = next(turns)
    numbers: list[int] = []
    chosen_word = free_before = -1
    for word, begin, end, row, affixes in finds:
        while begin >= turn:
            start_shift, end_shift, turn = next(turns)
        start = begin + start_shift
        stop = end + end_shift if end <= turn else folded.end(end)
        if word != chosen_word:
            if start >= free:
                numbers += start, stop, row, affixes
                chosen_word, free_before, free = word, free, stop
        elif start >= free_before and (
            stop > free
            or (stop == free and rank(weights, row, affixes) < rank(weights, *numbers[-2:]))
        ):
            numbers[-4:] = start, stop, row, affixes
            free = stop
    return numbers, free
