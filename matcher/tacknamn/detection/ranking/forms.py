"""What the lexicon says of a form: which names it may be, and whether it is an ordinary word.

The word lists contain names, too: a count of newspaper words counts *Reagan*. So a Swedish word is
ordinary if a dictionary has it as anything but a proper noun. For English there is no such
dictionary here; an English word is ordinary if it is common.
"""

from functools import lru_cache
from typing import Final, final

from tacknamn.detection.ranking.label_groups import NOUNS
from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon

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
FORMS_KEPT: Final = 1 << 15
"""Forms whose candidates are remembered: a few megabytes, and more names than any essay has."""
WORDS_KEPT: Final = 1 << 14
"""Words whose answer is remembered."""
COMMON_IN_ENGLISH: Final = {"sv": 4.5, "en": 3.0}
"""The Zipf frequency from which an English word is no name, by the language of the text. In Swedish
texts such words are titles and brands (*The Real Estate Council*); names are rarer (*Parker* 4.2)."""
FAIRLY_ENGLISH, CERTAINLY_ENGLISH = 4.3, 5.7
"""The Zipf frequency from which a lower-case word of an English text is no name; the second number
is for names that are words as well (*will*, *may*)."""
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


@final
class FormCandidate:
    """A label that a form may have. Its texts are read from the lexicon when they are asked for."""

    __slots__ = ("_lexicon", "_row", "_texts", "mentions")

    def __init__(self, lexicon: Lexicon, row: int, mentions: float) -> None:
        self._lexicon = lexicon
        self._row = row
        self._texts: dict[str, str] | None = None
        self.mentions = mentions
        """How often the form has this label, per billion words of ordinary text."""

    @property
    def form(self) -> str:
        """The form in its usual spelling."""
        return self._read("display")

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
        self.get = lru_cache(FORMS_KEPT)(self._read)
        """The form with this entry number; None if none of its labels is decided here."""
        self.get_inflected = lru_cache(FORMS_KEPT)(self._read_inflected)
        """The same for a word that inflects the form. It counts the uses of the word itself, too:
        *hon* (she) is common, and so hardly ever an inflection of the name Ho."""

    def _read_inflected(self, entry: int, word: str) -> Form | None:
        form = self.get(entry)
        known = self._lexicon.word(word)
        if form is None:
            return None
        word_mentions = form.word_mentions
        if known is not None and known.pos & ~PROPER_NOUN:
            word_mentions = max(word_mentions, 10**known.zipf_sv)
        misspelt = self._lexicon.count_misspellings(word, self._language)
        return Form(form.candidates, word_mentions, form.name_mentions, form.is_noun, misspelt)

    def _read(self, entry: int) -> Form | None:
        senses, word_mentions = self._lexicon.weigh_labels(entry)
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


class OrdinaryWords:
    """The ordinary words of one lexicon."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self._lexicon = lexicon
        self._least_zipf = COMMON_IN_ENGLISH[language]
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

    def has_english(self, form: str) -> bool:
        """Return whether this is an English word that is too common for a name, and that no Swedish
        dictionary has as a name."""
        word = self._lexicon.word(form) if len(form) <= LONGEST_KEPT else None
        if word is None:
            return False
        return word.zipf_en >= (CERTAINLY_ENGLISH if word.pos & PROPER_NOUN else FAIRLY_ENGLISH)

    def has_tail(self, form: str) -> bool:
        """Return whether this ends in an ordinary word with something before it: *Texasfamilj*."""
        return self._has_short_tail(form) if len(form) <= LONGEST_KEPT else self._look_up_tail(form)

    def _look_up(self, form: str) -> bool:
        return self._is_word(form) or (form[-1] == "s" and self._is_word(form[:-1]))

    def _is_word(self, form: str) -> bool:
        word = self._lexicon.word(form)
        if word is None:
            return False
        return bool(word.pos & ~PROPER_NOUN) or word.zipf_en >= self._least_zipf

    def _look_up_tail(self, form: str) -> bool:
        tail = form.rpartition("-")[2]
        if len(tail) < len(form):
            return len(tail) >= SHORTEST_TAIL and tail[0].islower()
        last = len(form) - SHORTEST_TAIL
        first = max(SHORTEST_HEAD, len(form) - LONGEST_TAIL)
        return any(self._is_word(form[start:]) for start in range(first, last + 1))
