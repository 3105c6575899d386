"""Read the pieces of a text that may be names: what the lists match, and other capitalized words."""

import re
from functools import lru_cache
from operator import attrgetter
from typing import Final, final

from tacknamn.detection.medicine.terms import find_kind, is_letter_of_term, is_medical_term
from tacknamn.detection.ranking.capitals import (
    find_capitalized_words,
    is_initial,
    is_numbered,
    is_preposition,
    is_pronoun,
    is_school_class,
    read_case,
)
from tacknamn.detection.ranking.chat_words import is_chat_word
from tacknamn.detection.ranking.detections import drop_covered_matches, drop_taken, split_at_hyphens
from tacknamn.detection.ranking.english_words import EnglishWords
from tacknamn.detection.ranking.foreign_phrases import is_part_of_thing
from tacknamn.detection.ranking.forms import LONGEST_KEPT, WORDS_KEPT, Form, Forms, OrdinaryWords
from tacknamn.detection.ranking.label_groups import INSTITUTIONS
from tacknamn.detection.ranking.name_cues import (
    TITLES,
    is_after_greeting,
    is_after_slash,
    is_cue,
    is_first_of_signature,
)
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece
from tacknamn.detection.ranking.place_pieces import COMPASS, read_part_of_country
from tacknamn.detection.ranking.schools import is_mostly_first
from tacknamn.detection.ranking.spellings import strip_accents
from tacknamn.labels import GENITIVE
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher, Spans
from tacknamn.matching.semantics import EDITS_SHIFT
from tacknamn.records import Finding

__all__ = ["PieceReader"]

_AFFIX_BITS: Final = (1 << EDITS_SHIFT) - 1
_LONGEST_BEFORE: Final = 12
"""Characters before a phrase that are read."""
_ENGLISH_GENITIVES: Final = ("'s", "’s")
_PEOPLE: Final = "ethnicity"
"""The label of words that may be inflected and a name: *samer*."""
_START: Final = attrgetter("start")
_DIGIT: Final = re.compile(r"\d")
LONGEST_BEFORE_DOSE: Final = 12
"""Characters behind a drug in which a dose begins: * retard, 5 mg*."""
LONGEST_FOLLOWING: Final = 12
"""Characters behind a possible name that are read."""
_AFTER_SUBJECT: Final = frozenset(
    ("had", "has", "is", "said", "says", "was", "went", "will", "would")
)
"""Verbs after names at the start of a sentence."""
LONGEST_ACRONYM: Final = 5
"""Letters of an acronym. A longer word in capitals that English has is that word."""
MOST_ORDINARY: Final = 3000.0
"""A form at the start of a sentence is considered unless it is a word this many times as often as a
name."""
WITHIN: Final = "a "
"""A word to put before a name, so that its capital is not that of a sentence."""


