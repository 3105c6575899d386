"""From a text to what points at somebody in it, each piece with one label."""

from collections.abc import Collection
from functools import lru_cache
from operator import attrgetter
from typing import Final

from tacknamn.detection.cues.finder import find_by_cues
from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.detection.ranking.best_labels import label_pieces
from tacknamn.detection.ranking.capitals import Capitals, judge_capitals
from tacknamn.detection.ranking.detections import build_detection, build_finding_detection
from tacknamn.detection.ranking.features import is_about_medicine
from tacknamn.detection.ranking.forms import Form, Forms
from tacknamn.detection.ranking.institutions import settle_institutions
from tacknamn.detection.ranking.model import RankingModel
from tacknamn.detection.ranking.multipart_names import join_hyphenated_names
from tacknamn.detection.ranking.name_cues import TITLES, is_cue
from tacknamn.detection.ranking.ordinary_words import LONGEST_KEPT, WORDS_KEPT, OrdinaryWords
from tacknamn.detection.ranking.overlaps import (
    BY_ENDING,
    drop_covered_matches,
    drop_overlapping,
    merge_detections,
    split_at_hyphens,
)
from tacknamn.detection.ranking.pieces import (
    LetterCase,
    PieceSource,
    TextPiece,
    find_capitalized_words,
    is_initial,
    is_numbered,
    is_preposition,
    read_case,
)
from tacknamn.detection.ranking.professions import settle_professions
from tacknamn.detection.ranking.repeats import label_repeats
from tacknamn.detection.ranking.rows import RowStep, build_rows
from tacknamn.detection.ranking.schools import (
    find_lower_case_schools,
    find_school_owner,
    is_mostly_first,
)
from tacknamn.detection.ranking.signatures import (
    is_after_greeting,
    is_after_slash,
    is_first_of_signature,
)
from tacknamn.detection.ranking.weights import WeightedPiece, weigh_piece
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tacknamn.matching.semantics import EDITS_SHIFT
from tacknamn.records import Detection, Finding

__all__ = ["Detector"]

_AFFIX_BITS: Final = (1 << EDITS_SHIFT) - 1
_RELATIVES_AND_JOBS: Final = frozenset(("edu", "fam", "prof"))
"""Labels of words of English that the lists have for what they are."""
_START: Final = attrgetter("start")
MOST_ORDINARY: Final = 3000.0
"""How much oftener a form may be a word than a name, if it is looked at where it begins a
sentence."""
WITHIN: Final = "a "
"""Something before a name, so that its capital is none of a sentence."""
FINDERS: Final = ("lists", "patterns", "marks")
"""Who looks, unless a profile says otherwise; masks and tab look by themselves."""


