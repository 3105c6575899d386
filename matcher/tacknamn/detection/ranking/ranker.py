"""Rank the names of one text: find the pieces, weigh their labels, build the detections."""

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final

from tacknamn.detection.cues.literals import LiteralMatch
from tacknamn.detection.medicine.terms import find_kind, is_letter_of_term, is_medical_term
from tacknamn.detection.ranking.best_labels import label_pieces
from tacknamn.detection.ranking.capitals import (
    CapitalUse,
    find_capitalized_words,
    is_initial,
    is_numbered,
    is_preposition,
    is_pronoun,
    is_school_class,
    judge_capitals,
    read_case,
)
from tacknamn.detection.ranking.chat_speakers import add_user_names, find_speakers
from tacknamn.detection.ranking.chat_words import is_chat_word
from tacknamn.detection.ranking.coordinated_names import add_coordinated
from tacknamn.detection.ranking.detections import (
    build_detection,
    drop_covered_matches,
    drop_overlapping,
    drop_shorter,
    drop_taken,
    is_by_ending,
    split_at_hyphens,
)
from tacknamn.detection.ranking.english_addresses import settle_addresses
from tacknamn.detection.ranking.english_joins import extend_english_names
from tacknamn.detection.ranking.english_names import find_english_names
from tacknamn.detection.ranking.english_phrases import (
    EnglishPhrase,
    find_addresses,
    find_countries,
    find_firms_of_two,
    find_phrases,
    find_saints,
    find_small_surnames,
    find_state_schools,
    find_states,
    make_finding,
    read_phrase,
)
from tacknamn.detection.ranking.english_small import find_small_names, may_be_small_surname
from tacknamn.detection.ranking.english_words import EnglishWords
from tacknamn.detection.ranking.features import is_about_medicine
from tacknamn.detection.ranking.foreign_phrases import is_part_of_thing, join_foreign_phrases
from tacknamn.detection.ranking.forms import LONGEST_KEPT, WORDS_KEPT, Form, Forms, OrdinaryWords
from tacknamn.detection.ranking.introduced_names import (
    add_introduced,
    find_introduced_names,
)
from tacknamn.detection.ranking.introduced_places import (
    COMPASS,
    add_introduced_places,
    read_part_of_country,
)
from tacknamn.detection.ranking.introductions import Introduction
from tacknamn.detection.ranking.label_groups import INSTITUTIONS
from tacknamn.detection.ranking.model import RankingModel
from tacknamn.detection.ranking.multipart_names import join_hyphenated_names
from tacknamn.detection.ranking.name_cues import (
    TITLES,
    is_after_greeting,
    is_after_slash,
    is_cue,
    is_first_of_signature,
)
from tacknamn.detection.ranking.name_extension import is_person_called
from tacknamn.detection.ranking.person_forms import settle_persons
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece, WeightedPiece
from tacknamn.detection.ranking.quoted_speakers import label_speakers
from tacknamn.detection.ranking.repeats import label_repeats
from tacknamn.detection.ranking.rows import RowStep, build_rows
from tacknamn.detection.ranking.same_persons import unify_spellings
from tacknamn.detection.ranking.schools import find_school_owner, is_mostly_first
from tacknamn.detection.ranking.small_repeats import add_small_repeats
from tacknamn.detection.ranking.small_surnames import add_small_surnames
from tacknamn.detection.ranking.spellings import strip_accents
from tacknamn.detection.ranking.weights import weigh_piece
from tacknamn.labels import GENITIVE
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tacknamn.matching.semantics import EDITS_SHIFT
from tacknamn.records import Detection, Finding
from tacknamn.support.expressions import compile_lazily

__all__ = ["NameRanker"]