@final
class PieceReader:
    """Reads the pieces of texts, and looks up single words. Threads may share it."""

    def __init__(
        self, lexicon: Lexicon, words: OrdinaryWords, language: str = "sv", fuzzy: bool = False
    ) -> None:
        """Make a reader.

        Args:
            words: The ordinary words of the lexicon.
            fuzzy: Whether to look for misspelt names among all names of the lists.
        """
        self._lexicon = lexicon
        self._words = words
        self._matcher = Matcher(lexicon, fuzzy=fuzzy)
        self._forms = Forms(lexicon, language)
        self._is_english = language == "en"
        self._kept = lru_cache(WORDS_KEPT)(self._match_within)
        self._left_out: set[str] = set()
        """Ordinary words that are no pieces at the start of a sentence, as most are that stand
        there. Remembered within a limit."""
        self.english = EnglishWords(words, self.look_up)
        """What is a word in English texts."""

    def find_pieces(
        self,
        text: str,
        findings: list[Finding],
        in_note: bool = False,
        found: Spans | None = None,
    ) -> list[TextPiece]:
        """Return the pieces of a text that may be names, from left to right.

        Args:
            found: What the matcher finds in the text, if it was asked before.
        """
        # Matches of the lists, unless a finding covers them.
        matches = list(self._matcher.spans(text) if found is None else found)
        listed = [
            TextPiece(start, end, read_case(text, start, end), form, entry, bits & _AFFIX_BITS,
                      bits >> EDITS_SHIFT)
            for start, end, entry, bits in drop_covered_matches(matches, findings)
            if (form := self._read_form(text, start, end, entry, bits)) is not None
        ]  # fmt: skip
        if self._is_english:
            read = [self.english.read(text, piece) for piece in listed]
            listed = [piece for piece in read if piece is not None]
        doubles = [piece for piece in listed if text.find(" ", piece.start, piece.end) >= 0]
        if doubles:
            listed = [part for piece in listed for part in self._split_first_names(text, piece)]
        # Capitalized words that neither lists nor patterns have.
        taken = [(start, end) for start, end, _, _ in matches]
        words = find_capitalized_words(text, None if self._is_english else self._left_out)
        if not words:
            return self._drop_parts(text, listed, in_note)
        words = drop_taken(split_at_hyphens(text, words, taken), taken)
        unlisted: list[TextPiece] = []
        for start, end in drop_taken(words, [(each.start, each.end) for each in findings]):
            piece = self._read_unlisted(text, start, end)
            if piece is not None:
                unlisted.append(piece)
        pieces = sorted([*listed, *unlisted], key=_START) if unlisted else listed
        return self._drop_parts(text, pieces, in_note)

    def _split_first_names(self, text: str, piece: TextPiece) -> list[TextPiece]:
        """Return the parts of an entry of several first names, if a capital follows: the town *Anna Maria*
        in *Anna Maria Karin Ek*, the first name *Muhammad Ali* in *Muhammad Ali Hassan*."""
        start, end = piece.start, piece.end
        has_capital = text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()
        if not has_capital or piece.affix_bits or " " not in text[start:end]:
            return [piece]
        parts: list[TextPiece] = []
        for word in text[start:end].split(" "):
            form, entry = self.look_up(word)
            if not is_mostly_first(form):
                return [piece]
            parts.append(TextPiece(start, start + len(word), piece.case, form, entry))
            start += len(word) + 1
        return parts

    def _drop_parts(self, text: str, pieces: list[TextPiece], in_note: bool) -> list[TextPiece]:
        """Return the pieces that are no parts of things, no terms of medicine, no words of chats."""
        if not pieces:
            return pieces
        if not self._is_english:
            pieces = [
                piece
                for piece in pieces
                if piece.case is LetterCase.LOWER
                or not is_part_of_thing(text, piece.start, piece.end)
            ]
        return _drop_terms(text, pieces, in_note)

    def match_many(self, texts: list[str]) -> list[Spans]:
        """Return what the matcher finds in each of many texts."""
        return self._matcher.spans_many(texts)

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
        if self._is_english and self.english.is_no_name(text, start, end):
            return None
        # The capital of al-Jadaan stands behind the article.
        case = LetterCase.TITLE if word[0].islower() else read_case(text, start, end)
        is_long = case is LetterCase.CAPITALS and end - start > LONGEST_ACRONYM
        if is_long and not self._is_english and self._words.has_english(word):
            return None  # SELECT
        is_signed = case is LetterCase.START and _is_signature(text, start, end)
        if self._is_english and case is LetterCase.START and not is_signed:
            listed = self._read_initial(start, end, word)
            if listed is not None:
                return listed
        if self._words.has(word):
            # A capital within a sentence makes an ordinary word a name: Donald Trump. Learners
            # write some capitals too many; the weights decide.
            is_doubted = self._is_english and not self.english.may_be_name(text, start, end)
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
            form, entry = self.look_up(plain)
            if form is not None and is_mostly_first(form):  # Élodie: the lists have Elodie
                return TextPiece(start, end, case, form, entry, 0, 1)
        if word.startswith(COMPASS):
            form = read_part_of_country(word, self._lexicon, self.look_up)
            if form is not None:
                return TextPiece(start, end, LetterCase.TITLE, form)
        if self._is_english and case is LetterCase.START and self._is_subject(text, word, end):
            case = LetterCase.TITLE
        is_compound = self._words.has_tail(word)
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
        form, entry = self.look_up(base)
        if form is None or self._words.has(base):
            return None
        bits = GENITIVE if len(base) < len(word) else 0
        return TextPiece(start, end, LetterCase.START, form, entry, bits)

    def _read_signed(self, start: int, end: int, word: str) -> TextPiece:
        """Return the piece of an ordinary word that is a name because it signs the text."""
        form, entry = self.look_up(word)
        source = PieceSource.WORD if form is None else PieceSource.LISTED
        return TextPiece(start, end, LetterCase.TITLE, form, entry, source=source)

    def _read_left_out(self, start: int, end: int, word: str) -> TextPiece | None:
        """Return the piece of an ordinary word at the start of a sentence that is a name elsewhere
        (*Hans kom*); the matcher leaves these out."""
        form, entry = self.look_up(word)
        if form is None or form.name_mentions * MOST_ORDINARY < form.word_mentions:
            self._leave_out(word)
            return None
        return TextPiece(start, end, LetterCase.START, form, entry)

    def _leave_out(self, word: str) -> None:
        """Remember that an ordinary word is no piece at the start of a sentence."""
        if len(word) <= LONGEST_KEPT and "-" not in word:
            if len(self._left_out) >= WORDS_KEPT:
                self._left_out.clear()
            self._left_out.add(word)

    def look_up(self, word: str) -> tuple[Form | None, int]:
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


def _is_signature(text: str, start: int, end: int) -> bool:
    """Return whether a text ends with this name."""
    if text[start - 1 : start] != "\n" and "/" not in text[max(0, start - _LONGEST_BEFORE) : start]:
        return False  # a shortcut for nearly all
    return (
        is_after_greeting(text, start)
        or is_first_of_signature(text, start, end)
        or is_after_slash(text, start, end)
    )
