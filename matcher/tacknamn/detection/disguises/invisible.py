"""Read a text without its characters without width, and with plain letters for styled ones.

A mark without width (variation selector, combining grapheme joiner, tag) belongs to the letter before
it; a sign that changes the direction or allows a line break belongs to none. A space without width
counts as a blank between a small letter and a capital, which begin two names. A styled character
(full-width, mathematical, circled, raised, a ligature) is read as NFKC has it, if that is ASCII, and a
white letter in a black circle or square as its name says. A single mathematical letter is a symbol (*ℤ*),
and a raised one after a word refers to a note (*Lindbergᵃ*). Raised digits, fractions and units (*m²*, *½*,
*㎏*) are no disguise, and circled digits are bullets.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.disguises.mapped_text import Edit
from tacknamn.detection.disguises.survey import INVISIBLE_RANGES, STYLED_RANGES

__all__ = ["find_invisible_and_styled"]

_SPACE = "\u200b"
_RAISED = frozenset(("<super>", "<sub>"))
_STYLES = frozenset(("<font>", "<wide>", "<small>", "<circle>", "<square>")) | _RAISED
_NO_SYMBOLS = frozenset(("<wide>", "<small>"))
_IN_BRACKETS = re.compile(r"\((.)\)")
"""What NFKC has for a letter in brackets."""
_WHITE = re.compile(r"(?:CROSSED )?NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER (.)")
"""Names of white letters in black circles and squares, for which NFKC has nothing."""
_WORD = 3
"""Letters of a word after which a single raised letter refers to a note. *1ˢᵗ* and *Dʳ* are shorter."""
_LIGATURES = range(0xFB00, 0xFB07)
_TAGS = range(0xE0000, 0xE1000)


def find_invisible_and_styled(text: str) -> list[Edit]:
    """Return the edits that remove characters without width and undo styles."""
    return [edit for match in _compile().finditer(text) for edit in _read(match)]


@lru_cache(maxsize=1)
def _compile() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<sign>\w?)(?P<run>[{INVISIBLE_RANGES}]+)"
        rf"|(?P<styled>[{STYLED_RANGES}])(?P<after>[{INVISIBLE_RANGES}]*)"
    )


def _read(match: re.Match[str]) -> Iterator[Edit]:
    """Yield the edits of a character and of what follows it without width."""
    sign, run = match["sign"] or match["styled"] or "", match["run"] or match["after"] or ""
    plain = sign if not sign or _is_symbol(match) else _read_plain(sign)
    if plain != sign and _is_reference(match):
        plain = ""
    marks = max((at for at, mark in enumerate(run, 1) if _is_mark(mark)), default=0) if sign else 0
    start, end = match.start(), match.start() + len(sign) + marks
    if plain != sign or marks:
        yield Edit(start, end, plain)
    if end < match.end():
        yield Edit(end, match.end(), " " if _divides_names(match, run) else "")


def _divides_names(match: re.Match[str], run: str) -> bool:
    """Return whether a space without width stands between two names, as a blank would."""
    after = match.string[match.end() : match.end() + 1]
    return (
        _SPACE in run and match["sign"] is not None and match["sign"].islower() and after.isupper()
    )


def _is_symbol(match: re.Match[str]) -> bool:
    """Return whether a mathematical, circled or raised letter stands alone: *ℤ*, *Ⓐ*."""
    sign = match["styled"]
    if not sign or _get_style(sign) in _NO_SYMBOLS or ord(sign) in _LIGATURES:
        return False
    around = (
        match.string[max(0, match.start() - 1) : match.start()],
        match.string[match.end() : match.end() + 1],
    )
    return not any(_read_plain(sign).isalnum() for sign in around if sign)


def _is_reference(match: re.Match[str]) -> bool:
    """Return whether a single raised letter ends a word: *Lindbergᵃ*."""
    text, start = match.string, match.start()
    return (
        match["styled"] is not None
        and _get_style(match["styled"]) in _RAISED
        and text[max(0, start - _WORD) : start].isalpha()
        and start >= _WORD
        and not any(_get_style(sign) in _RAISED for sign in text[start - _WORD : start])
        and not text[match.end() : match.end() + 1].isalnum()
    )


def _get_style(character: str) -> str:
    return unicodedata.decomposition(character).partition(" ")[0]


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me") or ord(character) in _TAGS


@lru_cache(maxsize=2048)
def _read_plain(character: str) -> str:
    """Return a styled character without its style; every other one as it is.

    >>> "".join(map(_read_plain, "Ａᵃ🅰⒜ﬁ①²å"))
    'AaAafi①²å'
    """
    style = _get_style(character)
    plain = unicodedata.normalize("NFKC", character)
    if found := _IN_BRACKETS.fullmatch(plain) or _WHITE.fullmatch(unicodedata.name(character, "")):
        return found[1] if found[1].isascii() and found[1].isalpha() else character
    if style not in _STYLES and ord(character) not in _LIGATURES:
        return character
    is_digit = style in _RAISED | {"<circle>"} and not plain.isalpha()
    is_word = style == "<square>" and len(plain) > 1
    return plain if plain.isascii() and not is_digit and not is_word else character
