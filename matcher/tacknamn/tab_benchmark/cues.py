"""Load the cue words of ``cues.tsv`` and find them in a text with one pass of an automaton.

A cue word indicates what stands next to it: *Mr* precedes a person, *years* follows a number.
"""

from functools import cache, lru_cache
from typing import NamedTuple

import ahocorasick

from tacknamn.support.tables import read_table

__all__ = ["SEARCHED", "TabCue", "find_cues", "load_kinds", "load_words"]

SEARCHED = (
    *("described_cue", "work_cue", "trade_cue", "occupation_cue", "origin_cue", "ethnic_cue"),
    *("member_cue", "belief_cue", "language_cue", "injury_cue", "pregnant", "nickname_cue"),
    *("applicant_cue", "prison_cue"),
    *("title", "org_low", "loc_before", "demonym", "ethnic", "profession", "legal_profession"),
    *("education", "condition", "condition_cue", "belief", "politics", "sexual", "body"),
    *("time_unit", "season", "currency", "measure", "counted", "listing"),
    *("in_force", "substance", "code_cue", "feast", "hour_word"),
    *("legal_form", "org_before", "loc_low", "loc_kind", "loc_plural", "org_named", "money_verb"),
    *("work", "work_named", "event_low", "drive", "investigation", "decade_word"),
)
"""The kinds of cue words to search for in a text. The finders look up the other kinds only next to
something they have already found."""


class TabCue(NamedTuple):
    """A cue word at its place in a text."""

    start: int
    end: int
    word: str
    """The word in lower case, as written in the table."""


@lru_cache(maxsize=1)
def _load_cue_words() -> dict[str, frozenset[str]]:
    return {kind: frozenset(words.split("|")) for kind, words in read_table(__file__, "cues.tsv")}


@cache  # in C: finders ask a hundred thousand times for a long text
def load_words(kind: str) -> frozenset[str]:
    """Return the cue words of one kind, which is one line of ``cues.tsv``."""
    return _load_cue_words()[kind]


@lru_cache(maxsize=64)
def load_kinds(*kinds: str) -> frozenset[str]:
    """Return the cue words of several kinds together."""
    return frozenset(word for kind in kinds for word in load_words(kind))


@lru_cache(maxsize=1)
def _build_cue_automaton() -> ahocorasick.Automaton:
    kinds_by_word: dict[str, list[str]] = {}
    for kind in SEARCHED:
        for word in load_words(kind):
            kinds_by_word.setdefault(word, []).append(kind)
    automaton = ahocorasick.Automaton()
    for word, kinds in kinds_by_word.items():
        automaton.add_word(word, (word, tuple(kinds)))
    automaton.make_automaton()
    return automaton


def find_cues(lowered: str) -> dict[str, list[TabCue]]:
    """Find the cue words of a text by kind, from left to right.

    Of several words of one kind that begin at the same character, the longest counts."""
    by_kind: dict[str, dict[int, TabCue]] = {kind: {} for kind in SEARCHED}
    for last, (word, kinds) in _build_cue_automaton().iter(lowered):
        end = last + 1
        start = end - len(word)
        if lowered[start - 1 : start].isalpha() and word[0].isalnum():
            continue  # a digit may touch a unit: 20km
        if lowered[end : end + 1].isalnum() and word[-1].isalnum():
            continue
        for kind in kinds:
            by_kind[kind][start] = TabCue(start, end, word)  # longer ones come later
    return {kind: [cues[start] for start in sorted(cues)] for kind, cues in by_kind.items()}
