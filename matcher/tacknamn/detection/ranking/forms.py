"""What the forms of a lexicon may be: their candidate labels, read once for each form."""

from functools import lru_cache
from typing import Final, final

from tacknamn.detection.ranking.label_groups import NOUNS
from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon

__all__ = ["Form", "Forms"]

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

    __slots__ = ("candidates", "is_noun", "name_mentions", "word_mentions")

    def __init__(
        self,
        candidates: dict[str, FormCandidate],
        word_mentions: float,
        name_mentions: float,
        is_noun: bool = False,
    ) -> None:
        self.candidates = candidates
        """By label, as the taxonomy calls it."""
        self.word_mentions = word_mentions
        """How often the form is an ordinary word, per billion words of ordinary text."""
        self.name_mentions = name_mentions
        """How often it is a name, in the same unit."""
        self.is_noun = is_noun
        """Whether it is only ever a common noun. The words around it then carry no information."""


class Forms:
    """The forms of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.get = lru_cache(FORMS_KEPT)(self._read)
        """The form with this entry number; None if none of its labels is decided here."""
        self.get_inflected = lru_cache(FORMS_KEPT)(self._read_inflected)
        """The same for a word that inflects the form. It counts the uses of the word itself, too:
        *hon* (she) is common, and so hardly ever an inflection of the name Ho."""

    def _read_inflected(self, entry: int, word: str) -> Form | None:
        form = self.get(entry)
        known = self._lexicon.word(word)
        if form is None or known is None or not known.pos & ~PROPER_NOUN:
            return form
        word_mentions = max(form.word_mentions, 10**known.zipf_sv)
        return Form(form.candidates, word_mentions, form.name_mentions, form.is_noun)

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
        return Form(candidates, word_mentions, name_mentions, not name_mentions)
