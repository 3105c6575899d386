"""The portable engine, for installations without compiled code: pyahocorasick on folded text.

A long text is cut into windows (:mod:`tacknamn.text.windows`). Each is folded at once
(:mod:`tacknamn.text.folded_text`), the automaton finds every pattern in it, overlapping ones
too (:mod:`tacknamn.matching.portable.automaton`), and Python looks only at what was found
(:mod:`tacknamn.matching.portable.finder`). Overlaps are resolved here, because the automaton's
own search for the longest pattern misses matches.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.portable.automaton import build_automaton
from tacknamn.matching.portable.finder import FormFinder, FormMatch, WantedLabels
from tacknamn.matching.semantics import rank
from tacknamn.support.thread_locks import ThreadLock
from tacknamn.text.folded_text import FoldedText
from tacknamn.text.windows import Window, cut_windows

__all__ = ["PortableEngine"]

_MARKS = 8
"""Added to a window's margin: room for the blanks, apostrophes and endings between an entry and
the words next to it."""

_finders: WeakKeyDictionary[Bundle, FormFinder] = WeakKeyDictionary()
_building = ThreadLock()


class PortableEngine:
    """Finds matches with pyahocorasick. The automaton is built at the first search."""

    name = "portable"

    def __init__(self, lexicon: Lexicon, labels: "memoryview[int] | None" = None) -> None:
        self._bundle = lexicon.bundle
        self._labels = (
            lexicon.bundle.section("forms").column("labels") if labels is None else labels
        )

    def scan(self, text: str, label_bits: int, all_matches: bool) -> bytes:
        """Find the matches in one text."""
        wanted = WantedLabels(self._labels, label_bits)
        return _scan(_get_finder(self._bundle), text, wanted, all_matches)

    def scan_many(self, texts: list[str], label_bits: int, all_matches: bool) -> list[bytes]:
        """Find the matches in each of many texts."""
        finder, wanted = _get_finder(self._bundle), WantedLabels(self._labels, label_bits)
        return [_scan(finder, text, wanted, all_matches) for text in texts]


def _get_finder(bundle: Bundle) -> FormFinder:
    """Return the bundle's finder, which all engines on the bundle share."""
    finder = _finders.get(bundle)
    if finder is None:
        with _building:
            finder = _finders.get(bundle)
            if finder is None:
                finder = _finders[bundle] = FormFinder(bundle, build_automaton(bundle))
    return finder


def _scan(finder: FormFinder, text: str, wanted: WantedLabels, all_matches: bool) -> bytes:
    numbers = array("i")
    free = 0
    for window in cut_windows(text, 2 * finder.forms.longest + _MARKS):
        folded = FoldedText(text, window.begin, window.end)
        matches = _select_window(window, folded, finder.find_forms(folded, wanted))
        if all_matches:
            numbers.extend(_pack_all(matches, folded))
        else:
            longest, free = _choose_longest(matches, folded, free, finder.weights)
            numbers.fromlist(longest)
    return numbers.tobytes()


def _select_window(window: Window, folded: FoldedText, matches: list[FormMatch]) -> list[FormMatch]:
    """Select the matches that begin at a word of the window, not in one of its margins."""

    def get_word(match: FormMatch) -> int:
        return folded.map_start(match[0])

    if window.begin < window.start:
        matches = matches[bisect_left(matches, window.start, key=get_word) :]
    if window.stop < window.end:
        matches = matches[: bisect_left(matches, window.stop, key=get_word)]
    return matches


def _pack_all(matches: list[FormMatch], folded: FoldedText) -> Iterator[int]:
    """Yield start, end, row and affixes of every match, sorted."""
    packed = {
        (folded.map_start(begin), folded.map_end(end), row, affixes)
        for _, begin, end, row, affixes in matches
    }
    for match in sorted(packed):
        yield from match


def _choose_longest(
    matches: list[FormMatch], folded: FoldedText, free: int, weights: "memoryview[int]"
) -> tuple[list[int], int]:
    """Choose the longest matches from left to right that begin at ``free`` or after it.

    Returns start, end, row and affixes of each in one list, and the end of the last one. This
    loop sees every match, so it follows the shifts of the folded text itself instead of looking
    each one up."""
    shifts = folded.iterate_shifts()
    start_shift, end_shift, turn = next(shifts)
    numbers: list[int] = []
    # The word at which the last chosen match begins, and `free` before that match was chosen.
    chosen_word = free_before = -1
    for word, begin, end, row, affixes in matches:
        while begin >= turn:
            start_shift, end_shift, turn = next(shifts)
        start = begin + start_shift
        stop = end + end_shift if end <= turn else folded.map_end(end)
        if word != chosen_word:
            # The first match at a new word: take it if nothing chosen covers its start.
            if start >= free:
                numbers += start, stop, row, affixes
                chosen_word, free_before, free = word, free, stop
        elif start >= free_before and (
            stop > free
            or (stop == free and rank(weights, row, affixes) < rank(weights, *numbers[-2:]))
        ):
            # Another match at the same word: it replaces the chosen one if it is longer, or as
            # long and likelier.
            numbers[-4:] = start, stop, row, affixes
            free = stop
    return numbers, free
