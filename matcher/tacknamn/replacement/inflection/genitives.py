"""Make genitives: Eriks, Nils, Hans', EU:s, and Göran's if the original is written so.

Swedish adds an s to a name, but nothing if it ends in s, x or z (``Lars bok``), where an apostrophe
may help the reader (``Hans' bok``). Abbreviations and figures take ``:s`` (``EU:s``, ``TV4:s``); some write
it after every name (``Anna:s``).
English adds ``'s``, and often the apostrophe alone after an s.

The mark of the original decides, as far as the language allows. After ``'s`` the pseudonym gets
``'s``; if it ends in s, x or z, it gets the apostrophe alone, which both languages accept. After an
apostrophe alone, it keeps the apostrophe if it ends in s, x or z, and takes a plain s otherwise, or
``'s`` in English. A colon after a name that needs none is kept.
The apostrophe character (``'`` or ``’``) is that of the original.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

from tacknamn.support.tables import read_table

__all__ = [
    "APOSTROPHES",
    "PLAIN_GENITIVE",
    "GenitiveMark",
    "is_sibilant",
    "make_genitive",
    "split_genitive",
]

APOSTROPHES = "'\u2019\u2018\u02bc\u00b4\u0060\u2032\uff07"
"""Characters that people type as an apostrophe."""
_LATIN = ("\u0250", "\u1e00", "\u1eff")
"""Latin letters are below the first of these, or between the other two."""


@dataclass(frozen=True, slots=True)
class GenitiveMark:
    """How a genitive is written."""

    text: str = "s"
    """The characters after the word: ``s``, ``'s``, ``'``, ``:s``, or nothing."""
    doubles: bool = False
    """Whether the word ends in s, x or z and still has ``'s``: James's."""
    needs_colon: bool = False
    """Whether the word is an abbreviation or a figure, which has ``:s`` in any case."""


_WITH_APOSTROPHE = frozenset(("en",))
"""Languages whose genitives have an apostrophe."""
PLAIN_GENITIVE = GenitiveMark()
"""The Swedish genitive, if no original shows another one."""


def make_genitive(word: str, mark: GenitiveMark = PLAIN_GENITIVE, language: str = "") -> str | None:
    """Make the genitive of a word; None if it has none, for example after a bracket.

    Args:
        language: The language of the text. English needs the apostrophe: *James' car* becomes
            *David's car*.

    >>> [make_genitive(word) for word in ("Erik", "Nils", "Hans", "EU")]
    ['Eriks', 'Nils', "Hans'", 'EU:s']
    """
    if not word or not _takes_s(word[-1]):
        return None
    if mark.text[:1] == ":" and not mark.needs_colon:
        return word + mark.text
    apostrophe = mark.text if mark.text[:1] in APOSTROPHES and mark.text else ""
    if is_sibilant(word):
        if apostrophe:
            return word + (apostrophe if mark.doubles else apostrophe[0])
    elif apostrophe[1:]:
        return word + apostrophe
    elif apostrophe and language in _WITH_APOSTROPHE:
        return f"{word}{apostrophe}s"
    if _is_abbreviation(word):
        return f"{word}:s"
    irregular = _read_irregular().get(word.casefold())
    if irregular is not None:
        return word + irregular[len(word) :]
    return word if is_sibilant(word) else f"{word}s"


def split_genitive(form: str) -> tuple[str, GenitiveMark]:
    """Split a genitive into the word and its mark.

    >>> split_genitive("Göran's")
    ('Göran', GenitiveMark(text="'s", doubles=False, needs_colon=False))
    """
    if form[-1:] in APOSTROPHES:
        cut = 1
    elif form[-1:] not in ("s", "S"):
        cut = 0
    else:
        cut = 2 if form[-2:-1] in f"{APOSTROPHES}:" else 1
    stem = form[: len(form) - cut]
    doubles = cut == 2 and is_sibilant(stem)
    return stem, GenitiveMark(form[len(stem) :], doubles, _is_abbreviation(stem))


def is_sibilant(word: str) -> bool:
    """Whether a word ends in s, x or z, capitals and ß included.

    >>> [is_sibilant(word) for word in ("Lars", "MAX", "Göran")]
    [True, True, False]
    """
    return word[-1:].casefold()[-1:] in ("s", "x", "z")


def _takes_s(last: str) -> bool:
    """Whether a word with this last character takes an s: Latin letters, digits, a full stop."""
    if not last.isalpha():
        return last.isdigit() or last == "." or unicodedata.combining(last) != 0
    end, first, beyond = _LATIN
    return last < end or first <= last <= beyond


def _is_abbreviation(word: str) -> bool:
    """Whether the last word is in capitals, a figure, or abbreviated: Volvo AB, TV4, Inc."""
    tail = word.replace("-", " ").rpartition(" ")[2]
    return tail.isupper() or tail[-1:].isdigit() or tail[-1:] == "."


@cache
def _read_irregular() -> dict[str, str]:
    return {name.casefold(): form for name, form in read_table(__file__, "genitives.tsv")}
