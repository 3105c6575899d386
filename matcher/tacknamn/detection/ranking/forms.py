"""What the lexicon says of a form: which names it may be, and whether it is an ordinary word.

The word lists contain names, too: a count of newspaper words counts *Reagan*. So a Swedish word is
ordinary if a dictionary has it as anything but a proper noun. In Swedish texts, an English word is
ordinary if it is common. In English texts the English dictionary decides, and what the form is in
Swedish does not count: *Hans* is no pronoun there.
"""

from functools import lru_cache
from typing import Final, final

from tacknamn.detection.ranking.label_groups import NOUNS, PERSONS, PLACES
from tacknamn.labels import DEFINITE, LABELS, PLURAL, Label
from tacknamn.lexicon.lexicon import (
    ENGLISH_NOUN,
    ENGLISH_ORIGIN,
    ENGLISH_SAYS,
    ENGLISH_SMALL,
    PROPER_NOUN,
    Lexicon,
    OrdinaryWord,
)
from tacknamn.text.fold import Folded, fold

__all__ = [
    "LONGEST_KEPT",
    "WORDS_KEPT",
    "Form",
    "Forms",
    "OrdinaryWords",
]

_RENAMED: Final = {Label.NATIONALITY: "ethnicity"}
"""Labels of the lists that the taxonomy calls by another name."""
_LEFT_TO_PATTERNS: Final = frozenset(
    (Label.AGE_STRING, Label.DAY, Label.MONTH_WORD, Label.ZIP_CODE)
)
"""Labels that the patterns decide, because a word alone is not enough for them."""
_NAMES: Final = tuple(
    "" if label in _LEFT_TO_PATTERNS else _RENAMED.get(label, str(label)) for label in LABELS
)
"""The taxonomy's name of each label of the lists; empty for labels that are not decided here."""
_NOUN_NUMBERS: Final = frozenset(number for number, name in enumerate(_NAMES) if name in NOUNS)
"""The numbers of the labels of common nouns, which count no uses as another word."""
_OF_NOUNS: Final = DEFINITE | PLURAL
SHORTEST_INHABITANT: Final = 2
"""Letters that the shortest word for an inhabitant adds to the town: *Mölndalsbo*."""
FORMS_KEPT: Final = 1 << 15
"""Forms whose candidates are remembered: a few megabytes, and more names than any essay has."""
WORDS_KEPT: Final = 1 << 14
"""Words whose answer is remembered."""
COMMON_IN_ENGLISH: Final = 4.5
"""The Zipf frequency from which an English word in a Swedish text is no name. Such words are titles
and brands (*The Real Estate Council*); names are rarer (*Parker* 4.2)."""
COLLOQUIAL: Final = 3.5
"""The Zipf frequency from which a word that the English dictionary does not have is a word all the
same, in English texts: *gonna*, *mum's* without the apostrophe."""
OF_ORIGIN: Final = 50.0
"""How much rarer an adjective made from a name (*Canadian*) is a name than its capital suggests."""
OFTEN: Final = 3.5
"""The Zipf frequency from which a Swedish word is rather a word than a school's name in lower
case."""
LONGEST_KEPT: Final = 100
"""Letters of the longest word that is remembered; no list has a longer one."""
LONGEST_TAIL: Final = 40
"""Letters of the longest tail of a compound that is looked up: a text may have words of a million
letters."""
SHORTEST_HEAD, SHORTEST_TAIL = 3, 4
"""Letters that the parts of a compound must have; shorter tails end names, too (*Lindgren*,
*Sternlieb*)."""

MORE_ORIGIN: Final = 30.0
"""A nationality that occurs this many times as often as the name is no name: *Danish*."""


@final
class FormCandidate:
    """A label that a form may have. Its texts are read from the lexicon when they are asked for."""

    __slots__ = ("_folded", "_lexicon", "_row", "_texts", "mentions")

    def __init__(self, lexicon: Lexicon, row: int, mentions: float) -> None:
        self._lexicon = lexicon
        self._row = row
        self._texts: dict[str, str] | None = None
        self._folded: Folded | None = None
        self.mentions = mentions
        """How often the form has this label, per billion words of ordinary text."""

    @property
    def form(self) -> str:
        """The form in its usual spelling."""
        return self._read("display")

    @property
    def folded(self) -> Folded:
        """The form as texts are compared."""
        if self._folded is None:
            self._folded = fold(self.form)
        return self._folded

    @property
    def country(self) -> str:
        """The country of the likeliest entry."""
        return self._read("country")

    @property
    def parent(self) -> str:
        """The municipality, region or town in which that entry lies."""
        return self._read("parent")

    def _read(self, column: str) -> str:
        if self._texts is None:
            self._texts = {}
        text = self._texts.get(column)
        if text is None:
            text = self._texts[column] = self._lexicon.read_column(self._row, column)
        return text


