"""Read words with letters of other alphabets as the Latin words that they look like.

*Аnna* may begin with a Cyrillic letter, and *ᴀɴɴᴀ* consists of small capitals. ``look_alikes.tsv`` lists the
letters. They were chosen from those that Unicode's report on confusable characters (UTS 39) discusses: of the
shape ``same``, which no reader can tell from the Latin letter; ``like``, which is read as it among Latin
letters; and ``capital``, a small capital.

Words of another alphabet must stay, so a word is rewritten as a whole or not at all:

- a word of Latin letters and of look-alikes, unless most of it is of another alphabet and so are the words
  around it (*Mама* with a Latin M, in a Russian sentence);
- a word of nothing but letters of the same shape, if Latin words are next to it, and no other ones;
- never a word that has a letter without a look-alike (*Иван*, *əˈnɪkə*).

Small capitals become small letters after a plain capital, and capitals in a word of their own.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from tacknamn.detection.disguises.mapped_text import Edit
from tacknamn.detection.disguises.survey import ALIKE_RANGES
from tacknamn.support.tables import read_table

__all__ = ["find_look_alikes"]

_LAST_LATIN: Final = "\u024f"
_GREEK: Final = range(0x370, 0x400)
_FAR: Final = 80
"""Characters within which a neighbouring word is looked for."""
_FEWEST_OF_GREEK: Final = 3
"""Letters of a word with small Greek ones. *Kα* and *Hβ* are lines of a spectrum."""


class _LookAlike(NamedTuple):
    """A letter that looks like a Latin one."""

    latin: str
    shape: str
    """``same``, ``like`` or ``capital``."""


class _Word(NamedTuple):
    """What the letters of a word are."""

    latin: int
    """How many are Latin."""
    alike: int
    """How many look like Latin ones, small capitals included."""
    others: int
    is_same: bool
    """Whether all have the shape of Latin letters."""


def find_look_alikes(text: str) -> list[Edit]:
    """Return the edits that put Latin letters in place of those that look like them.

    >>> [edit.text for edit in find_look_alikes("Jag heter \u0410nna.")]
    ['A']
    """
    return [edit for start, end in _find_words(text) for edit in _read_word(text, start, end)]


def _find_words(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each word with a letter of these blocks."""
    done = 0
    for match in _compile().finditer(text):
        if match.start() >= done:
            start = done = match.start()
            while start and _is_letter(text[start - 1]):
                start -= 1
            while done < len(text) and _is_letter(text[done]):
                done += 1
            if done > start:
                yield start, done
            done = max(done, match.end())


@lru_cache(maxsize=1)
def _compile() -> re.Pattern[str]:
    return re.compile(f"[{ALIKE_RANGES}]")


@lru_cache(maxsize=1)
def _read_table() -> Mapping[str, _LookAlike]:
    rows = read_table(__file__, "look_alikes.tsv")
    return {letter: _LookAlike(latin, shape) for letter, latin, shape in rows}


@lru_cache(maxsize=4096)
def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM" or character in _read_table()


def _read_word(text: str, start: int, end: int) -> Iterator[Edit]:
    letters = text[start:end]
    word = _count_letters(letters)
    if not word.alike or word.others or _is_of_science(letters):
        return
    if _is_latin(text, start, end, word):
        for at, plain in enumerate(_write_plain(letters), start):
            if plain != text[at]:
                yield Edit(at, at + 1, plain)


@lru_cache(maxsize=4096)
def _count_letters(letters: str) -> _Word:
    known = _read_table()
    shapes = [known[letter].shape if letter in known else "" for letter in letters]
    latin = sum(
        letter <= _LAST_LATIN or unicodedata.category(letter) == "Mn"
        for letter, shape in zip(letters, shapes, strict=True)
        if not shape
    )
    alike = sum(map(bool, shapes))
    return _Word(latin, alike, len(letters) - latin - alike, set(shapes) == {"same"})


def _is_of_science(letters: str) -> bool:
    """Return whether a word with small Greek letters is short or an abbreviation: *Kα*, *TNFα*."""
    small = [letter for letter in letters if letter.islower()]
    greek = sum(ord(letter) in _GREEK for letter in small)
    return greek > 0 and (len(letters) < _FEWEST_OF_GREEK or greek == len(small) < len(letters))


def _is_latin(text: str, start: int, end: int, word: _Word) -> bool:
    """Return whether a word of Latin letters and look-alikes is a Latin one."""
    if word.latin >= word.alike or _has_small_capitals(text[start:end]):
        return True
    if not (word.latin or word.is_same):
        return False
    around = (_find_word_before(text, start), _find_word_after(text, end))
    neighbours = [_count_letters(letters) for letters in around if letters]
    is_foreign = any(each.others or not (each.latin or each.is_same) for each in neighbours)
    return not is_foreign and (word.latin > 0 or any(each.latin for each in neighbours))


def _has_small_capitals(letters: str) -> bool:
    known = _read_table()
    return any(letter in known and known[letter].shape == "capital" for letter in letters)


def _find_word_before(text: str, start: int) -> str:
    match = _compile_last_word().search(text[max(0, start - _FAR) : start])
    return match[1] if match else ""


def _find_word_after(text: str, end: int) -> str:
    match = _compile_word().search(text, end, end + _FAR)
    return match[0] if match else ""


@lru_cache(maxsize=1)
def _compile_word() -> re.Pattern[str]:
    return re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=1)
def _compile_last_word() -> re.Pattern[str]:
    return re.compile(r"([^\W\d_]+)[\W\d_]*\Z")


def _write_plain(letters: str) -> str:
    """Write a word with Latin letters.

    >>> _write_plain("\u1d00\u0274\u0274\u1d00"), _write_plain("A\u0274\u0274\u1d00")
    ('ANNA', 'Anna')
    """
    known = _read_table()
    plain = "".join(known[letter].latin if letter in known else letter for letter in letters)
    if not _has_small_capitals(letters):
        return plain
    is_large = not any(letter.isupper() for letter in letters if letter not in known)
    others = [letter for letter in letters if letter not in known]
    if is_large and not any(letter.islower() and letter not in "sxqåäöé" for letter in others):
        return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in plain)
    if others and all(letter.isupper() for letter in others) and len(others) > 1:
        return plain.upper()
    return plain
