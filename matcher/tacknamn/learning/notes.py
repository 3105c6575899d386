"""Write the note of a proposal: what else the lists and texts say about its form."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.learning.forms import PERSONS, PLACES
from tacknamn.learning.lists import LexiconLists
from tacknamn.learning.records import Proposal, ProposalKind
from tacknamn.lexicon.lexicon import PROPER_NOUN

__all__ = ["LineRemarks", "write_note"]

_ENGLISH_WORD = 4.5
"""From this frequency on (thirty in a million) a word that Swedish does not know as a name is an
English word. There is no list of English words to check, and names are rarer."""
_MOST_SOURCES = 4


class LineRemarks(NamedTuple):
    """What the corrected texts say about the form of a line."""

    instead: Iterable[Label] = ()
    """The labels that annotators gave to the form of an exclusion."""
    is_detected: bool = False
    """Whether the form of an addition was detected without a list."""
    has_note: bool = False
    """Whether annotators left a note on it, such as ``OBS!``."""


def write_note(line: Proposal, lists: LexiconLists, remarks: LineRemarks) -> str:
    """Write the note of a new line."""
    if line.what is ProposalKind.EXCLUDE:
        parts = _note_exclusion(line, lists, remarks.instead)
    else:
        parts = _note_addition(line, lists, remarks)
    return "; ".join([*parts, *_note_word(line, lists)])


def _note_addition(line: Proposal, lists: LexiconLists, remarks: LineRemarks) -> Iterator[str]:
    labels = ", ".join(lists.labels(line.form))
    if labels:
        yield f"the lists have it as {labels}"
    elif near := _find_near_name(line, lists):
        yield f"or a misspelling of {near}"
    if remarks.is_detected:
        yield "found without a list, too"
    if remarks.has_note:
        yield "annotators left a note"


def _note_exclusion(line: Proposal, lists: LexiconLists, instead: Iterable[Label]) -> Iterator[str]:
    labels = ", ".join(sorted(instead))
    if labels:
        yield f"annotators say {labels}"
    candidates = lists.candidates(line.form)
    listed = [candidate for candidate in candidates if candidate.label is line.label]
    sources = sorted({source for candidate in listed for source in candidate.sources})
    more = " and others" if len(sources) > _MOST_SOURCES else ""
    yield f"from {', '.join(sources[:_MOST_SOURCES])}{more}"


def _note_word(line: Proposal, lists: LexiconLists) -> Iterator[str]:
    word = lists.lexicon.word(line.form)
    if word is None or line.label not in PERSONS | PLACES:
        return
    is_english = word.zipf_en >= _ENGLISH_WORD and not word.pos & PROPER_NOUN
    if word.pos & ~PROPER_NOUN or is_english:
        yield "an ordinary word, too"


def _find_near_name(line: Proposal, lists: LexiconLists) -> str:
    """Find a name of the same list with one or two letters' difference."""
    if " " in line.form or line.label not in PERSONS | PLACES:
        return ""
    near = lists.lexicon.search(line.form, 1, 1)
    return near[0].form if near and near[0].label is line.label else ""
