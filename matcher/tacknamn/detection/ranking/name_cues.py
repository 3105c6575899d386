"""Words around a name that speak for one of its labels, and how much (``cues.tsv``)."""

import re
from functools import lru_cache
from typing import Final, final

from tacknamn.detection.ranking.forms import FIRSTNAMES
from tacknamn.support.tables import read_table

__all__ = ["TITLES", "NeighbourWords", "find_cues", "find_neighbours", "is_cue"]

_REACH: Final = 32
"""Characters that are looked at on each side: two words of ordinary length."""
_SENTENCE_ENDS: Final = (".", "!", "?", ",", ";")
_ABBREVIATED: Final = frozenset(("dr.", "prof.", "mr.", "mrs.", "ms.", "st."))
"""Abbreviations, whose full stop ends no sentence."""
TITLES: Final = frozenset(("dr", "miss", "mr", "mrs", "ms", "prof", "sir"))
"""Words before names that are no names themselves, though capitalised."""
_WORD: Final = re.compile(r"[^\W\d_]+")

_FIRST, _LAST = 3, 2
"""Digits of the two parts of a Swedish postal code."""
_ZIP_CODE: Final = "zip code"
Factors = dict[str, float]
"""What a cue multiplies the weights of labels by."""
_TOWN: Final[Factors] = {"city": 150.0}
"""What stands behind a postal code."""


@final
class NeighbourWords:
    """The words beside a piece of text, in small letters; empty where the sentence ends."""

    __slots__ = ("earlier", "following", "previous")

    def __init__(self, previous: str, earlier: str, following: str) -> None:
        self.previous = previous
        self.earlier = earlier
        """The one before ``previous``."""
        self.following = following


def find_neighbours(text: str, start: int, end: int) -> NeighbourWords:
    """The words beside a piece, of its own sentence.

    >>> words = around("Hej. Min bror Ali bor här.", 14, 17)
    >>> words.earlier, words.previous, words.following
    ('min', 'bror', 'bor')
    """
    words = text[max(0, start - _REACH) : start].rsplit(None, 2)[-2:]
    previous = _normalize_word(words[-1]) if words else ""
    earlier = _normalize_word(words[0]) if previous and len(words) > 1 else ""
    found = _WORD.match(text, end + 1, end + _REACH) if text[end : end + 1] == " " else None
    return NeighbourWords(previous, earlier, found.group().lower() if found else "")


@lru_cache(maxsize=1 << 13)
def _normalize_word(word: str) -> str:
    """A word before a name, nothing where a sentence, or a part of it, ends with it."""
    lowered = word.lower()
    if lowered.endswith(_SENTENCE_ENDS):
        return lowered[:-1] if lowered in _ABBREVIATED else ""
    return lowered.strip(":\"'”’()-–")


def find_cues(words: NeighbourWords) -> list[tuple[str, Factors]]:
    """The cues among the words around a piece, each with what it speaks for."""
    before, after = _read_cues()
    pair = before.get(f"{words.earlier},{words.previous}") if words.earlier else None
    found = []
    if pair is not None:
        found.append((f"{words.earlier} {words.previous}", pair))
    elif (single := before.get(words.previous)) is not None:
        found.append((words.previous, single))
    elif words.previous.isdigit() and _is_zip_code(words):
        found.append((_ZIP_CODE, _TOWN))
    if (behind := after.get(words.following)) is not None:
        found.append((words.following, behind))
    return found


def is_cue(word: str) -> bool:
    """Whether a word speaks for names beside it, and so is none itself, misspelt: *heter*."""
    return word in _cue_words()


@lru_cache(maxsize=1)
def _cue_words() -> frozenset[str]:
    before, after = _read_cues()
    return frozenset(word for cue in (*before, *after) for word in cue.split(","))


def _is_zip_code(words: NeighbourWords) -> bool:
    """Whether a postal code stands before: 411 38, 41138."""
    parts = (words.earlier, words.previous) if len(words.previous) == _LAST else (words.previous,)
    return [len(part) for part in parts if part.isdigit()] in ([_FIRST, _LAST], [_FIRST + _LAST])


@lru_cache(maxsize=1)
def _read_cues() -> tuple[dict[str, Factors], dict[str, Factors]]:
    sides: dict[str, dict[str, Factors]] = {"before": {}, "after": {}}
    for side, words, labels, factor in read_table(__file__, "cues.tsv"):
        named = [each for label in labels.split() for each in _expand_label(label)]
        for word in words.split():
            sides[side].setdefault(word, {}).update(dict.fromkeys(named, float(factor)))
    return sides["before"], sides["after"]


def _expand_label(name: str) -> tuple[str, ...]:
    if name == "firstname":
        return tuple(sorted(FIRSTNAMES))
    return ("",) if name == "none" else (name,)