@final
class Form:
    """One form of the lists and what it may be."""

    __slots__ = ("candidates", "is_noun", "misspelt_mentions", "name_mentions", "word_mentions")

    def __init__(
        self,
        candidates: dict[str, FormCandidate],
        word_mentions: float,
        name_mentions: float,
        is_noun: bool = False,
        misspelt_mentions: float = 0.0,
    ) -> None:
        self.candidates = candidates
        """By label, as the taxonomy calls it."""
        self.word_mentions = word_mentions
        """How often the form is an ordinary word, per billion words of ordinary text."""
        self.name_mentions = name_mentions
        """How often it is a name, in the same unit."""
        self.is_noun = is_noun
        """Whether it is only ever a common noun. The words around it then carry no information."""
        self.misspelt_mentions = misspelt_mentions
        """How often it is a misspelling of a frequent word, in the same unit: *bode* for *bodde*."""


class Forms:
    """The forms of one lexicon, in texts of one language."""

    def __init__(self, lexicon: Lexicon, language: str = "sv") -> None:
        self._lexicon = lexicon
        self._language = language
        self._is_english = language == "en"
        self.get = lru_cache(FORMS_KEPT)(self._read)
        """The form with this entry number; None if none of its labels is decided here."""
        self.get_inflected = lru_cache(FORMS_KEPT)(self._read_inflected)
        """The same for a word that inflects the form. It counts the uses of the word itself, too:
        *hon* (she) is common, and so hardly ever an inflection of the name Ho."""

    def _read_inflected(self, entry: int, word: str, affix_bits: int) -> Form | None:
        form = self.get(entry)
        known = self._lexicon.word(word)
        if form is None:
            return None
        candidates, name_mentions = form.candidates, form.name_mentions
        if affix_bits & _OF_NOUNS:
            candidates = self._select_inflected(form, entry, word)
            name_mentions = sum(
                [
                    candidate.mentions
                    for label, candidate in candidates.items()
                    if label not in NOUNS
                ]
            )
            if not candidates:
                return None
        word_mentions = form.word_mentions
        if known is not None and self._is_english:
            word_mentions = max(word_mentions, count_english_uses(known))
        elif known is not None and known.pos & ~PROPER_NOUN:
            word_mentions = max(word_mentions, 10**known.zipf_sv)
        misspelt = self._lexicon.count_misspellings(word, self._language)
        return Form(candidates, word_mentions, name_mentions, not name_mentions, misspelt)

    def _select_inflected(self, form: Form, entry: int, word: str) -> dict[str, FormCandidate]:
        """Return the candidates of a form that may be definite or plural. Nouns and institutions are
        inflected, towns only as their inhabitants are called, persons never: *bor* belongs to no
        Bo, although a club has that name, too."""
        is_inhabitant = len(word) - len(self._lexicon.read_form(entry)) >= SHORTEST_INHABITANT
        never = PERSONS if is_inhabitant else PERSONS | PLACES
        return {
            label: candidate for label, candidate in form.candidates.items() if label not in never
        }

    def _read(self, entry: int) -> Form | None:
        senses, word_mentions = self._lexicon.weigh_labels(entry)
        if self._is_english and not _NOUN_NUMBERS.intersection([number for _, number, _ in senses]):
            word = self._lexicon.word(self._lexicon.read_column(senses[0][0], "display"))
            word_mentions = 0.0 if word is None else count_english_uses(word)
        candidates: dict[str, FormCandidate] = {}
        name_mentions = 0.0
        for row, number, mentions in senses:
            label = _NAMES[number]
            if not label:
                word_mentions += mentions
                continue
            candidates[label] = FormCandidate(self._lexicon, row, mentions)
            if label not in NOUNS:
                name_mentions += mentions
        if not candidates:
            return None
        misspelt = 0.0
        if name_mentions:
            text = self._lexicon.read_form(entry)
            misspelt = self._lexicon.count_misspellings(text, self._language)
        return Form(candidates, word_mentions, name_mentions, not name_mentions, misspelt)


_SCHOOL_NAMES: Final = frozenset(("surname", "city"))


