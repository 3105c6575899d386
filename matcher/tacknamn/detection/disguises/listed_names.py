"""What the lists say of a part of a word, to decide whether a disguise hides a name there."""

from typing import Final, NamedTuple

from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.lexicon import Lexicon

__all__ = ["ListedNames"]

LONGEST: Final = 60
"""Letters of the longest part that is looked up; no name is longer."""
LEAST_NAME: Final = 0.5
"""The share of a form's uses that must be names: *Anna*, but not *Sol*."""
_FIRST: Final = frozenset(
    map(LABELS.index, (Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.FIRSTNAME_UNKNOWN))
)
_SURNAME: Final = frozenset((LABELS.index(Label.SURNAME),))
_PERSONS: Final = _FIRST | _SURNAME


class ListedNames(NamedTuple):
    """The names and words of one lexicon."""

    lexicon: Lexicon

    def is_first_name(self, form: str) -> bool:
        """Return whether a form is rather a first name than anything else."""
        return self._share(form, _FIRST) >= LEAST_NAME

    def may_be_first_name(self, form: str) -> bool:
        """Return whether a form may be a first name, however rarely: *Klara*."""
        return self._share(form, _FIRST) > 0

    def may_be_surname(self, form: str) -> bool:
        """Return whether a form may be a surname, however rarely: *Ek*."""
        return self._share(form, _SURNAME) > 0

    def is_surname(self, form: str) -> bool:
        """Return whether a form is rather a surname than anything else."""
        return self._share(form, _SURNAME) >= LEAST_NAME

    def is_name(self, form: str) -> bool:
        """Return whether a form is rather a person's name than anything else."""
        return self._share(form, _PERSONS) >= LEAST_NAME

    def is_listed(self, form: str) -> bool:
        """Return whether any list has a form."""
        if len(form) > LONGEST:
            return False
        own = self.lexicon.own
        return self.lexicon.has_form(form) or (own is not None and own.has_form(form))

    def is_word(self, form: str) -> bool:
        """Return whether a form is an ordinary word."""
        return len(form) <= LONGEST and self.lexicon.is_word(form)

    def _share(self, form: str, labels: frozenset[int]) -> float:
        if len(form) > LONGEST or self.lexicon.is_own:
            return 0.0
        senses, ordinary = self.lexicon.weigh_form(form)
        named = sum(mentions for _, label, mentions in senses if label in labels)
        return named / (ordinary + sum(mentions for *_, mentions in senses) or 1.0)
