"""The compiled count of words (matcher/native/words.c)."""

from typing import Self

class WordCounter:
    def __new__(cls, words: tuple[str, ...], /) -> Self: ...
    def count(self, text: str, most: int, /) -> int: ...
