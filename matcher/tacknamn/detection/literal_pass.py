"""Find the literals of all finders in one pass over a text.

Patterns, cues, type words, introductions of names and evidence of topics begin at literals. An automaton
takes about as long for ten thousand of them as for ten, so one pass is much faster than seven.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from tacknamn.detection.cues.finder import build_cue_scanner
from tacknamn.detection.cues.literals import Literal, LiteralMatch, Scanner, build_scanner
from tacknamn.detection.harmless.cues import PRONOUNS, SCANNERS, build_evidence_scanner
from tacknamn.detection.harmless.private_persons import build_pronoun_scanner
from tacknamn.detection.medicine.notes import list_commonest_marks
from tacknamn.detection.medicine.staff import list_staff_literals
from tacknamn.detection.patterns.finder import list_pattern_literals
from tacknamn.detection.ranking.added_persons import list_person_literals
from tacknamn.detection.ranking.features import list_medical_words
from tacknamn.detection.ranking.institution_names import build_type_word_scanner
from tacknamn.detection.ranking.introductions import list_introductions
from tacknamn.text.latin_letters import lower_letters
from tacknamn.text.normalized_text import has_marks, normalize_text

__all__ = [
    "CUES",
    "INTRODUCTIONS",
    "MEDICINE",
    "NOTES",
    "PATTERNS",
    "PERSONS",
    "STAFF",
    "TYPE_WORDS",
    "find_literals",
    "find_literals_of_many",
    "list_literals",
    "lower_text",
]

PATTERNS, CUES = "patterns", "cues"
TYPE_WORDS, INTRODUCTIONS = "type words", "introductions"
MEDICINE, NOTES, PERSONS, STAFF = "medicine", "notes", "persons", "staff"
"""The finders, besides those of :data:`tacknamn.detection.harmless.cues.SCANNERS`."""


def find_literals(text: str, language: str) -> dict[str, Sequence[LiteralMatch]]:
    """Return the literals of each finder.

    Return nothing for the rare texts that finders do not read alike, because letters are composed or
    offsets in lower case differ. There each finder searches for itself."""
    (hits,) = find_literals_of_many([lower_text(text, language)], language)
    return hits


def find_literals_of_many(
    lowered: Iterable[str | None], language: str
) -> list[dict[str, Sequence[LiteralMatch]]]:
    """Return the same for each of many texts, given the results of :func:`lower_text`."""
    lowered = list(lowered)
    scanned = iter(
        _build_scanner(language).scan_many([each for each in lowered if each is not None])
    )
    return [{} if each is None else next(scanned) for each in lowered]


def lower_text(text: str, language: str) -> str | None:
    """Return a text in lower case; None if finders do not read it as it is."""
    if has_marks(text) and normalize_text(text, language)[0].text != text:
        return None
    lowered = lower_letters(text)
    # Of all letters, only a capital I with a dot has two characters in lower case.
    return lowered if len(lowered) == len(text) else None


@lru_cache(maxsize=2)
def _build_scanner(language: str) -> Scanner:
    return build_scanner(list_literals(language))


def list_literals(language: str) -> dict[str, tuple[Literal, ...]]:
    """Return the literals of each finder."""
    introductions = list_introductions() if language == "sv" else ()
    return {
        PATTERNS: list_pattern_literals(),
        CUES: build_cue_scanner(language).literals,
        TYPE_WORDS: build_type_word_scanner().literals,
        INTRODUCTIONS: tuple(Literal(cue, INTRODUCTIONS) for cue in introductions),
        MEDICINE: _list_parts(MEDICINE, list_medical_words()),
        NOTES: _list_parts(NOTES, list_commonest_marks()),
        PERSONS: _list_parts(PERSONS, list_person_literals()),
        STAFF: _list_parts(STAFF, list_staff_literals()),
        PRONOUNS: build_pronoun_scanner().literals,
        **{of: build_evidence_scanner(of).literals for of in SCANNERS},
    }


def _list_parts(group: str, texts: Iterable[str]) -> tuple[Literal, ...]:
    """Return literals that may be parts of words."""
    return tuple(Literal(text, group, endings=None, within=True) for text in texts)
