"""From a text to what points at somebody in it, each piece with one label."""

from collections.abc import Collection
from functools import lru_cache
from operator import attrgetter
from typing import Final

from tacknamn.labelling.capitals import Capitals, capitals_of
from tacknamn.labelling.cues import TITLES, is_cue
from tacknamn.labelling.deciding import decided
from tacknamn.labelling.features import tells_of_medicine
from tacknamn.labelling.forms import Form, Forms
from tacknamn.labelling.hyphens import with_hyphens
from tacknamn.labelling.institutions import with_institutions
from tacknamn.labelling.model import Model
from tacknamn.labelling.overlaps import BY_ENDING, beside, joined, outside, parted
from tacknamn.labelling.pieces import (
    Case,
    Piece,
    Sort,
    capitalised_words,
    case_of,
    is_initial,
    is_numbered,
    is_preposition,
)
from tacknamn.labelling.professions import with_professions
from tacknamn.labelling.repeats import with_repeats
from tacknamn.labelling.rows import Step, rows_of
from tacknamn.labelling.signing import begins_signature, is_behind_greeting, is_behind_slash
from tacknamn.labelling.small_schools import small_schools
from tacknamn.labelling.somebodys import is_mostly_first, name_before_had
from tacknamn.labelling.telling import found_of, of_finding
from tacknamn.labelling.weights import Weighed, weighed
from tacknamn.labelling.words import LONGEST_KEPT, WORDS_KEPT, OrdinaryWords
from tacknamn.lexicon import Lexicon
from tacknamn.marking import marks
from tacknamn.matcher import Matcher
from tacknamn.matching import EDITS_SHIFT
from tacknamn.patterns import Finding, find
from tacknamn.pseudonymizing.records import Found

__all__ = ["Labeller"]

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


