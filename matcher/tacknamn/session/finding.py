r"""Find pseudonyms in a text: whole words, in any of their forms, and numbered placeholders.

The text is read word by word, and a dictionary has the forms that begin with each word, so that the time
does not depend on the number of names. Of several forms that begin at one place the longest counts.

A form in small letters is found only if it is written so (*malmöbor*) or was published so: *maj* and *bo*
are words. The parts of a compound with a hyphen are words: ``Malin-gruppen`` has ``Malin``.

The end of an unfinished text is *open*: more text could turn ``Mal`` into ``Malin`` or ``Malin`` into
``Malins``. :meth:`PseudonymFinder.find` says from where on it is, and finds nothing after that.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tacknamn.labels import GENITIVE
from tacknamn.replacement.inflection.genitives import APOSTROPHES, is_sibilant
from tacknamn.replacement.originals import OriginalKey
from tacknamn.session.forms import MARKS, WORD, PseudonymForm, list_forms, make_form
from tacknamn.session.values import compile_placeholders, is_placeholder_start
from tacknamn.text.fold import fold

__all__ = ["FoundPlaces", "FoundPseudonym", "PseudonymFinder"]

_NEXT_WORD = re.compile(rf"[^\w]{{0,3}}({WORD})")
"""A word and what may stand between it and the one before: a hyphen, a blank, a line break."""
_GENITIVE_MARK = re.compile(rf"(?:[{APOSTROPHES}:])[sS](?![^\W_]|[{MARKS}])")
_BARE_APOSTROPHE = re.compile(rf"[{APOSTROPHES}](?= [^\W_])")
_LONGEST_MARK = 3
"""Characters after a form that decide whether it has a genitive mark: ``'s`` and no letter."""
_OPENS_MARK = frozenset(f"{APOSTROPHES}:")
_LONGEST_PLACEHOLDER = 240
"""Characters of a placeholder. Names of labels have at most 80, and each may be escaped."""


class FoundPseudonym(NamedTuple):
    """A pseudonym or a placeholder in a text."""

    start: int
    end: int
    owner: OriginalKey | None
    """What identifies its original; None if it is a placeholder."""
    affixes: int
    """The bits of its affixes."""
    has_mark: bool = False
    """Whether it ends in a genitive mark: Malin's."""


class FoundPlaces(NamedTuple):
    """What was found in a text."""

    found: list[FoundPseudonym]
    open: int
    """Where the open end of the text begins; its length if it has none."""


class _IndexedForm(NamedTuple):
    """A form of a pseudonym in the index."""

    rank: tuple[int, int]
    """Long forms come first, and of these base forms."""
    form: PseudonymForm
    owner: OriginalKey


