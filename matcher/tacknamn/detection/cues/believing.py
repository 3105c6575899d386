"""Tell which words of the lexicon's lists are to be believed when a text has them.

The lists hold every word that can be a profession, a relative, a language. Many of them are
mostly something else: "modell", "man", "en". ``doubted.tsv`` has those, and what must stand
near before they count; :func:`tacknamn.detection.cues.finder` finds them where it does.
"""

from functools import lru_cache

from tacknamn.support.tables import read_table, read_words

__all__ = ["is_plausible"]

_LANGUAGE_ENDS = ("ska", "skan", "skans", "skas", "ish")
"""Of languages in Swedish, and of most that English has."""


@lru_cache(maxsize=1)
def _read_doubted_words() -> dict[str, frozenset[str]]:
    doubted: dict[str, set[str]] = {}
    for words, label, _ in read_table(__file__, "doubted.tsv"):
        doubted.setdefault(label, set()).update(words.split())
    return {label: frozenset(words) for label, words in doubted.items()}


def is_plausible(word: str, label: str) -> bool:
    """Whether a word in small letters, that the lists have under ``label``, is likely meant so.

    >>> believed("undersköterska", "prof"), believed("faktor", "prof")
    (True, False)
    >>> believed("svenska", "language"), believed("en", "language")
    (True, False)
    """
    if label == "language":
        return _is_language(word)
    return word not in _read_doubted_words().get(label, ())


def _is_language(word: str) -> bool:
    """Of nine thousand languages most have names that are words, or persons, elsewhere."""
    if word in read_words(__file__, "languages.tsv"):
        return True
    return word.endswith(_LANGUAGE_ENDS) and word not in read_words(
        __file__, "innocent_languages.tsv"
    )
