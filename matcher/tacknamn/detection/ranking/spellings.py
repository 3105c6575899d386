"""Spellings of one name: *Mohammed*, *Muhamed*, *Mohamad*; *Tomas*, *Thomas*, *Tomasz*.

Names from other alphabets have many spellings in Latin letters, and learners spell names by ear. Two
spellings have the same key if they differ only in what such spellings differ in: double letters,
accents, *k* for *c*, *o* for *ou*. The last vowel counts, because Maria and Marie are two names.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from tacknamn.support.expressions import compile_lazily

__all__ = ["make_spelling_key", "strip_accents"]

_SPECIAL: Final = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "e"})
_NO_LETTER: Final = re.compile(r"[\W\d_]")
_RULES: Final = (
    (compile_lazily(r"sz|cz|(?<!^)z|c(?=[eiy])|ß"), "s"),
    (compile_lazily(r"ch|kh|ck|c|q"), "k"),
    (compile_lazily(r"ph"), "f"),
    (compile_lazily(r"th"), "t"),
    (compile_lazily(r"dh"), "d"),
    (compile_lazily(r"x"), "ks"),
    (compile_lazily(r"w"), "v"),
    (compile_lazily(r"ou|oo"), "o"),
    (compile_lazily(r"(?<=[aeou])y(?=[aeou])|^y(?=[aeou])"), "j"),
    (compile_lazily(r"ie$"), "i"),
    (compile_lazily(r"y|(?<=[^aeiou])j(?=[aeou])"), "i"),
    (compile_lazily(r"(?<=.)h$|(?<=s)e$"), ""),
    (compile_lazily(r"(.)\1+"), r"\1"),
)
"""What spellings differ in, in the order in which it is evened out."""
_LAST_A: Final = re.compile(r"a(?=[^aeiou]$)")
_LONG: Final = 5
"""Letters of a key from which *u* and *o* are alike, and the last *a* and *e* before a consonant: Muna
and Mona are two names."""
SPELLINGS_KEPT: Final = 1 << 12


def strip_accents(name: str) -> str:
    """Return a name without accents: *Élodie* as *Elodie*."""
    decomposed = unicodedata.normalize("NFKD", name)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


@lru_cache(SPELLINGS_KEPT)
def make_spelling_key(name: str) -> str:
    """Return a key that is the same for all spellings of a name.

    >>> make_spelling_key("Mohammed") == make_spelling_key("Muhamad")
    True
    >>> make_spelling_key("Maria") == make_spelling_key("Marie")
    False
    """
    key = _NO_LETTER.sub("", strip_accents(name.lower().translate(_SPECIAL)))
    for pattern, replacement in _RULES:
        key = pattern.sub(replacement, key)
    if len(key) >= _LONG:
        key = _LAST_A.sub("e", key.replace("u", "o"))
    return key
