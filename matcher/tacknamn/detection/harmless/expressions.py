"""Expressions that are fast to search for.

An expression that begins with a word border is tried at each character of a text. If it begins with one
of a few letters instead, the search skips all others."""

import re
from collections.abc import Iterable

__all__ = ["compile_words"]


def compile_words(words: Iterable[str], end: str = "") -> re.Pattern[str]:
    """Return an expression for words, or for phrases, at a word border.

    Args:
        words: Expressions, each of which begins with a letter that stands for itself.
        end: What follows each of them.
    """
    by_letter: dict[str, list[str]] = {}
    for word in words:
        by_letter.setdefault(word[0], []).append(word[1:])
    parts = [
        rf"{letter}(?<!\w{letter})(?:{'|'.join(rests)})" for letter, rests in by_letter.items()
    ]
    return re.compile(rf"(?:{'|'.join(parts)}){end}")
