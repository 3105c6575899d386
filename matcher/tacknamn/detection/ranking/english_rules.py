"""Conduct the rules for English texts that look words up: names of several words, and names that are
words.
"""

from operator import attrgetter
from typing import Final, final

from tacknamn.detection.ranking.capitals import CapitalUse, judge_capitals
from tacknamn.detection.ranking.detections import drop_overlapping, drop_shorter, is_by_ending
from tacknamn.detection.ranking.english_addresses import settle_addresses
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
from tacknamn.detection.ranking.forms import OrdinaryWords
from tacknamn.detection.ranking.introduced_pieces import add_introduced
from tacknamn.detection.ranking.introductions import Introduction, Lookup, has_first_name
from tacknamn.detection.ranking.pieces import LetterCase, WeightedPiece
from tacknamn.detection.ranking.schools import is_mostly_first
from tacknamn.labels import GENITIVE
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.records import Finding
from tacknamn.support.expressions import compile_lazily

__all__ = ["EnglishRules"]

_BEFORE_PLACES: Final = frozenset(("at", "from", "in", "near", "of", "on", "to"))
_LONGEST_BEFORE: Final = 12
"""Characters before a phrase that are read."""
_MONTH: Final = "month_word"
_START: Final = attrgetter("start")
_FIRMS: Final = frozenset(("aer", "air", "banco", "bus", "radio"))
"""Heads before the names of firms, which are also ordinary words."""
_SMALL_WORD: Final = compile_lazily(r"[a-z]{3,}(?![\w'’-])")
_ENGLISH_GENITIVES: Final = ("'s", "’s")
LONGEST_FOLLOWING: Final = 12
"""Characters behind a possible name that are read."""


@final
class EnglishRules:
    """The rules of English texts, for one lexicon."""

    def __init__(
        self, lexicon: Lexicon, words: OrdinaryWords, english: EnglishWords, look_up: Lookup
    ) -> None:
        self._lexicon = lexicon
        self._words = words
        self._english = english
        self._look_up = look_up

    def add_phrases(self, text: str, findings: list[Finding]) -> list[Finding]:
        """Return the findings together with names of several words that are known by their head.
        A longer name replaces a shorter one of the same kind of evidence."""
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

    def _drop_months(self, text: str, findings: list[Finding]) -> list[Finding]:
        """Return the findings without months that are first names: *my sister june says*."""
        if not any(finding.label == _MONTH for finding in findings):
            return findings
        capitals = judge_capitals(text, [])
        names, _ = find_english_names(text, self._lexicon, self._look_up, capitals)
        starts = {name.start for name in names}
        return [
            finding
            for finding in findings
            if finding.label != _MONTH or finding.start not in starts
        ]

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
        return is_first and any(map(self._words.has, phrase.words))

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

    def settle_words(
        self,
        text: str,
        weights: list[WeightedPiece],
        findings: list[Finding],
        capitals: CapitalUse,
    ) -> list[WeightedPiece]:
        """Return the pieces with the names that are words where grammar says so, and without those
        that are words."""
        names, words = find_english_names(text, self._lexicon, self._look_up, capitals)
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
        names = sorted([*names, *self._find_last_names(text, kept, names)], key=_START)
        settled = settle_addresses(text, kept, findings)
        return add_introduced(settled, list(drop_overlapping(names, findings)))

    def _find_last_names(
        self, text: str, weights: list[WeightedPiece], names: list[Introduction]
    ) -> list[Introduction]:
        """Return the surnames in entries that begin with a first name: the town *Rose Hill*."""
        ends = {name.start: name.end for name in names if not name.is_surname}
        found: list[Introduction] = []
        for weighted in weights:
            piece = weighted.piece
            start = ends.get(piece.start, piece.end) + 1
            if start >= piece.end or has_first_name(piece.form):
                continue
            word = text[start : piece.end]
            base = word[:-2] if word.endswith(_ENGLISH_GENITIVES) else word
            form, entry = self._look_up(base.capitalize())
            bits = GENITIVE if base is not word else 0
            found.append(Introduction(start, piece.end, "", form, entry, True, bits, piece.case))
        return found

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
