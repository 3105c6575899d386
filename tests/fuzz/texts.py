"""Nasty texts: characters that are difficult for scanners, around and between forms of a bundle."""

from collections.abc import Sequence
from random import Random

__all__ = ["nasty_text"]

_PIECES = (
    "\u0308", "a\u0308", "ß", "İ", "ﬃ", "\ud800", "\udfff", "\0", "😀", "北京", "𝔘𝔫𝔦", "\u00ad",
    "\u200d", "\u200b", "\r\n", "\n", "\t", "\u2028", "     ", "-", "–", "'", "’", ":s", "'s", ".",
    "…", "!", "s", "x", "S", "Å", "I", "ΐ", "\u0345", "\u1161", "\u09be", "\u3000", "[/]", "\x1b[0m",
)  # fmt: skip
_BULKY = (
    "\u0308", "a", "Å", "北", "😀", ".", "-", " ", "\u00ad", "\0", "ß", "ΐ", "s", "'", "a\u0308",
    "a ", "\u0301\u00ad", "Anna ", ". ", "\ud800",
)  # fmt: skip
_SIZES = (1, 15, 16, 17, 63, 64, 65, 95, 96, 97, 127, 159, 160, 161, 4000, 8100, 8191, 8192, 9000)


_FILLERS = (".", "-", "x ", ". ", "é", "😀", "\u00ad", "'", "ß", "- Å ")
_BLOCKS = (160, 8192)
"""Bytes of folded text in which the compiled scanner works, when tiny and as usual."""


def nasty_text(chance: Random, forms: Sequence[str], most: int = 200) -> str:
    """A text of forms and pieces; at times one piece many times over, about as long as the
    blocks in which the compiled scanner works."""
    pieces = [_piece(chance, forms) for _ in range(chance.randrange(most))]
    for _ in range(chance.choice((0, 0, 1, 2))):
        bulk = chance.choice(_BULKY) * (chance.choice(_SIZES) + chance.randrange(-20, 20))
        pieces.insert(chance.randrange(len(pieces) + 1), bulk)
    text = chance.choice((" ", " ", "", "-", "\n")).join(pieces)
    return _up_to_a_border(chance) + text if chance.random() < 0.4 else text


def _up_to_a_border(chance: Random) -> str:
    """Filler that nearly fills a block, and at times a word that does not fit any more."""
    filler = chance.choice(_FILLERS)
    number = (chance.choice(_BLOCKS) - chance.randrange(130)) // len(filler.encode())
    return filler * number + chance.choice(("", "a", "é")) * chance.choice((0, 9, 40, 200, 9000))


def _piece(chance: Random, forms: Sequence[str]) -> str:
    kind = chance.random()
    if kind < 0.6 and forms:
        form = chance.choice(forms)
        form = chance.choice((form, form, form.title(), form.upper(), form[:-1]))
        return form + chance.choice(("", "", "", "s", "'", ":s", "!", ",", "\u0308"))
    if kind < 0.9:
        return chance.choice(_PIECES)
    return "".join(chr(_code(chance)) for _ in range(chance.randrange(12)))


def _code(chance: Random) -> int:
    return chance.randrange(chance.choice((0x80, 0x100, 0x800, 0x10000, 0x110000)))