def count_english_uses(word: OrdinaryWord) -> float:
    """Return how often a form is an ordinary word in a billion words of English text."""
    if word.english & ENGLISH_SMALL:
        return float(10**word.zipf_en)
    if word.english & ENGLISH_ORIGIN:
        return float(10**word.zipf_en) * OF_ORIGIN
    return float(10**word.zipf_en) if _is_colloquial(word) else 0.0


def _is_colloquial(word: OrdinaryWord) -> bool:
    return not word.english and word.zipf_en >= COLLOQUIAL


def _is_english_word(word: OrdinaryWord) -> bool:
    return bool(word.english & ENGLISH_SMALL) or _is_colloquial(word)


class OrdinaryWords:
    """The ordinary words of one lexicon."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self._lexicon = lexicon
        self._is_english = language == "en"
        self._has_short = lru_cache(WORDS_KEPT)(self._look_up)
        self._has_short_tail = lru_cache(WORDS_KEPT)(self._look_up_tail)

    def has(self, form: str) -> bool:
        """Return whether this is an ordinary word, or the genitive of one."""
        return len(form) <= LONGEST_KEPT and self._has_short(form)

    def has_common(self, form: str) -> bool:
        """Return whether this is a common Swedish word, or the first part of compounds with one:
        *invandrar-*, *sjukvårds-*."""
        forms = (form, form.removesuffix("s"), f"{form}e", f"{form}a")
        return len(form) <= LONGEST_KEPT and any(self._is_common(variant) for variant in forms)

    def is_name(self, form: str) -> bool:
        """Return whether the lists have a surname or a town of this form, which schools are called
        after: *lindblom*."""
        if len(form) > LONGEST_KEPT:
            return False
        return any(entry.label in _SCHOOL_NAMES for entry in self._lexicon.lookup(form))

    def _is_common(self, form: str) -> bool:
        word = self._lexicon.word(form)
        return word is not None and word.zipf_sv >= OFTEN

    def get(self, form: str) -> OrdinaryWord | None:
        """Return what the word lists say of a form."""
        return self._lexicon.word(form) if len(form) <= LONGEST_KEPT else None

    def has_english(self, form: str) -> bool:
        """Return whether this is an English word in small letters."""
        word = self._lexicon.word(form) if len(form) <= LONGEST_KEPT else None
        return word is not None and _is_english_word(word)

    def is_only_word(self, form: str) -> bool:
        """Return whether English writes this only in small letters."""
        word = self._lexicon.word(form) if len(form) <= LONGEST_KEPT else None
        return word is not None and word.english & ENGLISH_SMALL == word.english != 0

    def is_noun(self, form: str) -> bool:
        """Return whether this is an English noun, and no form of a verb after *she*."""
        word = self._lexicon.word(form) if len(form) <= LONGEST_KEPT else None
        return word is not None and word.english & (ENGLISH_NOUN | ENGLISH_SAYS) == ENGLISH_NOUN

    def is_of_origin(self, form: str) -> bool:
        """Return whether this is an English adjective made from a name, or its noun: *Canadian*,
        *Canadians*."""
        word = self._lexicon.word(form) if len(form) <= LONGEST_KEPT else None
        return word is not None and bool(word.english & ENGLISH_ORIGIN)

    def is_rather_origin(self, form: str, mentions: float) -> bool:
        """Return whether it is that far more often than a name with so many mentions: *Danish*, but
        not *Christian*."""
        word = self._lexicon.word(form) if len(form) <= LONGEST_KEPT else None
        return word is not None and 10**word.zipf_en > mentions * MORE_ORIGIN

    def has_tail(self, form: str) -> bool:
        """Return whether this ends in an ordinary word with something before it: *Texasfamilj*."""
        return self._has_short_tail(form) if len(form) <= LONGEST_KEPT else self._look_up_tail(form)

    def _look_up(self, form: str) -> bool:
        return self._is_word(form) or (form[-1] == "s" and self._is_word(form[:-1]))

    def _is_word(self, form: str) -> bool:
        word = self._lexicon.word(form)
        if word is None:
            return False
        if self._is_english:
            return _is_english_word(word)
        return bool(word.pos & ~PROPER_NOUN) or word.zipf_en >= COMMON_IN_ENGLISH

    def _look_up_tail(self, form: str) -> bool:
        tail = form.rpartition("-")[2]
        if len(tail) < len(form):
            return len(tail) >= SHORTEST_TAIL and tail[0].islower()
        last = len(form) - SHORTEST_TAIL
        first = max(SHORTEST_HEAD, len(form) - LONGEST_TAIL)
        return any(self._is_word(form[start:]) for start in range(first, last + 1))