_AFFIX_BITS: Final = (1 << EDITS_SHIFT) - 1
_BEFORE_PLACES: Final = frozenset(("at", "from", "in", "near", "of", "on", "to"))
_LONGEST_BEFORE: Final = 12
"""Characters before a phrase that are read."""
_MONTH: Final = "month_word"
_ENGLISH_GENITIVES: Final = ("'s", "’s")
_PEOPLE: Final = "ethnicity"
"""The label of words that may be inflected and a name: *samer*."""
_STREET: Final = "street"
"""The rule of the patterns that finds streets."""
_START: Final = attrgetter("start")
_FIRMS: Final = frozenset(("aer", "air", "banco", "bus", "radio"))
"""Heads before the names of firms, which are also ordinary words."""
_SMALL_WORD: Final = compile_lazily(r"[a-z]{3,}(?![\w'’-])")
_DIGIT: Final = re.compile(r"\d")
LONGEST_BEFORE_DOSE: Final = 12
"""Characters behind a drug in which a dose begins: * retard, 5 mg*."""
LONGEST_FOLLOWING: Final = 12
"""Characters behind a possible name that are read."""
_AFTER_SUBJECT: Final = frozenset(
    ("had", "has", "is", "said", "says", "was", "went", "will", "would")
)
"""Verbs after names at the start of a sentence."""
MOST_ORDINARY: Final = 3000.0
"""A form at the start of a sentence is considered unless it is a word this many times as often as a
name."""
WITHIN: Final = "a "
"""A word to put before a name, so that its capital is not that of a sentence."""


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
        self._matcher = Matcher(lexicon, fuzzy=fuzzy)
        self._forms = Forms(lexicon, language)
        self._language = language
        self._is_english = language == "en"
        self._thresholds = thresholds or {}
        self._model = RankingModel.read(lexicon, language)
        self._kept = lru_cache(WORDS_KEPT)(self._match_within)
        self._english = EnglishWords(self.words, self._look_up)

    def rank(
        self,
        text: str,
        findings: list[Finding],
        in_note: bool = False,
        introductions: Sequence[LiteralMatch] | None = None,
        medical: Sequence[LiteralMatch] | None = None,
        has_literals: bool = True,
    ) -> list[Detection]:
        """Return the names of a text, from left to right.

        Args:
            findings: The findings of the patterns; their parts of the text are no names.
            in_note: Whether the text is a note of a hospital.
            introductions: The cues that introduce names, if they were found before.
            medical: The words of medicine, if they were found before.
            has_literals: Whether the text may have what
                :func:`tacknamn.detection.ranking.added_persons.list_person_literals` lists.
        """
        pieces = self._find_pieces(text, findings, in_note)
        capitals = judge_capitals(text, pieces)
        weights = self._weigh(text, pieces, capitals, medical)
        speakers = find_speakers(text, self._lexicon, self._look_up)
        if speakers.names:
            weights = add_introduced(weights, list(drop_overlapping(speakers.names, findings)))
        if self._language == "sv":
            introduced = find_introduced_names(text, self._lexicon, self._look_up, introductions)
            weights = add_introduced(weights, list(drop_overlapping(introduced, findings)))
            weights = add_introduced_places(text, weights, findings, self._lexicon, self._look_up)
        if self._is_english:
            weights = self._settle_english_words(text, weights, findings, capitals)
        labelled = label_pieces(text, weights, self._model.links, capitals, self._thresholds)
        repeated = label_repeats(text, labelled, weights)
        if self._language == "sv":
            repeated = add_coordinated(text, repeated, self._lexicon, self._look_up)
            repeated = add_small_repeats(text, repeated, self._lexicon)
            repeated = unify_spellings(text, repeated)
        names = [piece for piece in repeated if piece.label]
        joined = join_hyphenated_names(text, [build_detection(text, piece) for piece in names])
        joined = add_user_names(text, joined, speakers.user_names)
        if self._is_english:
            return extend_english_names(text, joined)
        joined = join_foreign_phrases(text, pieces, joined, self.words, self._look_up)
        joined = label_speakers(text, joined)
        joined = add_small_surnames(text, joined, self._lexicon, self._look_up)
        settled = settle_persons(text, joined, self._lexicon, self._look_up, in_note, has_literals)
        return _drop_added(settled, joined, findings)

    def _settle_english_words(
        self,
        text: str,
        weights: list[WeightedPiece],
        findings: list[Finding],
        capitals: CapitalUse,
    ) -> list[WeightedPiece]:
        """Return the pieces with the names that are words where grammar says so, and without those
        that are words."""
        names, words = find_english_names(
            text, self._lexicon, self._look_up, capitals is CapitalUse.NEGLECTED
        )
        starts = {start for start, _ in words}
        kept = [
            weighted
            for weighted in weights
            if weighted.piece.start not in starts or weighted.piece.case is LetterCase.TITLE
        ]
        if capitals is CapitalUse.NEGLECTED:
            taken = {weighted.piece.start for weighted in kept}
            taken.update([finding.start for finding in findings])
            names = sorted([*names, *self._find_small_surnames(text, kept)], key=_START)
            towns = self._english.find_small_towns(text)
            kept += [town for town in towns if town.piece.start not in taken]
            kept.sort(key=lambda weighted: weighted.piece.start)
        settled = settle_addresses(text, kept, findings)
        return add_introduced(settled, list(drop_overlapping(names, findings)))

    def _find_small_surnames(self, text: str, weights: list[WeightedPiece]) -> list[Introduction]:
        """Return the surnames that are words behind first names in small letters: *olly marsh*."""
        found: list[Introduction] = []
        for weighted in weights:
            piece = weighted.piece
            if piece.case is not LetterCase.LOWER or piece.affix_bits or piece.form is None:
                continue
            if text[piece.end : piece.end + 1] != " " or not is_mostly_first(piece.form):
                continue
            start = piece.end + 1
            match = _SMALL_WORD.match(text, start)
            if match is None:
                continue
            following = text[match.end() : match.end() + LONGEST_FOLLOWING]
            if not may_be_small_surname(self._lexicon, match.group(), following):
                continue
            form, entry = self._look_up(match.group().capitalize())
            if form is not None and "surname" in form.candidates:
                found.append(
                    Introduction(start, match.end(), "", form, entry, True, 0, LetterCase.LOWER)
                )
        return found

    def _drop_months(self, text: str, findings: list[Finding]) -> list[Finding]:
        """Return the findings without months that are first names: *my sister june says*."""
        if not any(finding.label == _MONTH for finding in findings):
            return findings
        is_small = judge_capitals(text, []) is CapitalUse.NEGLECTED
        names, _ = find_english_names(text, self._lexicon, self._look_up, is_small)
        starts = {name.start for name in names}
        return [
            finding
            for finding in findings
            if finding.label != _MONTH or finding.start not in starts
        ]

    def list_examples(
        self, text: str, findings: list[Finding]
    ) -> tuple[CapitalUse, list[list[tuple[RowStep, list[str]]]]]:
        """Return what a model is fitted on: how the text uses capitals, and the rows of its pieces
        as lists and cues weigh them, each piece with its features."""
        pieces = self._find_pieces(text, findings)
        capitals = judge_capitals(text, pieces)
        rows = build_rows(text, [weigh_piece(text, piece, capitals) for piece in pieces])
        list_features = self._model.list_features
        return capitals, [
            [(step, list_features(text, step.weighted, capitals)) for step in row] for row in rows
        ]

    def drop_possessed_schools(self, text: str, findings: list[Finding]) -> list[Finding]:
        """Return the findings without schools that are a person's own (*Elias skola*), and without
        streets that are persons: *Jag heter Anna Park*."""
        return [
            finding
            for finding in findings
            if not self._is_possessed_school(text, finding)
            and not (finding.rule == _STREET and is_person_called(text, finding.start))
        ]

    def add_phrases(self, text: str, findings: list[Finding]) -> list[Finding]:
        """Return the findings together with names of several words that are known by their head.
        A longer name replaces a shorter one of the same kind of evidence."""
        if not self._is_english:
            return findings
        findings = self._drop_months(text, findings)
        phrases = [
            make_finding(phrase)
            for phrase in find_phrases(text)
            if not self._is_person(text, phrase) and not self._is_described(phrase)
        ]
        phrases += [make_finding(saint) for saint in find_saints(text) if self._is_saint(saint)]
        phrases.sort()
        phrases = sorted([*phrases, *drop_overlapping(self._find_firms(text), phrases)])
        for find in (
            find_countries,
            find_states,
            find_state_schools,
            find_small_surnames,
            find_addresses,
        ):
            phrases = sorted([*phrases, *drop_overlapping(find(text), phrases)])
        is_small = judge_capitals(text, []) is CapitalUse.NEGLECTED
        small = find_small_names(text, self._lexicon, is_small)
        if small:
            phrases = sorted([*small, *drop_overlapping(phrases, small)])
        by_ending = [
            finding
            for finding in findings
            if is_by_ending(finding) and not self._is_person(text, read_phrase(text, finding))
        ]
        by_shape = [finding for finding in findings if not is_by_ending(finding)]
        longer = drop_overlapping(drop_shorter(phrases, by_ending), by_shape)
        chosen = list(longer)
        return sorted([*by_shape, *chosen, *drop_overlapping(by_ending, chosen)])

    def _find_firms(self, text: str) -> list[Finding]:
        """Return firms with two names."""
        return [
            firm
            for firm, (first, second) in find_firms_of_two(text)
            if not (
                is_mostly_first(self._look_up(first)[0])
                and is_mostly_first(self._look_up(second)[0])
            )
        ]

    def _is_described(self, phrase: EnglishPhrase) -> bool:
        """Return whether a phrase is a noun before words: *Bus Pass*, but not *Air Nostrum*."""
        is_first = phrase.label == "work" and phrase.head in _FIRMS
        return is_first and any(map(self.words.has, phrase.words))

    def _is_saint(self, phrase: EnglishPhrase) -> bool:
        """Return whether a first name stands after *st*, also in the genitive: *st marys*."""
        name = phrase.words[0].removesuffix("'s")
        return any(
            is_mostly_first(self._look_up(form.capitalize())[0])
            for form in (name, name.removesuffix("s"))
        )

    def _is_person(self, text: str, phrase: EnglishPhrase) -> bool:
        """Return whether a phrase is rather the name of a person: *Diane Lane*, *Martin Day*, but
        not *8 Martin Street*, *in Martin Street*."""
        if not phrase.label:
            return any(is_mostly_first(self._look_up(word)[0]) for word in phrase.words)
        if len(phrase.words) != 1 or not is_mostly_first(self._look_up(phrase.words[0])[0]):
            return False
        before = text[max(0, phrase.start - _LONGEST_BEFORE) : phrase.start].split()
        if before and (before[-1].lower() in _BEFORE_PLACES or before[-1][-1].isdigit()):
            return False
        head = self._look_up(phrase.head.capitalize())[0]
        return head is not None and "surname" in head.candidates

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

    def _find_pieces(
        self, text: str, findings: list[Finding], in_note: bool = False
    ) -> list[TextPiece]:
        """Return the pieces of a text that may be names, from left to right."""
        # Matches of the lists, unless a finding covers them.
        matches = list(self._matcher.spans(text))
        listed = [
            TextPiece(start, end, read_case(text, start, end), form, entry, bits & _AFFIX_BITS,
                      bits >> EDITS_SHIFT)
            for start, end, entry, bits in drop_covered_matches(matches, findings)
            if (form := self._read_form(text, start, end, entry, bits)) is not None
        ]  # fmt: skip
        if self._is_english:
            read = [self._english.read(text, piece) for piece in listed]
            listed = [piece for piece in read if piece is not None]
        # Capitalized words that neither lists nor patterns have.
        taken = [(start, end) for start, end, _, _ in matches]
        words = drop_taken(split_at_hyphens(text, find_capitalized_words(text), taken), taken)
        unlisted: list[TextPiece] = []
        for start, end in drop_taken(words, [(each.start, each.end) for each in findings]):
            piece = self._read_unlisted(text, start, end)
            if piece is not None:
                unlisted.append(piece)
        pieces = sorted([*listed, *unlisted], key=_START) if unlisted else listed
        if not self._is_english:
            pieces = [
                piece
                for piece in pieces
                if piece.case is LetterCase.LOWER
                or not is_part_of_thing(text, piece.start, piece.end)
            ]
        return _drop_terms(text, pieces, in_note)

    def _read_form(self, text: str, start: int, end: int, entry: int, bits: int) -> Form | None:
        """Return what the lists say of a match; None if it is no name."""
        if bits >> EDITS_SHIFT and is_cue(text[start:end].lower()):
            return None
        if not bits & _AFFIX_BITS or end - start > LONGEST_KEPT:
            return self._forms.get(entry)
        return self._forms.get_inflected(entry, text[start:end].lower(), bits & _AFFIX_BITS)

    def _read_unlisted(self, text: str, start: int, end: int) -> TextPiece | None:
        """Return the piece of a capitalized word that no list matches, or of initials; None for an
        ordinary word."""
        word = text[start:end]
        if word[0] in "IVX" and is_school_class(text, start, end):
            return None
        if is_initial(word):
            if is_numbered(text, start) or is_preposition(text, start, end):
                return None
            if self._is_english and is_pronoun(text, start, end):
                return None
            return TextPiece(start, end, LetterCase.TITLE, source=PieceSource.INITIAL)
        if word.lower() in TITLES:
            return None
        if self._is_english and self._english.is_no_name(text, start, end):
            return None
        # The capital of al-Jadaan stands behind the article.
        case = LetterCase.TITLE if word[0].islower() else read_case(text, start, end)
        is_signed = case is LetterCase.START and _is_signature(text, start, end)
        if self._is_english and case is LetterCase.START and not is_signed:
            listed = self._read_initial(start, end, word)
            if listed is not None:
                return listed
        if self.words.has(word):
            # A capital within a sentence makes an ordinary word a name: Donald Trump. Learners
            # write some capitals too many; the weights decide.
            is_doubted = self._is_english and not self._english.may_be_name(text, start, end)
            if is_doubted and not is_signed:
                return self._read_left_out(start, end, word) if case is LetterCase.START else None
            if case is LetterCase.TITLE:
                return TextPiece(start, end, LetterCase.TITLE, source=PieceSource.WORD)
            if is_signed:
                return self._read_signed(start, end, word)
            return self._read_left_out(start, end, word)
        if not word.isalpha() and any(map(str.isdecimal, word)):
            return None
        if not word.isascii() and (plain := strip_accents(word)) != word:
            form, entry = self._look_up(plain)
            if form is not None and is_mostly_first(form):  # Élodie: the lists have Elodie
                return TextPiece(start, end, case, form, entry, 0, 1)
        if word.startswith(COMPASS):
            form = read_part_of_country(word, self._lexicon, self._look_up)
            if form is not None:
                return TextPiece(start, end, LetterCase.TITLE, form)
        if self._is_english and case is LetterCase.START and self._is_subject(text, word, end):
            case = LetterCase.TITLE
        is_compound = self.words.has_tail(word)
        source = PieceSource.COMPOUND if is_compound else PieceSource.UNKNOWN
        return TextPiece(start, end, LetterCase.TITLE if is_signed else case, source=source)

    def _is_subject(self, text: str, word: str, end: int) -> bool:
        """Return whether an unlisted word at the start of a sentence is rather a name than a misspelt
        word: a comma, a genitive or a verb of the third person follows (*Isner, who won*), and it
        has no ending of an adverb."""
        if word.endswith("ly") or self._lexicon.count_misspellings(word.lower(), "en"):
            return False
        following = text[end : end + LONGEST_FOLLOWING]
        if following.startswith(("'s ", "’s ", ", ")):
            return True
        return following[:1] == " " and following.split(" ")[1] in _AFTER_SUBJECT

    def _read_initial(self, start: int, end: int, word: str) -> TextPiece | None:
        """Return the piece of a name at the start of an English sentence. The matcher leaves out
        common ones (*George*, *London's*), because they are frequent in English."""
        base = word[:-2] if word.endswith(_ENGLISH_GENITIVES) else word
        form, entry = self._look_up(base)
        if form is None or self.words.has(base):
            return None
        bits = GENITIVE if len(base) < len(word) else 0
        return TextPiece(start, end, LetterCase.START, form, entry, bits)

    def _read_signed(self, start: int, end: int, word: str) -> TextPiece:
        """Return the piece of an ordinary word that is a name because it signs the text."""
        form, entry = self._look_up(word)
        source = PieceSource.WORD if form is None else PieceSource.LISTED
        return TextPiece(start, end, LetterCase.TITLE, form, entry, source=source)

    def _read_left_out(self, start: int, end: int, word: str) -> TextPiece | None:
        """Return the piece of an ordinary word at the start of a sentence that is a name elsewhere
        (*Hans kom*); the matcher leaves these out."""
        form, entry = self._look_up(word)
        if form is None or form.name_mentions * MOST_ORDINARY < form.word_mentions:
            return None
        return TextPiece(start, end, LetterCase.START, form, entry)

    def _look_up(self, word: str) -> tuple[Form | None, int]:
        """Return what the lists say of a word within a sentence, and the number of its entry."""
        return self._kept(word) if len(word) <= LONGEST_KEPT else (None, -1)

    def _match_within(self, word: str) -> tuple[Form | None, int]:
        for start, end, entry, bits in self._matcher.spans(WITHIN + word):
            form = self._forms.get(entry)
            is_whole = start == len(WITHIN) and end == len(WITHIN + word)
            if is_whole and form is not None and (not bits or _PEOPLE in form.candidates):
                return form, entry
        return None, -1


