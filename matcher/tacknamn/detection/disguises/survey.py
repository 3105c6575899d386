"""Say in one pass which kinds of disguise a text may have.

The answer is a sum of bits. A bit may be set although nothing has to be undone: the modules that undo
a disguise look closer. A bit that is not set is certain.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from tacknamn.support import compiled

__all__ = [
    "ALIKE",
    "ALIKE_RANGES",
    "BROKEN",
    "ENCODED",
    "GLUED",
    "INVISIBLE",
    "INVISIBLE_RANGES",
    "LARGE",
    "SMALL",
    "SPACED",
    "STYLED",
    "STYLED_RANGES",
    "UNCASED",
    "UNCASED_RANGES",
    "survey",
    "survey_slowly",
]

INVISIBLE: Final = 1
"""A character without width next to a letter or digit. Those of emoji do not count."""
STYLED: Final = 2
"""A full-width, mathematical, circled or raised character, or a ligature."""
UNCASED: Final = 4
"""A letter of a script that has no capitals."""
GLUED: Final = 8
"""A capital after three letters, the last two of them small: *annaEk*."""
BROKEN: Final = 16
"""A line break after a hyphen, or within an address."""
ENCODED: Final = 32
"""A percent sign and two hexadecimal digits."""
SPACED: Final = 64
"""Six single digits with one blank or other sign between them."""
ALIKE: Final = 128
"""A letter of a block that has letters like Latin ones: Greek, Cyrillic, small capitals."""

INVISIBLE_RANGES: Final = (
    "\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
"""The characters without width: Default_Ignorable_Code_Point of Unicode."""
STYLED_RANGES: Final = (
    "\u02b0-\u02b8\u02e1-\u02e3\u1d2c-\u1d6a\u1d9c-\u1dbb\u2071\u207f\u2090-\u209c\u2102-\u2149"
    "\u249c-\u24e9\u2c7c-\u2c7d\ua7f2-\ua7f4\ufb00-\ufb06\ufe50-\ufe6b\uff01-\uff5e"
    "\U0001d400-\U0001d7ff\U0001f110-\U0001f189\U0001fbf0-\U0001fbf9"
)
"""Blocks that have letters and signs of ASCII in another style."""
ALIKE_RANGES: Final = (
    "\u0250-\u02af\u0370-\u0587\u13a0-\u13f5\u1d00-\u1d22\u2160-\u217f\ua4d0-\ua4f7\ua730-\ua731"
    "\ua7af"
)
"""Blocks with the letters of ``look_alikes.tsv``."""
UNCASED_RANGES: Final = (
    "\u0590-\u109f\u10d0-\u139f\u1400-\u1c7f\u1cc0-\u1cff\u2d30-\u2ddf\u3005-\ua63f\ua800-\uab2f"
    "\uabc0-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc\uff66-\uffdc\U00010800-\U00010c7f"
    "\U00010d00-\U0001187f\U000118e0-\U00011fff\U00020000-\U0003ffff"
)
"""Blocks of scripts without capitals. Georgian has some, but no one writes names with them."""
_SIGNS: Final = {BROKEN: "\n", ENCODED: "%"}
"""Signs without which a text has no such disguise."""
_NOT_ASCII: Final = frozenset((INVISIBLE, STYLED, ALIKE))
_EXTENDED = [chr(code) for code in range(0x100, 0x250)]
"""Letters of Latin Extended: ć, Ž."""
SMALL: Final = "a-zß-öø-ÿ" + "".join(filter(str.islower, _EXTENDED))
LARGE: Final = "A-ZÀ-ÖØ-Þ" + "".join(filter(str.isupper, _EXTENDED))
"""Small and large letters, as ranges of a character class."""


def survey(text: str) -> int:
    """Return the kinds of disguise that a text may have.

    >>> survey("Jag heter Anna."), survey("annaEk") == GLUED
    (0, True)
    """
    return _choose()(text)


@lru_cache(maxsize=1)
def _choose() -> Callable[[str], int]:
    if compiled.choose_implementation("auto", compiled.disguises) == "native":
        return compiled.disguises.survey
    return survey_slowly


def survey_slowly(text: str) -> int:
    """Return the same as :func:`survey` by one search for each kind that the text can have."""
    bits = 0
    for bit, expression in _compile():
        sign = _SIGNS.get(bit)
        if (text.isascii() and bit in _NOT_ASCII) or (sign and sign not in text):
            continue
        if expression.search(text):
            bits |= bit
    if not text.isascii() and any(map(str.isalpha, _compile_uncased().findall(text))):
        bits |= UNCASED
    return bits


@lru_cache(maxsize=1)
def _compile() -> tuple[tuple[int, re.Pattern[str]], ...]:
    edge = r"[^\W_]"
    return (
        (INVISIBLE, re.compile(f"[{INVISIBLE_RANGES}](?:(?={edge})|(?<={edge}.))", re.DOTALL)),
        (STYLED, re.compile(f"[{STYLED_RANGES}]")),
        (ALIKE, re.compile(f"[{ALIKE_RANGES}]")),
        (GLUED, re.compile(f"[{SMALL}{LARGE}][{SMALL}]{{2}}[{LARGE}]")),
        (
            BROKEN,
            re.compile(
                rf"{edge}[-\u00ad\u2010][ \t\r]*\n[ \t]*{edge}|@[ \t\r]*\n[ \t]*{edge}"
                rf"|{edge}[ \t\r]*\n[ \t]*@|\.[ \t\r]*\n[ \t]*[{SMALL}]"
            ),
        ),
        (ENCODED, re.compile("%[0-9A-Fa-f]{2}")),
        (SPACED, re.compile(r"(?<![0-9])(?:[0-9][ .,\u00a0-]){5}[0-9](?![0-9])")),
    )


@lru_cache(maxsize=1)
def _compile_uncased() -> re.Pattern[str]:
    # Fillers of Hangul are letters, and have no width.
    return re.compile(f"(?![{INVISIBLE_RANGES}])[{UNCASED_RANGES}]")
