"""Names in the form in which they are compared."""

import unicodedata
from functools import lru_cache

__all__ = ["normalize_name"]

_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "’": "'"})
"""Letters that Unicode does not decompose into a base letter and an accent."""


@lru_cache(maxsize=4096)
def normalize_name(name: str) -> str:
    """Return a name in lower case, without accents, line breaks and a leading article."""
    decomposed = unicodedata.normalize("NFD", name.casefold().translate(_LETTERS))
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(bare.split()).removeprefix("the ")
