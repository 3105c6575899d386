"""Recognize words of chats and games that the lists have as names: *yo*, *ping*, *edit:*.

They are no names in small letters, unless a word that introduces a person stands before them.
"""

from functools import lru_cache
from typing import Final

from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = ["is_chat_word"]

_BEFORE: Final = 16
"""Characters before a word that are read."""
_INTRODUCED: Final = compile_lazily(
    r"\b(?:heter|hette|kallas|namn är|namn e|hej|tjena|hos|från|mvh|till|med|min vän|kompis|kompisen|"
    r"bror|brorsa|syrra|syster|mamma|pappa|son|dotter|herr|fru|my name is|called|named)[ ,:]+\Z"
)
"""What introduces a person or a town."""
_HEADING: Final = compile_lazily(r" ?\d{0,2} ?:")
_VERB: Final = compile_lazily(
    r" (?:[a-zåäö]+(?:ar|er|år|te|de)|är|e|va|var|att|gick|kom|fick|mer)\b"
)
"""What stands behind *nada*: *nada funkar*."""


def is_chat_word(text: str, start: int, end: int) -> bool:
    """Return whether a word in small letters is one of chats where it stands.

    >>> is_chat_word("yo gg", 0, 2), is_chat_word("jag heter yo", 10, 12)
    (True, False)
    """
    kind = _read_kinds().get(text[start:end])
    if kind is None or _INTRODUCED.search(text[max(0, start - _BEFORE) : start].lower()):
        return False
    if kind == "heading":
        return _HEADING.match(text, end) is not None
    return kind != "nothing" or _VERB.match(text, end) is not None


@lru_cache(maxsize=1)
def _read_kinds() -> dict[str, str]:
    return {
        word: kind
        for kind, words in read_table(__file__, "chat_words.tsv")
        for word in words.split()
    }