class Detector:
    """Labels what points at somebody. It may be shared by threads."""

    def __init__(
        self,
        lexicon: Lexicon,
        language: str = "sv",
        finders: Collection[str] = FINDERS,
        fuzzy: bool = False,
    ) -> None:
        """Make a labeller.

        Args:
            finders: Who looks: ``lists``, ``patterns``, ``find_by_cues``.
            fuzzy: Whether misspelt names are looked for among all names of the lists.
        """
        self._matcher = Matcher(lexicon, fuzzy=fuzzy)
        self._finders = frozenset(finders)
        self._forms = Forms(lexicon)
        self._words = OrdinaryWords(lexicon, language)
        self._language = language
        self._model = RankingModel.of(lexicon, language)
        self._kept = lru_cache(WORDS_KEPT)(self._looked_up)

    def label(self, text: str) -> list[Detection]:
        """What points at somebody, from left to right and without overlaps."""
        patterned = find_patterns(text, self._language) if "patterns" in self._finders else []
        findings = [one for one in patterned if not self._is_somebodys(text, one)]
        by_ending = [build_finding_detection(one) for one in findings if one.rule in BY_ENDING]
        others = [build_finding_detection(one) for one in findings if one.rule not in BY_ENDING]
        names = self._names(text, findings) if "lists" in self._finders else ()
        marked = find_by_cues(text, self._language) if "marks" in self._finders else ()
        schools = find_lower_case_schools(text, self._words) if "patterns" in self._finders else ()
        found = merge_detections(others, schools, names, by_ending, marked)
        return settle_professions(text, settle_institutions(text, found))

    def examples(self, text: str) -> tuple[Capitals, list[list[tuple[RowStep, list[str]]]]]:
        """What a model is fitted on: what capitals are worth, and the rows of pieces as lists and
        cues weigh them, each with its features."""
        findings = [
            one for one in find_patterns(text, self._language) if not self._is_somebodys(text, one)
        ]
        pieces = self._pieces(text, findings)
        capitals = judge_capitals(text, pieces)
        rows = build_rows(text, [weigh_piece(text, piece, capitals) for piece in pieces])
        features = self._model.features
        return capitals, [
            [(step, features(text, step.weighed, capitals)) for step in row] for row in rows
        ]

    def _names(self, text: str, findings: list[Finding]) -> list[Detection]:
        pieces = self._pieces(text, findings)
        capitals = judge_capitals(text, pieces)
        weights = self._weights(text, pieces, capitals)
        labels = label_pieces(text, weights, self._model.links, capitals)
        named = [one for one in label_repeats(text, labels, weights) if one.label]
        return join_hyphenated_names(text, [build_detection(text, one) for one in named])

    def _weights(
        self, text: str, pieces: list[TextPiece], capitals: Capitals
    ) -> list[WeightedPiece]:
        medicine = is_about_medicine(text)
        reweighed = self._model.weighed
        return [
            reweighed(text, weigh_piece(text, piece, capitals), capitals, medicine)
            for piece in pieces
        ]

    def _pieces(self, text: str, findings: list[Finding]) -> list[TextPiece]:
        hits = list(self._matcher.spans(text))
        known = [
            TextPiece(start, end, read_case(text, start, end), form, entry, bits & _AFFIX_BITS,
                  bits >> EDITS_SHIFT)
            for start, end, entry, bits in drop_covered_matches(hits, findings)
            if (form := self._form(text, start, end, entry, bits)) is not None
        ]  # fmt: skip
        if self._language == "en":
            known = [piece for piece in known if not self._is_english_word(text, piece)]
        words = split_at_hyphens(text, find_capitalized_words(text), hits)
        others = drop_overlapping(drop_overlapping(words, hits), findings)
        unknown = [piece for word in others if (piece := self._unknown(text, *word)) is not None]
        return sorted([*known, *unknown], key=_START) if unknown else known

    def _form(self, text: str, start: int, end: int, entry: int, bits: int) -> Form | None:
        if bits >> EDITS_SHIFT and is_cue(text[start:end].lower()):
            return None
        if not bits & _AFFIX_BITS or end - start > LONGEST_KEPT:
            return self._forms.of(entry)
        return self._forms.inflected(entry, text[start:end].lower())

    def _is_somebodys(self, text: str, finding: Finding) -> bool:
        """Whether what was found as a school is the one that somebody goes to: *Elias skola*."""
        name = find_school_owner(text, finding)
        return bool(name) and is_mostly_first(self._within(name)[0])

    def _signed(self, start: int, end: int, form: str) -> TextPiece:
        """An ordinary word that is a name here."""
        known, entry = self._within(form)
        sort = PieceSource.WORD if known is None else PieceSource.LISTED
        return TextPiece(start, end, LetterCase.TITLE, known, entry, sort=sort)

    def _passed_over(self, start: int, end: int, form: str) -> TextPiece | None:
        """A word that begins a sentence and is a name in others: *Hans kom*."""
        known, entry = self._within(form)
        if known is None or known.named * MOST_ORDINARY < known.ordinary:
            return None
        return TextPiece(start, end, LetterCase.START, known, entry)

    def _within(self, form: str) -> tuple[Form | None, int]:
        """What the lists have of a word within a sentence, and the number of the entry."""
        return self._kept(form) if len(form) <= LONGEST_KEPT else (None, -1)

    def _looked_up(self, form: str) -> tuple[Form | None, int]:
        for _, end, entry, _ in self._matcher.spans(WITHIN + form):
            known = self._forms.of(entry)
            if end == len(WITHIN + form) and known is not None:
                return known, entry
        return None, -1

    def _is_english_word(self, text: str, piece: TextPiece) -> bool:
        """Whether a hit is a common word of English that the lists have as a name: *was* is no
        genitive of the town Wa."""
        if piece.form is None or not _RELATIVES_AND_JOBS.isdisjoint(piece.form.senses):
            return False
        is_small = piece.case is LetterCase.LOWER or (
            piece.case is LetterCase.START and piece.affix_bits
        )
        return bool(is_small) and self._words.is_english(text[piece.start : piece.end])

    def _unknown(self, text: str, start: int, end: int) -> TextPiece | None:
        """A capitalised word that no list knows, or initials; None for an ordinary word."""
        form = text[start:end]
        if is_initial(form):
            if is_numbered(text, start) or is_preposition(text, start, end):
                return None
            return TextPiece(start, end, LetterCase.TITLE, sort=PieceSource.INITIAL)
        if form.lower() in TITLES:
            return None
        case = read_case(text, start, end)
        is_signed = case is LetterCase.START and _is_signature(text, start, end)
        if self._words.has(form):
            # A capital within a sentence: Donald Trump, unless it is a learner's.
            if case is LetterCase.TITLE:
                return TextPiece(start, end, LetterCase.TITLE, sort=PieceSource.WORD)
            return (self._signed if is_signed else self._passed_over)(start, end, form)
        if not form.isalpha() and any(map(str.isdecimal, form)):
            return None
        sort = PieceSource.COMPOUND if self._words.ends(form) else PieceSource.UNKNOWN
        return TextPiece(start, end, LetterCase.TITLE if is_signed else case, sort=sort)


def _is_signature(text: str, start: int, end: int) -> bool:
    """Whether a text ends with this name."""
    return (
        is_after_greeting(text, start)
        or is_first_of_signature(text, start, end)
        or is_after_slash(text, start, end)
    )