class PseudonymFinder:
    """Finds the pseudonyms of a session. New ones can be added at any time."""

    def __init__(self) -> None:
        self._forms: dict[str, list[_IndexedForm]] = {}
        """The forms by their first word."""
        self._owners: dict[str, OriginalKey] = {}
        """The original of each form."""
        self._small: set[OriginalKey] = set()
        """The originals whose pseudonyms were published in small letters."""
        self._sorted: list[str] = []
        """All forms, sorted, as soon as a beginning is looked up."""
        self._longest = 0
        """Characters of the longest form."""
        self._names: tuple[str, ...] = ()

    def add(self, owner: OriginalKey, base: str, label: str) -> None:
        """Add the forms of a pseudonym."""
        for form in list_forms(base, label):
            self._add_form(owner, form)

    def add_published(self, owner: OriginalKey, form: str) -> None:
        """Note a form that a text has, in case that it is none of the usual ones."""
        if form.islower():
            self._small.add(owner)
        if fold(form) in self._owners:
            return
        found = self.find(form).found
        if [(each.start, each.end, each.owner) for each in found] != [(0, len(form), owner)]:
            self._add_form(owner, make_form(fold(form), 0, form[:1].islower()))

    def set_placeholders(self, names: tuple[str, ...]) -> None:
        """Say which names placeholders have."""
        self._names = names

    def _add_form(self, owner: OriginalKey, form: PseudonymForm) -> None:
        if not form.words or (form.affixes and form.folded in self._owners):
            return
        self._owners[form.folded] = owner
        forms = self._forms.setdefault(form.words[0], [])
        forms.append(_IndexedForm((-len(form.folded), form.affixes), form, owner))
        if len(forms) > 1:
            forms.sort()
        self._sorted = []
        self._longest = max(self._longest, len(form.folded))

    def find(self, text: str, start: int = 0, is_whole: bool = True) -> FoundPlaces:
        """Find pseudonyms from a place on, from left to right.

        Args:
            is_whole: Whether no more text follows.
        """
        limit = len(text) if is_whole else self._find_open_placeholder(text, start)
        near_end = len(text) if is_whole else len(text) - 4 * self._longest - _LONGEST_MARK
        forms, done = self._forms, start
        found: list[FoundPseudonym] = []
        for word in _compile_tokens(self._names).finditer(text, start):
            begin = word.start()
            if begin < done:
                continue
            if begin >= limit:
                break
            if word.lastgroup == "placeholder":
                done = word.end()
                found.append(FoundPseudonym(begin, done, None, 0))
                continue
            if begin >= near_end and self._is_open(text, begin):
                limit = begin
                break
            written = word[0]
            first = written.lower() if written.isascii() else fold(written)
            if first in forms:
                match = self._match(text, begin, word.end(), forms[first])
                if match is not None:
                    if not is_whole and _has_open_mark(text, match.end):
                        limit = begin
                        break
                    found.append(match)
                    done = match.end
        return FoundPlaces(found, max(limit, done))

    def _match(
        self, text: str, start: int, end: int, forms: Iterable[_IndexedForm]
    ) -> FoundPseudonym | None:
        """Return the longest form at a place."""
        ends = [end]
        for _, form, owner in forms:
            number = len(form.words)
            while len(ends) < number and (following := _NEXT_WORD.match(text, ends[-1])):
                ends.append(following.end())
            if len(ends) < number:
                continue
            end = ends[number - 1]
            written = text[start:end]
            if (number > 1 or form.folded != written) and fold(written) != form.folded:
                continue
            if not form.is_common and written[0].islower() and owner not in self._small:
                continue
            if form.affixes & GENITIVE:
                return FoundPseudonym(start, end, owner, form.affixes)
            marked = _find_mark_end(text, start, end)
            affixes = form.affixes | GENITIVE if marked > end else form.affixes
            return FoundPseudonym(start, marked, owner, affixes, marked > end)
        return None

    def _is_open(self, text: str, start: int) -> bool:
        """Whether what begins here may become a form, or a longer one."""
        rest = text[start:]
        while rest and unicodedata.combining(rest[-1]):
            rest = rest[:-1]
        # A mark may follow that changes the last letter.
        begun: str = fold(rest[:-1] if rest[-1:].isalpha() else rest)
        if rest[-1:].isspace():
            begun = fold(f"{rest}.")[:-1]
        if not self._sorted:
            self._sorted = sorted(self._owners)
        place = bisect_left(self._sorted, begun)
        return place < len(self._sorted) and self._sorted[place].startswith(begun)

    def _find_open_placeholder(self, text: str, start: int) -> int:
        """Return where a placeholder may begin that is not finished."""
        end = len(text)
        if not self._names:
            return end
        bracket = text.rfind("[", max(start, end - _LONGEST_PLACEHOLDER))
        if bracket >= 0 and is_placeholder_start(text[bracket:], self._names):
            return bracket - 1 if bracket > start and text[bracket - 1] == "\\" else bracket
        return end - 1 if end > start and text[-1] == "\\" else end


@lru_cache(maxsize=256)
def _compile_tokens(names: tuple[str, ...]) -> re.Pattern[str]:
    """Compile the expression for placeholders and words."""
    placeholders = compile_placeholders(names)
    return re.compile(rf"(?P<placeholder>(?i:{placeholders}))|{WORD}")


def _find_mark_end(text: str, start: int, end: int) -> int:
    """Return the end of the genitive mark after a form; the end of the form if it has none.

    The apostrophe alone is one after an s (*Hans' bok*), unless it closes a quotation: *'Hans' ...*"""
    if text[end : end + 1] not in _OPENS_MARK or end == len(text):
        return end
    mark = _GENITIVE_MARK.match(text, end)
    if mark is None and is_sibilant(text[start:end]):
        is_quoted = start > 0 and text[start - 1] == text[end]
        mark = None if is_quoted else _BARE_APOSTROPHE.match(text, end)
    return end if mark is None else mark.end()


def _has_open_mark(text: str, end: int) -> bool:
    """Whether more text may add a mark to what was found, or a letter."""
    rest = text[end:]
    return not rest or (rest[0] in _OPENS_MARK and len(rest) < _LONGEST_MARK)