class Labeller:
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
            finders: Who looks: ``lists``, ``patterns``, ``marks``.
            fuzzy: Whether misspelt names are looked for among all names of the lists.
        """
        self._matcher = Matcher(lexicon, fuzzy=fuzzy)
        self._finders = frozenset(finders)
        self._forms = Forms(lexicon)
        self._words = OrdinaryWords(lexicon, language)
        self._language = language
        self._model = Model.of(lexicon, language)
        self._kept = lru_cache(WORDS_KEPT)(self._looked_up)

    def label(self, text: str) -> list[Found]:
        """What points at somebody, from left to right and without overlaps."""
        patterned = find(text, self._language) if "patterns" in self._finders else []
        findings = [one for one in patterned if not self._is_somebodys(text, one)]
        by_ending = [of_finding(one) for one in findings if one.rule in BY_ENDING]
        others = [of_finding(one) for one in findings if one.rule not in BY_ENDING]
        names = self._names(text, findings) if "lists" in self._finders else ()
        marked = marks(text, self._language) if "marks" in self._finders else ()
        schools = small_schools(text, self._words) if "patterns" in self._finders else ()
        found = joined(others, schools, names, by_ending, marked)
        return with_professions(text, with_institutions(text, found))

    def examples(self, text: str) -> tuple[Capitals, list[list[tuple[Step, list[str]]]]]:
        """What a model is fitted on: what capitals are worth, and the rows of pieces as lists and
        cues weigh them, each with its features."""
        findings = [one for one in find(text, self._language) if not self._is_somebodys(text, one)]
        pieces = self._pieces(text, findings)
        capitals = capitals_of(text, pieces)
        rows = rows_of(text, [weighed(text, piece, capitals) for piece in pieces])
        features = self._model.features
        return capitals, [
            [(step, features(text, step.weighed, capitals)) for step in row] for row in rows
        ]

    def _names(self, text: str, findings: list[Finding]) -> list[Found]:
        pieces = self._pieces(text, findings)
        capitals = capitals_of(text, pieces)
        weights = self._weights(text, pieces, capitals)
        labels = decided(text, weights, self._model.links, capitals)
        named = [one for one in with_repeats(text, labels, weights) if one.label]
        return with_hyphens(text, [found_of(text, one) for one in named])

    def _weights(self, text: str, pieces: list[Piece], capitals: Capitals) -> list[Weighed]:
        medicine = tells_of_medicine(text)
        reweighed = self._model.weighed
        return [
            reweighed(text, weighed(text, piece, capitals), capitals, medicine) for piece in pieces
        ]

    def _pieces(self, text: str, findings: list[Finding]) -> list[Piece]:
        hits = list(self._matcher.spans(text))
        known = [
            Piece(start, end, case_of(text, start, end), form, entry, bits & _AFFIX_BITS,
                  bits >> EDITS_SHIFT)
            for start, end, entry, bits in beside(hits, findings)
            if (form := self._form(text, start, end, entry, bits)) is not None
        ]  # fmt: skip
        if self._language == "en":
            known = [piece for piece in known if not self._is_english_word(text, piece)]
        words = parted(text, capitalised_words(text), hits)
        others = outside(outside(words, hits), findings)
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
        name = name_before_had(text, finding)
        return bool(name) and is_mostly_first(self._within(name)[0])

    def _signed(self, start: int, end: int, form: str) -> Piece:
        """An ordinary word that is a name here."""
        known, entry = self._within(form)
        sort = Sort.WORD if known is None else Sort.LISTED
        return Piece(start, end, Case.TITLE, known, entry, sort=sort)

    def _passed_over(self, start: int, end: int, form: str) -> Piece | None:
        """A word that begins a sentence and is a name in others: *Hans kom*."""
        known, entry = self._within(form)
        if known is None or known.named * MOST_ORDINARY < known.ordinary:
            return None
        return Piece(start, end, Case.START, known, entry)

    def _within(self, form: str) -> tuple[Form | None, int]:
        """What the lists have of a word within a sentence, and the number of the entry."""
        return self._kept(form) if len(form) <= LONGEST_KEPT else (None, -1)

    def _looked_up(self, form: str) -> tuple[Form | None, int]:
        for _, end, entry, _ in self._matcher.spans(WITHIN + form):
            known = self._forms.of(entry)
            if end == len(WITHIN + form) and known is not None:
                return known, entry
        return None, -1

    def _is_english_word(self, text: str, piece: Piece) -> bool:
        """Whether a hit is a common word of English that the lists have as a name: *was* is no
        genitive of the town Wa."""
        if piece.form is None or not _RELATIVES_AND_JOBS.isdisjoint(piece.form.senses):
            return False
        is_small = piece.case is Case.LOWER or (piece.case is Case.START and piece.affix_bits)
        return bool(is_small) and self._words.is_english(text[piece.start : piece.end])

    def _unknown(self, text: str, start: int, end: int) -> Piece | None:
        """A capitalised word that no list knows, or initials; None for an ordinary word."""
        form = text[start:end]
        if is_initial(form):
            if is_numbered(text, start) or is_preposition(text, start, end):
                return None
            return Piece(start, end, Case.TITLE, sort=Sort.INITIAL)
        if form.lower() in TITLES:
            return None
        case = case_of(text, start, end)
        is_signed = case is Case.START and _is_signed(text, start, end)
        if self._words.has(form):
            # A capital within a sentence: Donald Trump, unless it is a learner's.
            if case is Case.TITLE:
                return Piece(start, end, Case.TITLE, sort=Sort.WORD)
            return (self._signed if is_signed else self._passed_over)(start, end, form)
        if not form.isalpha() and any(map(str.isdecimal, form)):
            return None
        sort = Sort.COMPOUND if self._words.ends(form) else Sort.UNKNOWN
        return Piece(start, end, Case.TITLE if is_signed else case, sort=sort)


def _is_signed(text: str, start: int, end: int) -> bool:
    """Whether a text ends with this name."""
    return (
        is_behind_greeting(text, start)
        or begins_signature(text, start, end)
        or is_behind_slash(text, start, end)
    )
