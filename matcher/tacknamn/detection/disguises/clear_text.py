"""Undo the disguises of a text before the finders read it.

Nearly all texts have none, which one pass finds out. The others are rewritten in a few steps; each
leads back to the offsets before it, so detections get the offsets of the original text.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tacknamn.detection.disguises.broken_lines import find_broken_lines
from tacknamn.detection.disguises.encoded import find_encoded_text
from tacknamn.detection.disguises.glued_names import find_glued_names, find_wide_names
from tacknamn.detection.disguises.invisible import find_invisible_and_styled
from tacknamn.detection.disguises.listed_names import ListedNames
from tacknamn.detection.disguises.look_alikes import find_look_alikes
from tacknamn.detection.disguises.mapped_text import MappedText, rewrite
from tacknamn.detection.disguises.spaced_digits import find_spaced_digits
from tacknamn.detection.disguises.survey import (
    ALIKE,
    BROKEN,
    ENCODED,
    GLUED,
    INVISIBLE,
    SPACED,
    STYLED,
    UNCASED,
    survey,
)
from tacknamn.detection.disguises.uncased import count_unexamined, put_capitals_in, restore_bases
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.records import Detection

__all__ = ["ClearText", "clear_characters", "clear_text"]

WIDE = 256
"""Two blanks; one search finds out, which no pass over all characters needs."""
_TWO_BLANKS = "  "
_OF_CHARACTERS = INVISIBLE | STYLED
_WITHOUT_LISTS = _OF_CHARACTERS | ALIKE | ENCODED | SPACED
_CLEARED = _WITHOUT_LISTS | BROKEN | GLUED | WIDE


class ClearText(NamedTuple):
    """A text as the finders read it."""

    text: str
    """The text without disguises. It still has words of scripts without capitals."""
    mapped: MappedText | None
    """The way back to the original; None if nothing was rewritten."""
    has_uncased: bool
    """Whether it has words of scripts without capitals."""

    def detect(self, detect: Callable[[str], list[Detection]]) -> list[Detection]:
        """Return what a detector finds, with the offsets of the clear text."""
        if not self.has_uncased:
            return detect(self.text)
        return restore_bases(self.text, detect(put_capitals_in(self.text)))

    def restore(self, detections: Sequence[Detection]) -> Iterable[Detection]:
        """Return detections with the offsets of the original text."""
        return detections if self.mapped is None else self.mapped.map_detections(detections)

    def count_unexamined(self, detections: Sequence[Detection]) -> dict[str, int]:
        """Return how many words no detection covers and no list knows, by their script."""
        return count_unexamined(self.text, detections) if self.has_uncased else {}


def clear_text(text: str, lexicon: Lexicon) -> ClearText | None:
    """Return a text without disguises; None if it can be read as it is, as nearly all can."""
    kinds = survey(text) | (WIDE if _TWO_BLANKS in text else 0)
    if not kinds:
        return None
    mapped = _clear(text, kinds, ListedNames(lexicon)) if kinds & _CLEARED else None
    if mapped is None and not kinds & UNCASED:
        return None  # a word of another alphabet, say, is no disguise
    clear = text if mapped is None else mapped.text
    return ClearText(clear, mapped, bool(survey(clear) & UNCASED))


def clear_characters(text: str) -> MappedText | None:
    """Return a text without the disguises for which no lists are needed; None if it has none."""
    kinds = survey(text) & _WITHOUT_LISTS
    return _clear_characters(text, None, kinds)[0] if kinds else None


def _clear(text: str, kinds: int, names: ListedNames) -> MappedText | None:
    """Undo one disguise after the other. Some show only when characters are plain, names only when
    lines are joined."""
    clear: MappedText | None = None
    if kinds & BROKEN:
        clear = rewrite(text, clear, find_broken_lines(text, names))
        text = text if clear is None else clear.text
    clear, kinds = _clear_characters(text, clear, kinds)
    if kinds & GLUED:
        text = text if clear is None else clear.text
        clear = rewrite(text, clear, find_glued_names(text, names))
    if kinds & WIDE:
        text = text if clear is None else clear.text
        clear = rewrite(text, clear, find_wide_names(text, names))
    return clear


def _clear_characters(
    text: str, clear: MappedText | None, kinds: int
) -> tuple[MappedText | None, int]:
    """Undo what single characters hide; return the text and what it may have besides."""
    for bits, find in (
        (ENCODED, find_encoded_text),
        (_OF_CHARACTERS, find_invisible_and_styled),
        (ALIKE, find_look_alikes),
        (SPACED, find_spaced_digits),
    ):
        if kinds & bits:
            clear = rewrite(text, clear, find(text))
            text = text if clear is None else clear.text
            kinds |= survey(text) if bits != SPACED else 0
    return clear, kinds
