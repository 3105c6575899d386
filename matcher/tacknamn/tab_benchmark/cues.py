"""Find the words that say what stands beside them: one pass of an automaton over the text."""

from functools import lru_cache
from typing import NamedTuple

import ahocorasick

from tacknamn.tab_benchmark.tables import load_words

__all__ = ["TabCue", "find_cues"]

SEARCHED = (
    *("title", "org_low", "loc_before", "demonym", "ethnic", "profession", "legal_profession"),
    *("education", "condition", "condition_cue", "belief", "politics", "sexual", "body"),
    *("time_unit", "season", "currency", "measure", "counted", "listing"),
    *("in_force", "substance"),
)
"""The kinds of words that are looked for; the others are asked for beside what was found."""


class TabCue(NamedTuple):
    """A cue word as it stands in a text."""

    start: int
    end: int
    word: str
    """In lower case, as the table has it."""


@lru_cache(maxsize=1)
def _build_cue_automaton() -> ahocorasick.Automaton:
    kinds: dict[str, list[str]] = {}
    for kind in SEARCHED:
        for word in load_words(kind):
            kinds.setdefault(word, []).append(kind)
    automaton = ahocorasick.Automaton()
    for word, of_word in kinds.items():
        automaton.add_word(word, (word, tuple(of_word)))
    automaton.make_automaton()
    return automaton


def find_cues(lowered: str) -> dict[str, list[TabCue]]:
    """The cue words of a text by kind, from left to right; of those that begin at one place and
    are of one kind, the longest."""
    found: dict[str, dict[int, TabCue]] = {kind: {} for kind in SEARCHED}
    for last, (word, kinds) in _build_cue_automaton().iter(lowered):
        end = last + 1
        start = end - len(word)
        if _is_inside_word(lowered, start, end):
            continue
        for kind in kinds:
            found[kind][start] = TabCue(start, end, word)  # longer ones come later
    return {kind: [places[start] for start in sorted(places)] for kind, places in found.items()}


def _is_inside_word(lowered: str, start: int, end: int) -> bool:
    """Whether it is part of a longer word. Digits stand close to units: 20km."""
    if lowered[start].isalnum() and start and lowered[start - 1].isalpha():
        return True
    return lowered[end - 1].isalnum() and lowered[end : end + 1].isalnum()