def _drop_terms(text: str, pieces: list[TextPiece], in_note: bool) -> list[TextPiece]:
    """Return the pieces that are no terms of medicine and no words of chats."""
    kept: list[TextPiece] = []
    for piece in pieces:
        form = piece.form
        is_small = piece.case is LetterCase.LOWER
        if form is not None and form.is_noun and is_small:
            kept.append(piece)  # a shortcut for most pieces, which are common nouns
            continue
        if is_small and is_chat_word(text, piece.start, piece.end):
            continue
        if piece.source is PieceSource.INITIAL:
            is_term = is_letter_of_term(text, piece.start, piece.end, in_note)
        else:
            is_listed = form is not None and not piece.edits and not (is_small and piece.affix_bits)
            is_name = (
                is_listed and form is not None and not INSTITUTIONS.issuperset(form.candidates)
            )
            is_term = _may_be_term(text, piece, is_name, in_note) and is_medical_term(
                text, piece.start, piece.end, is_name, in_note, is_listed
            )
        if not is_term:
            kept.append(piece)
    return kept


def _may_be_term(text: str, piece: TextPiece, is_name: bool, in_note: bool) -> bool:
    """Return whether a piece needs a closer look. Most do not: outside of notes, words that no table
    of medicine has, unless they are unlisted and a dose may follow."""
    start, end = piece.start, piece.end
    if in_note or end - start > LONGEST_KEPT:
        return True
    word = text[start:end]
    if text[start - 1 : start] == "-" or text[end : end + 1] == "-" or find_kind(word.lower()):
        return True
    if is_name:
        return False
    return "-" in word or _DIGIT.search(text, end, end + LONGEST_BEFORE_DOSE) is not None


def _drop_added(
    settled: list[Detection], detections: list[Detection], findings: list[Finding]
) -> list[Detection]:
    """Return the settled detections without added ones that share characters with a finding."""
    starts = {detection.start for detection in detections}
    if not any(each.start not in starts for each in settled):
        return settled
    free = set(drop_overlapping(settled, findings))
    return [each for each in settled if each in free or each.start in starts]


def _is_signature(text: str, start: int, end: int) -> bool:
    """Return whether a text ends with this name."""
    if text[start - 1 : start] != "\n" and "/" not in text[max(0, start - _LONGEST_BEFORE) : start]:
        return False  # a shortcut for nearly all
    return (
        is_after_greeting(text, start)
        or is_first_of_signature(text, start, end)
        or is_after_slash(text, start, end)
    )
