"""Rank the names of one text: weigh their labels, build the detections."""

from collections.abc import Sequence
from typing import Final

from tacknamn.detection.cues.literals import LiteralMatch
from tacknamn.detection.ranking.best_labels import label_pieces
from tacknamn.detection.ranking.capitals import CapitalUse, judge_capitals
from tacknamn.detection.ranking.chat_speakers import add_user_names, find_speakers
from tacknamn.detection.ranking.coordinated_names import add_coordinated
from tacknamn.detection.ranking.detections import build_detection, drop_overlapping
from tacknamn.detection.ranking.english_joins import extend_english_names
from tacknamn.detection.ranking.english_rules import EnglishRules
from tacknamn.detection.ranking.features import is_about_medicine
from tacknamn.detection.ranking.foreign_phrases import join_foreign_phrases
from tacknamn.detection.ranking.forms import OrdinaryWords
from tacknamn.detection.ranking.identifiers import free_identifiers
from tacknamn.detection.ranking.introduced_names import find_introduced_names
from tacknamn.detection.ranking.introduced_pieces import add_introduced
from tacknamn.detection.ranking.introduced_places import add_introduced_places
from tacknamn.detection.ranking.model import RankingModel
from tacknamn.detection.ranking.multipart_names import join_hyphenated_names
from tacknamn.detection.ranking.name_extension import is_person_called
from tacknamn.detection.ranking.person_forms import settle_persons
from tacknamn.detection.ranking.piece_reader import PieceReader
from tacknamn.detection.ranking.pieces import RankedPiece, TextPiece, WeightedPiece
from tacknamn.detection.ranking.quoted_speakers import label_speakers
from tacknamn.detection.ranking.repeats import label_repeats
from tacknamn.detection.ranking.rows import RowStep, build_rows
from tacknamn.detection.ranking.same_persons import unify_spellings
from tacknamn.detection.ranking.schools import find_school_owner, is_mostly_first
from tacknamn.detection.ranking.small_repeats import add_small_repeats
from tacknamn.detection.ranking.small_surnames import add_small_surnames
from tacknamn.detection.ranking.weights import weigh_piece
from tacknamn.detection.ranking.whole_units import complete_units, may_have_units
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Spans
from tacknamn.records import Detection, Finding

__all__ = ["NameRanker"]

_STREET: Final = "street"
"""The rule of the patterns that finds streets."""


