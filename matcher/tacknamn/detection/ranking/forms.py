"""What the entries of a lexicon may be, by the labels of the taxonomy, read once for each form."""

from functools import lru_cache
from typing import Final, final

from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon

__all__ = [
    "CLUB",
    "FIRSTNAMES",
    "HOME",
    "INSTITUTIONS",
    "MIDDLENAME",
    "NOUNS",
    "PERSONS",
    "PLACES",
    "Form",
    "Forms",
]

HOME: Final = "SE"
"""The country whose places are not foreign."""

FIRSTNAMES: Final = frozenset(("firstname_female", "firstname_male", "firstname_unknown"))
PERSONS: Final = FIRSTNAMES | {"surname"}
MIDDLENAME: Final = "middlename"
"""The label that a name has by its place alone; no list has it."""
PLACES: Final = frozenset(("area", "city", "country", "geo", "place", "region"))
CLUB: Final = "other_institution"
"""What is neither a school nor somewhere to work: clubs, churches, hospitals."""
INSTITUTIONS: Final = frozenset((CLUB, "public_authority", "school", "transport_name", "work"))
NOUNS: Final = frozenset(("edu", "ethnicity", "fam", "language", "prof"))
"""Words, not names: they have small letters in Swedish."""

_OTHERWISE: Final = {Label.NATIONALITY: "ethnicity"}
_LEFT: Final = frozenset((Label.AGE_STRING, Label.DAY, Label.MONTH_WORD, Label.ZIP_CODE))
"""Labels that the patterns settle, for it takes more than a word to tell them."""
_NAMES: Final = tuple(
    "" if label in _LEFT else _OTHERWISE.get(label, str(label)) for label in LABELS
)
"""What the taxonomy calls the labels of the lists; nothing where they are not decided here."""
FORMS_KEPT: Final = 1 << 15
"""Forms whose senses are remembered: a few megabytes, more than any essay has names."""


@final
class FormCandidate:
    """What a form may be: what it names is read when somebody asks."""

    __slots__ = ("_lexicon", "_read", "_row", "mentions")

    def __init__(self, lexicon: Lexicon, row: int, mentions: float) -> None:
        self._lexicon = lexicon
        self._row = row
        self._read: dict[str, str] | None = None
        self.mentions = mentions
        """How often the form means it, in a billion words of ordinary text."""

    @property
    def form(self) -> str:
        """The form as people write it."""
        return self._text("display")

    @property
    def country(self) -> str:
        """The country of the likeliest thing that it names."""
        return self._text("country")

    @property
    def parent(self) -> str:
        """What that thing lies in."""
        return self._text("parent")

    def _text(self, column: str) -> str:
        if self._read is None:
            self._read = {}
        found = self._read.get(column)
        if found is None:
            found = self._read[column] = self._lexicon.read_column(self._row, column)
        return found


@final
class Form:
    """What one form of the lists may be."""

    __slots__ = ("is_noun", "named", "ordinary", "senses")

    def __init__(
        self, senses: dict[str, FormCandidate], ordinary: float, named: float, is_noun: bool = False
    ) -> None:
        self.senses = senses
        """By label, as the taxonomy calls it."""
        self.ordinary = ordinary
        """How often the form is another word, in mentions in a billion words."""
        self.named = named
        """How often it is a name."""
        self.is_noun = is_noun
        """Whether it is a word and names nothing: the words around it say nothing of that."""


class Forms:
    """The forms of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.of = lru_cache(FORMS_KEPT)(self._read)
        """The form with this number; None where nothing that it may be is decided here."""
        self.inflected = lru_cache(FORMS_KEPT)(self._read_inflected)
        """The same for a word that is an inflection of it: *hon* is none of the name Ho, as often
        as people write *hon*."""

    def _read_inflected(self, entry: int, word: str) -> Form | None:
        form = self.of(entry)
        known = self._lexicon.word(word)
        if form is None or known is None or not known.pos & ~PROPER_NOUN:
            return form
        ordinary = max(form.ordinary, 10**known.zipf_sv)
        return Form(form.senses, ordinary, form.named, form.is_noun)

    def _read(self, entry: int) -> Form | None:
        every, ordinary = self._lexicon.weigh_labels(entry)
        senses: dict[str, FormCandidate] = {}
        named = 0.0
        for row, number, mentions in every:
            label = _NAMES[number]
            if not label:
                ordinary += mentions
                continue
            senses[label] = FormCandidate(self._lexicon, row, mentions)
            if label not in NOUNS:
                named += mentions
        return Form(senses, ordinary, named, not named) if senses else None
