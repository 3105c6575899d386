"""Spellings of one name: *Mohammed*, *Muhamed*, *Mohamad*; *Tomas*, *Thomas*, *Tomasz*.

Names from other alphabets have many spellings in Latin letters, and learners spell names by ear. Two
spellings have the same key if they differ only in what such spellings differ in: double letters,
accents, *k* for *c*, *o* for *ou*. The last vowel counts, because Maria and Marie are two names.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

__all__ = ["make_spelling_key", "strip_accents"]

_SPECIAL: Final = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "e"})
_NO_LETTER: Final = re.compile(r"[\W\d_]")
_RULES: Final = (
    (re.compile(r"sz|cz|(?<!^)z|c(?=[eiy])|ß"), "s"),
    (re.compile(r"ch|kh|ck|c|q"), "k"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"th"), "t"),
    (re.compile(r"dh"), "d"),
    (re.compile(r"x"), "ks"),
    (re.compile(r"w"), "v"),
    (re.compile(r"ou|oo"), "o"),
    (re.compile(r"(?<=[aeou])y(?=[aeou])|^y(?=[aeou])"), "j"),
    (re.compile(r"ie$"), "i"),
    (re.compile(r"y|(?<=[^aeiou])j(?=[aeou])"), "i"),
    (re.compile(r"(?<=.)h$|(?<=s)e$"), ""),
    (re.compile(r"(.)\1+"), r"\1"),
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