class NameRanker:
    """Finds the names of a text and gives each its best label. Threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        language: str = "sv",
        fuzzy: bool = False,
        thresholds: dict[str, float] | None = None,
    ) -> None:
        """Make a ranker.

        Args:
            fuzzy: Whether to look for misspelt names among all names of the lists.
            thresholds: Labels that a name may have although it is rather no name, with their least
                probability.
        """
        self.words = OrdinaryWords(lexicon, language)
        """The ordinary words of the lexicon."""
        self._lexicon = lexicon
        self._reader = PieceReader(lexicon, self.words, language, fuzzy)
        self._look_up = self._reader.look_up
        self._language = language
        self._is_english = language == "en"
        self._thresholds = thresholds or {}
        self._model = RankingModel.read(lexicon, language)
        self._english = EnglishRules(lexicon, self.words, self._reader.english, self._look_up)

    def rank(
        self,
        text: str,
        findings: list[Finding],
        in_note: bool = False,
        introductions: Sequence[LiteralMatch] | None = None,
        medical: Sequence[LiteralMatch] | None = None,
        has_literals: bool = True,
        matches: Spans | None = None,
    ) -> list[Detection]:
        """Return the names of a text, from left to right.

        Args:
            findings: The findings of the patterns; their parts of the text are no names.
            in_note: Whether the text is a note of a hospital.
            introductions: The cues that introduce names, if they were found before.
            medical: The words of medicine, if they were found before.
            has_literals: Whether the text may have what
                :func:`tacknamn.detection.ranking.added_persons.list_person_literals` lists.
            matches: What the matcher finds in the text, if it was asked before.
        """
        pieces = self._reader.find_pieces(text, findings, in_note, matches)
        capitals = CapitalUse.TRUSTED
        weights: list[WeightedPiece] = []
        if pieces or self._is_english:
            capitals = judge_capitals(text, pieces)
            weights = self._weigh(text, pieces, capitals, medical)
        speakers = find_speakers(text, self._lexicon, self._look_up)
        if speakers.names:
            weights = add_introduced(weights, list(drop_overlapping(speakers.names, findings)))
        if self._language == "sv":
            introduced = find_introduced_names(text, self._lexicon, self._look_up, introductions)
            if introduced:
                weights = add_introduced(weights, list(drop_overlapping(introduced, findings)))
            weights = add_introduced_places(text, weights, findings, self._lexicon, self._look_up)
        if self._is_english:
            weights = self._english.settle_words(text, weights, findings, capitals)
        # Without a name, only what these rules read could still become one.
        may_add = (
            self._is_english
            or has_literals
            or speakers.user_names
            or text.islower()
            or may_have_units(text)
        )
        if not may_add and not weights:
            return []
        if not pieces and not self._is_english:
            capitals = judge_capitals(text, pieces)
        labelled = label_pieces(text, weights, self._model.links, capitals, self._thresholds)
        if not (
            may_add
            or _has_label(labelled)
            or join_foreign_phrases(text, pieces, [], self.words, self._look_up)
        ):
            return []
        repeated = label_repeats(text, labelled, weights)
        if self._language == "sv":
            repeated = add_coordinated(text, repeated, self._lexicon, self._look_up)
            repeated = add_small_repeats(text, repeated, self._lexicon)
            repeated = unify_spellings(text, repeated)
        names = [piece for piece in repeated if piece.label]
        joined = join_hyphenated_names(text, [build_detection(text, piece) for piece in names])
        joined = add_user_names(text, joined, speakers.user_names)
        if self._is_english:
            joined = extend_english_names(text, joined)
            return complete_units(text, joined, findings, self._look_up)
        joined = join_foreign_phrases(text, pieces, joined, self.words, self._look_up)
        joined = label_speakers(text, joined)
        joined = add_small_surnames(text, joined, self._lexicon, self._look_up)
        joined = complete_units(text, joined, findings, self._look_up)
        settled = settle_persons(text, joined, self._lexicon, self._look_up, in_note, has_literals)
        return _drop_added(settled, joined, findings)

    def match_many(self, texts: list[str]) -> list[Spans]:
        """Return what the matcher finds in each of many texts (the argument of :meth:`rank`)."""
        return self._reader.match_many(texts)

    def list_examples(
        self, text: str, findings: list[Finding]
    ) -> tuple[CapitalUse, list[list[tuple[RowStep, list[str]]]]]:
        """Return what a model is fitted on: how the text uses capitals, and the rows of its pieces
        as lists and cues weigh them, each piece with its features."""
        pieces = self._reader.find_pieces(text, findings)
        capitals = judge_capitals(text, pieces)
        rows = build_rows(text, [weigh_piece(text, piece, capitals) for piece in pieces])
        list_features = self._model.list_features
        return capitals, [
            [(step, list_features(text, step.weighted, capitals)) for step in row] for row in rows
        ]

    def drop_no_names(self, text: str, findings: list[Finding]) -> list[Finding]:
        """Return the findings without schools that are a person's own (*Elias skola*) and
        streets that are persons (*Jag heter Anna Park*), and identifiers without
        a label: *order_id*."""
        return [
            finding
            for finding in free_identifiers(text, findings, self._lexicon, self._look_up)
            if not self._is_possessed_school(text, finding)
            and not (finding.rule == _STREET and is_person_called(text, finding.start))
        ]

    def add_phrases(self, text: str, findings: list[Finding]) -> list[Finding]:
        """Return the findings together with names of several words that are known by their head.
        A longer name replaces a shorter one of the same kind of evidence."""
        return self._english.add_phrases(text, findings) if self._is_english else findings

    def _is_possessed_school(self, text: str, finding: Finding) -> bool:
        owner = find_school_owner(text, finding)
        forms = (owner, owner.removesuffix("s")) if owner else ()
        return any(is_mostly_first(self._look_up(form)[0]) for form in forms)

    def _weigh(
        self,
        text: str,
        pieces: list[TextPiece],
        capitals: CapitalUse,
        medical: Sequence[LiteralMatch] | None,
    ) -> list[WeightedPiece]:
        medicine = is_about_medicine(text, medical)
        reweigh = self._model.reweigh
        return [
            reweigh(text, weigh_piece(text, piece, capitals), capitals, medicine)
            for piece in pieces
        ]


def _has_label(ranked: list[RankedPiece]) -> bool:
    for piece in ranked:
        if piece.label:
            return True
    return False


def _drop_added(
    settled: list[Detection], detections: list[Detection], findings: list[Finding]
) -> list[Detection]:
    """Return the settled detections without added ones that share characters with a finding."""
    starts = {detection.start for detection in detections}
    if not any(each.start not in starts for each in settled):
        return settled
    free = set(drop_overlapping(settled, findings))
    return [each for each in settled if each in free or each.start in starts]
