"""Find what identifies a person in a text: the detector conducts the finders.

::

    detector = Detector(lexicon)
    for detection in detector.detect("Min bror Ahmed bor på Storgatan 12 i Lund."):
        detection.label, detection.rule, detection.trigger     # firstname_male list bror ...

The patterns find what identifies by its shape, the ranking the names of the lists and unlisted
names, the cues what only the words around it make identifying. Where they share characters, the
better evidence wins. Institutions and professions are settled last, because their label depends on
the whole sentence.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple, Self

from tacknamn.detection.cues.doubted_words import KIN
from tacknamn.detection.cues.finder import find_by_cues
from tacknamn.detection.cues.literals import NO_HITS, LiteralMatch
from tacknamn.detection.literal_pass import (
    CUES,
    INTRODUCTIONS,
    MEDICINE,
    NOTES,
    PATTERNS,
    PERSONS,
    STAFF,
    TYPE_WORDS,
    find_literals_of_many,
    lower_text,
)
from tacknamn.detection.medicine.notes import is_note
from tacknamn.detection.medicine.staff import find_staff_and_wards
from tacknamn.detection.medicine.values import settle_medical_values
from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.detections import (
    drop_numbers_of_names,
    merge_detections,
    split_findings,
)
from tacknamn.detection.ranking.institution_names import find_institution_names
from tacknamn.detection.ranking.institutions import settle_institutions
from tacknamn.detection.ranking.letters_of_names import find_letters_of_names
from tacknamn.detection.ranking.professions import settle_professions
from tacknamn.detection.ranking.ranker import NameRanker
from tacknamn.detection.ranking.rows import RowStep
from tacknamn.detection.ranking.schools import find_lower_case_schools
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Spans
from tacknamn.records import Detection, Finding
from tacknamn.support.recipes import RecipeReader
from tacknamn.support.reopening import Reopenable, reopen_recipe
from tacknamn.support.stopping import check_stop

__all__ = ["FINDERS", "Detector", "ScannedText"]

FINDERS = ("lists", "patterns", "marks", "notes")
"""The finders that the detector conducts, by their names in profiles. Masks and the benchmark's
finders run after it."""
USUAL_FINDERS = FINDERS[:-1]
"""All but ``notes``, which reads every text as a note of a hospital."""


class ScannedText(NamedTuple):
    """What the compiled passes over a text find, before any rule judges it."""

    hits: Mapping[str, Sequence[LiteralMatch]]
    """The literals of each finder (:mod:`tacknamn.detection.literal_pass`)."""
    matches: Spans | None
    """The forms of the lists; None if they were not looked for yet."""
    lowered: str | None = None
    """The text in lower case; None if finders do not read it as it is."""


class Detector(Reopenable):
    """Finds and labels what identifies a person. Threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        language: str = "sv",
        finders: Collection[str] = USUAL_FINDERS,
        fuzzy: bool = False,
        thresholds: Mapping[str, float] | None = None,
    ) -> None:
        """Make a detector.

        Args:
            finders: Which finders to use, of :data:`FINDERS`.
            fuzzy: Whether to look for misspelt names among all names of the lists.
            thresholds: The least probability of some labels. What lies below is still in the
                result of :meth:`detect` (see :func:`tacknamn.detection.thresholds.drop_improbable`).
        """
        self._lexicon = lexicon
        self._fuzzy = fuzzy
        self._thresholds = dict(thresholds or {})
        self._language = language
        self._finders = frozenset(finders)
        self._reads_notes = "notes" in self._finders
        self._ranker = NameRanker(lexicon, language, fuzzy, self._thresholds)

    def make_recipe(self) -> dict[str, Any]:
        """Return what makes the same detector in another process."""
        return {
            "lexicon": self._lexicon.make_recipe(),
            "language": self._language,
            "finders": sorted(self._finders),
            "fuzzy": self._fuzzy,
            "thresholds": self._thresholds,
        }

    @classmethod
    def open_recipe(cls, recipe: RecipeReader) -> Self:
        """Make the detector of a recipe."""
        return cls(
            reopen_recipe(Lexicon, recipe.get("lexicon", dict)),
            recipe.get("language", str),
            recipe.get_strings("finders"),
            recipe.get("fuzzy", bool),
            recipe.get_table("thresholds", int, float),
        )

    def scan(self, text: str) -> "ScannedText":
        """Find the literals at which finders begin, for :meth:`detect` and for others."""
        lowered = lower_text(text, self._language)
        (hits,) = find_literals_of_many([lowered], self._language)
        return ScannedText(hits, None, lowered)

    def scan_many(self, texts: list[str]) -> "list[ScannedText]":
        """Do the same for many texts, and find the forms of the lists: one call for all texts costs
        less than one for each."""
        lowered = [lower_text(text, self._language) for text in texts]
        hits = find_literals_of_many(lowered, self._language)
        matches: Iterable[Spans | None] = repeat(None)
        if "lists" in self._finders:
            matches = self._ranker.match_many(texts)
        return list(map(ScannedText, hits, matches, lowered))

    def detect(self, text: str, scanned: "ScannedText | None" = None) -> list[Detection]:
        """Return what identifies a person, from left to right and without overlaps.

        Args:
            scanned: The result of :meth:`scan` or :meth:`scan_many`, if it is known.
        """
        finders, ranker, language = self._finders, self._ranker, self._language
        hits, matches, lowered = self.scan(text) if scanned is None else scanned
        findings = self._find_patterns(text, hits, lowered) if "patterns" in finders else []
        check_stop()
        in_note = self._reads_notes or is_note(text, hits.get(NOTES))
        names: Sequence[Detection] = ()
        if "lists" in finders:
            names = ranker.rank(
                text,
                findings,
                in_note,
                hits.get(INTRODUCTIONS),
                hits.get(MEDICINE),
                PERSONS not in hits or bool(hits[PERSONS]),
                matches,
            )
        check_stop()
        letters = find_letters_of_names(text, names)
        cued = find_by_cues(text, language, hits.get(CUES), lowered) if "marks" in finders else ()
        check_stop()
        schools: Sequence[Detection] = ()
        if "patterns" in finders:
            schools = find_lower_case_schools(text, ranker.words)
        whole: list[Detection] = []
        if "lists" in finders:
            whole = find_institution_names(text, ranker.words, hits.get(TYPE_WORDS))
        staff: list[Detection] = []
        if "patterns" in finders:
            staff = find_staff_and_wards(text, in_note, hits.get(STAFF))
        if not (findings or names or letters or cued or schools or whole or staff):
            return []
        check_stop()
        # The shape of a number is the best evidence; an ending is weaker than an entry of the lists.
        by_shape, by_ending = split_findings(findings)
        by_shape = drop_numbers_of_names(by_shape, whole)
        kin = [detection for detection in cued if detection.rule == KIN]
        detections = merge_detections(
            staff, letters, by_shape, kin, whole, schools, names, by_ending, cued
        )
        return settle_professions(text, settle_institutions(text, detections))

    def list_examples(self, text: str) -> tuple[CapitalUse, list[list[tuple[RowStep, list[str]]]]]:
        """Return what the ranking's model is fitted on (:meth:`NameRanker.list_examples`)."""
        return self._ranker.list_examples(text, self._find_patterns(text))

    def _find_patterns(
        self,
        text: str,
        hits: Mapping[str, Sequence[LiteralMatch]] = NO_HITS,
        lowered: str | None = None,
    ) -> list[Finding]:
        findings = find_patterns(text, self._language, hits.get(PATTERNS), lowered)
        if findings:
            findings = settle_medical_values(text, findings)
        findings = self._ranker.add_phrases(text, findings)
        return self._ranker.drop_no_names(text, findings)
