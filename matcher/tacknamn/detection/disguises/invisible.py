"""Read a text without its characters without width, and with plain letters for styled ones.

A mark without width (variation selector, combining grapheme joiner, tag) belongs to the letter before
it; a sign that changes the direction or allows a line break belongs to none. A space without width
counts as a blank between a small letter and a capital, which begin two names. A styled character
(full-width, mathematical, circled, a ligature) is read as NFKC has it, if that is ASCII. A single
mathematical letter is a symbol (*ℤ*). Raised digits, fractions and units (*m²*, *½*, *㎏*) are no
disguise, and circled digits are bullets.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.disguises.mapped_text import Edit
from tacknamn.detection.disguises.survey import INVISIBLE_RANGES, STYLED_RANGES

__all__ = ["find_invisible_and_styled"]

_SPACE = "\u200b"
_STYLES = frozenset(("<font>", "<wide>", "<small>", "<circle>", "<square>"))
_SYMBOLS = ("<font>", "<circle>", "<square>")
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
    """Return whether a mathematical or circled letter stands alone: *ℤ*, *Ⓐ*."""
    if not match["styled"] or not unicodedata.decomposition(match["styled"]).startswith(_SYMBOLS):
        return False
    around = (
        match.string[max(0, match.start() - 1) : match.start()],
        match.string[match.end() : match.end() + 1],
    )
    return not any(_read_plain(sign).isalnum() for sign in around if sign)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me") or ord(character) in _TAGS


@lru_cache(maxsize=2048)
def _read_plain(character: str) -> str:
    """Return a styled character without its style; every other one as it is.

    >>> _read_plain("Ａ"), _read_plain("ﬁ"), _read_plain("①"), _read_plain("²"), _read_plain("å")
    ('A', 'fi', '①', '²', 'å')
    """
    style = unicodedata.decomposition(character).partition(" ")[0]
    if style not in _STYLES and ord(character) not in _LIGATURES:
        return character
    plain = unicodedata.normalize("NFKC", character)
    is_bullet = style == "<circle>" and not plain.isalpha()
    is_word = style == "<square>" and len(plain) > 1
    return plain if plain.isascii() and not is_bullet and not is_word else character
