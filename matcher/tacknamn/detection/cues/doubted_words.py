"""Decide about words that are professions, relatives or languages only in some places.

The lists have every word that can be one of these. Many of them are mostly something else: "modell",
"man", "en". ``doubted.tsv`` lists these words and what must stand near one (its ``need``): ``mine``
is a possessive or "har" right before it, apart from adjectives; ``own`` is the writer in the same
sentence, ``around`` also in the sentence next to it; ``is`` is a form of being or becoming in a
sentence with the writer, a possessive, or a name that the words after it introduce; with ``never``
the word does not count at all. With ``also`` the lists decide, and ``mine`` is enough besides. With ``kin`` (``kin_en`` in
English) small letters are enough, unless a word such as "heter" stands before.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.cues.literals import Literal, LiteralMatch
from tacknamn.detection.cues.persons import find_writer
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table, read_words
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["DECIDED_BY_LISTS", "KIN", "KIND", "find_doubted", "is_plausible", "list_doubted_words"]

KIND = "doubted"
KIN = "near:kin"
"""The rule of words for relatives in other languages, which are also names: *baba*, *nan*."""
DECIDED_BY_LISTS = frozenset(("also", "kin", "kin_en"))
"""Needs of words that count without it as well if a list has them."""
BEFORE = 40
"""Characters before the word within which a possessive stands."""
NEXT_SENTENCE = 120
"""Characters around the sentence within which the writer may stand: "Vi bor i Lund. Barnen ..."."""
_LANGUAGE_ENDS = ("ska", "skan", "skans", "skas", "ish")
"""The endings of the Swedish names of languages, and of most English ones."""
_WORD = re.compile(r"[^\W\d_]+")
_BREAK = compile_lazily(r"[.!?,:;]")
_BEING = frozenset(
    ("är", "var", "blev", "bli", "blir", "blivit", "varit", "som", "as", "is", "was", "am",
     "become", "became")
)  # fmt: skip
_ARTICLES = frozenset(("en", "ett", "a", "an"))
_NAMED = compile_lazily(
    r",? (?:(?:som|who|that) )?(?:(?:is|was) )?(heter|hette|kallas|called|named)\b"
)
"""What introduces a name: "en guide som hette Ove"."""
_CALLED = compile_lazily(r"\b(?:heter|hette|kallas|namn är|namn|named|called|name is|name's) \Z")
_HAD = frozenset(("barn", "children", "kids", "child", "son", "ungar", "twins"))
"""What people have; "har man" and "hade far" mean something else."""


@lru_cache(maxsize=1)
def _read_doubted_words() -> dict[str, frozenset[str]]:
    """Return the doubted words by label."""
    doubted: dict[str, set[str]] = {}
    for words, label, need in read_table(__file__, "doubted.tsv"):
        if need in DECIDED_BY_LISTS:
            continue
        doubted.setdefault(label, set()).update(words.split())
    return {label: frozenset(words) for label, words in doubted.items()}


def is_plausible(word: str, label: str) -> bool:
    """Return whether a lower-case word that the lists have under a label is likely meant so.

    >>> is_plausible("undersköterska", "prof"), is_plausible("faktor", "prof")
    (True, False)
    >>> is_plausible("svenska", "language"), is_plausible("en", "language")
    (True, False)
    """
    if label == "language":
        return _is_language(word)
    return word not in _read_doubted_words().get(label, ())


def _is_language(word: str) -> bool:
    """Return whether a word is likely a language. The names of most of the nine thousand languages
    are words or persons elsewhere."""
    if word in read_words(__file__, "languages.tsv"):
        return True
    return word.endswith(_LANGUAGE_ENDS) and word not in read_words(
        __file__, "innocent_languages.tsv"
    )


def list_doubted_words() -> Iterator[Literal]:
    """Yield the doubted words for which something may speak."""
    for words, label, need in read_table(__file__, "doubted.tsv"):
        if need != "never":
            for word in words.split():
                yield Literal(word, KIND, (label, need))


def find_doubted(text: NormalizedText, match: LiteralMatch) -> Iterator[Detection]:
    """Yield the doubted word if something speaks for it."""
    label, need = match.literal.value
    trigger = _NEEDS[need](text, match)
    if trigger:
        rule = KIN if need.startswith("kin") else f"near:{need}"
        yield Detection(match.start, match.end, label, rule, trigger=trigger)


@lru_cache(maxsize=1)
def _read_words_before() -> frozenset[str]:
    """Return the possessives, the forms of "har", and what may stand after them."""
    possessives = read_words(__file__, "possessives.tsv", "mine", "has")
    return possessives | read_words(__file__, "between.tsv") | _ARTICLES


def _find_possessive(text: NormalizedText, match: LiteralMatch) -> str:
    """Return the possessive or form of "har" before a word, apart from the words that may stand
    between them."""
    before = text.lowered[max(0, match.start - BEFORE) : match.start]
    last = before[:-1].rpartition(" ")[2]
    if before.endswith(" ") and last.isalpha() and last not in _read_words_before():
        return ""  # a shortcut for most words
    has_article = False
    for word_match in reversed(list(_WORD.finditer(before))):
        if _BREAK.search(before, word_match.end()):
            return ""
        word = word_match.group()
        if word in read_words(__file__, "possessives.tsv", "mine"):
            return word
        if word in read_words(__file__, "possessives.tsv", "has"):
            return word if match.literal.text in _HAD or has_article else ""
        has_article = has_article or word in _ARTICLES
        if word not in read_words(__file__, "between.tsv") and word not in _ARTICLES:
            return ""
    return ""


def _find_writer(text: NormalizedText, match: LiteralMatch) -> str:
    return find_writer(text.lowered, match.start, match.end, text.language)


def _find_writer_around(text: NormalizedText, match: LiteralMatch) -> str:
    return find_writer(text.lowered, match.start, match.end, text.language, NEXT_SENTENCE)


def _find_being(text: NormalizedText, match: LiteralMatch) -> str:
    words = _WORD.findall(text.lowered, max(0, match.start - BEFORE), match.start)
    while words and words[-1] in _ARTICLES:
        words.pop()
    if words and words[-1] in _BEING:
        return _find_writer(text, match)
    named = _NAMED.match(text.lowered, match.end)
    return named.group(1) if named else _find_possessive(text, match)


def _find_kin(text: NormalizedText, match: LiteralMatch) -> str:
    """Return the word itself if it is in small letters and no name."""
    before = text.lowered[max(0, match.start - BEFORE) : match.start]
    if text.text[match.start].isupper() or _CALLED.search(before):
        return ""
    return match.literal.text


def _find_english_kin(text: NormalizedText, match: LiteralMatch) -> str:
    return _find_kin(text, match) if text.language == "en" else ""


_NEEDS = {
    "kin": _find_kin,
    "kin_en": _find_english_kin,
    "mine": _find_possessive,
    "also": _find_possessive,
    "own": _find_writer,
    "around": _find_writer_around,
    "is": _find_being,
}
"""What finds each need, and returns the word that fulfils it."""
