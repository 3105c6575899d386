"""Type words: words that say of what type a named thing is (``institutions.tsv``).

They stand before the name (*vårdcentralen Lyckorna*, *en firma som heter Nordic Clean*), after it
(*Hylte vårdcentral*, *Hallens SK*) or are its ending (*Matteuskyrkan*).
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple, final

from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = [
    "WITH_QUOTE",
    "TypeWord",
    "ends_like_water",
    "find_label_by_ending",
    "find_label_by_last_word",
    "find_type_word_after",
    "find_type_word_before",
    "is_brand",
    "is_commonly_country",
    "is_name_of_thing",
    "is_nameless",
    "is_type_word",
    "match_ending",
]

SHORTEST_TYPE_WORD: Final = 5
"""Letters of a type word that compounds may end in: *skola*. Shorter ones end too many other
words."""
SHORTEST_RIVER: Final = 6
"""Letters of a word that is a river by its ending *-ån*."""
SHORTEST_HEAD: Final = 2
"""Letters before an ending: *Sjukhuset* alone names nothing."""
LONGEST_ENDING: Final = 32
"""Letters of a word that are compared. No ending is as long, and long words are not remembered."""
_REACH: Final = 44
"""Characters before a name in which its type word stands: *vårdcentralen*, and *som heter* after
it."""
WITH_QUOTE: Final = 3
"""Characters from the end of the type word to the name, with a blank and a quotation mark between
them."""
_ADJECTIVE: Final = re.compile(r"[a-zåäö]+(?:ska|iska|sta|ala)|nya|gamla")
_WORD: Final = re.compile(r"([^\W\d_]+)(?![\w-])")
_NEXT: Final = compile_lazily(rf"(?: (?:{_ADJECTIVE.pattern}))? {_WORD.pattern}")
"""What may follow a name: an adjective (*tekniska*) and the type word."""
_QUOTES: Final = " \"'“”’"
_INDEFINITE: Final = ("city", "geo")
"""Labels whose type words, in the indefinite form, are often other words."""
_AFTER_COMMA: Final = ("city", "geo", "place")
"""Labels of names that may follow a comma: *en liten strand, Saltösand*."""
_CALLED_WORDS: Final = frozenset(
    ("called", "heter", "hette", "kallas", "kallades", "named", "namn")
)
_CALLED_SO: Final = compile_lazily(
    r"(?<![\w-])([^\W\d_]+),?( (?:som|that|which)(?: \w+)?)?"
    r"(?: (?:heter|hette|kallas|kallades|vid namn|(?:is )?called|named)) [\"'“”’]?\Z"
)
"""A type word and what may stand between it and the name: *som heter*, *vid namn*."""
_CALLED_IN: Final = compile_lazily(
    r"(?<![\w-])([^\W\d_]+) (?:i|in|på|från|utanför|nära) (?:\w+ ){0,2}\w+"
    r"( (?:som|that|which)(?: \w+)?) (?:heter|hette|kallas|kallades) [\"'“”’]?\Z"
)
"""The same with a place between them: *en by i norra Jämtland som heter*."""
_WITHIN: Final = compile_lazily(r"\b(?:av|at|for|från|hos|i|in|of|på|vid)(?: (?:\w{2,5}))? \Z")
"""After these words the name is that of a person: *rektorn på skolan heter Anna*."""


class TypeWord(NamedTuple):
    """A type word next to a name."""

    label: str
    """The label of names that it stands with."""
    start: int
    """Its first character in the text."""
    end: int
    """The character after its last one."""
    inside: bool
    """Whether it is part of the name."""


def find_type_word_after(text: str, end: int) -> TypeWord | None:
    """Return the type word after the name that ends here."""
    if text[end : end + 1] != " ":
        return None
    word, blank, _ = text[end + 1 : end + _REACH].partition(" ")
    if blank and not _may_be_type_word(word):
        return None
    match = _NEXT.match(text, end)
    label = _find_label_after(match.group(1)) if match is not None else ""
    if match is None or not label:
        return None
    return TypeWord(label, match.start(1), match.end(), True)


@lru_cache(maxsize=1 << 13)
def _may_be_type_word(word: str) -> bool:
    """Return whether the text between two blanks may be a type word, or an adjective before one: a
    quick test, because most words after a name are *and* or *was*."""
    match = _WORD.match(word)
    return _ADJECTIVE.fullmatch(word) is not None or (
        match is not None and bool(_find_label_after(match.group(1)))
    )


def _find_label_after(word: str) -> str:
    """Return the label of names that this word follows; empty if it is no type word."""
    return _read_words("team").get(word) or _find_label(word)


def find_type_word_before(text: str, start: int) -> TypeWord | None:
    """Return the type word before the name that starts here."""
    first = max(0, start - _REACH)
    # Step back over blanks and quotation marks, and over one comma.
    end = start - 1
    while end > first and text[end] in _QUOTES:
        end -= 1
    is_after_comma = end > first and text[end] == ","
    end -= is_after_comma
    if end < first or text[end].isspace():
        return None  # the line before says nothing about a name
    word = text[max(first, text.rfind(" ", first, end + 1) + 1) : end + 1]
    before = _read_word_before(word)
    if before is None:
        return None
    if before is _CALLED:
        return _find_before_called(text, first, start)
    if before.needs_more and not is_after_comma:
        return None
    if is_after_comma and word[:1].isupper():
        return None  # 3 Chapel Street, Derby; Long Island, New York
    if start - end > WITH_QUOTE or (is_after_comma and before.label not in _AFTER_COMMA):
        return None
    return TypeWord(before.label, end + 1 - len(before.word), end + 1, before.inside)


def _find_before_called(text: str, first: int, start: int) -> TypeWord | None:
    """Return the type word before *som heter* or the like."""
    for pattern in (_CALLED_SO, _CALLED_IN):
        match = pattern.search(text, first, start)
        before = _read_word_before(match.group(1)) if match else None
        if match is not None and before is not None:
            break
    else:
        return None
    if before is _CALLED:
        return None
    is_bare = not match.group(2)
    if is_bare and _WITHIN.search(text, max(0, match.start(1) - _REACH), match.start(1)):
        return None
    return TypeWord(before.label, match.start(1), match.end(1), False)


def is_name_of_thing(text: str, start: int, previous: str) -> bool:
    """Return whether the name that starts here is that of a book, a film, a dog: *en bok som heter
    X*.

    Args:
        previous: The word before it, in lower case.
    """
    if text[start - 1 : start] == "-":
        return False  # Anna Bok-Ek
    if previous in _CALLED_WORDS:
        match = _CALLED_SO.search(text, max(0, start - _REACH), start)
        previous = match.group(1).lower() if match else ""
    return previous in _read_words("thing")


def is_commonly_country(name: str) -> bool:
    """Return whether people mean a country by a name that the lists have as a region: *England*."""
    return name.lower() in _read_words("commonly")


def is_brand(word: str) -> bool:
    """Return whether a word is a brand that no person or town is called."""
    return word in _read_words("mark")


class _WordBefore(NamedTuple):
    """What a word before a name says."""

    label: str
    word: str
    """The word without what stands before it on another line."""
    inside: bool
    needs_more: bool
    """Whether it is a type word only with *som heter*, because alone it is another word: *by*,
    *å*."""


_CALLED: Final = _WordBefore("", "", False, False)
"""No type word but a word such as *heter*: the type word stands before that."""


@lru_cache(maxsize=1 << 13)
def _read_word_before(before: str) -> _WordBefore | None:
    """Return what a word before a name says; None if it says nothing."""
    word = before.split()[-1] if before.split() else ""
    lowered = word.lower()
    if lowered in _CALLED_WORDS:
        return _CALLED
    if label := _read_words("title").get(lowered):
        return _WordBefore(label, word, True, False)
    label = _read_words("front").get(lowered) or _find_compound_label(lowered, "front")
    if not label:
        return None
    is_bare = label in _INDEFINITE and not lowered.endswith(("n", "et"))
    return _WordBefore(label, word, word != lowered, is_bare and word == lowered)


def _find_label(word: str) -> str:
    """Return the label of names that this word follows in running text: *vårdcentral*; empty if it
    is no type word."""
    lowered = word.lower()
    return _read_words("behind").get(lowered) or _find_compound_label(lowered, "behind")


def find_label_by_ending(word: str) -> str:
    """Return the label of a name with this ending: *Matteuskyrkan*; empty if the ending says
    nothing."""
    return match_ending(word, "glued") or match_ending(word, "landform")


def match_ending(word: str, group: str) -> str:
    """Return the label of the ending that a word has, with something before it.

    Args:
        group: The group of endings, as ``institutions.tsv`` calls it.
    """
    return _match_ending(word[-LONGEST_ENDING:].lower(), group)


@lru_cache(maxsize=1 << 13)
def _match_ending(lowered: str, group: str) -> str:
    ending = _index_endings(group).find(lowered, SHORTEST_HEAD)
    return _read_words(group)[ending] if ending else ""


def ends_like_water(word: str) -> bool:
    """Return whether a word that no list has ends like a river, a lake or a hill: *Selångersån*."""
    return bool(match_ending(word, "water")) or (
        len(word) >= SHORTEST_RIVER and word.endswith("ån")
    )


def find_label_by_last_word(words: str) -> str:
    """Return the label of a name of several words, according to the last one: *Karolinska
    sjukhuset*, *Hyde Park*."""
    before, _, last = words.rpartition(" ")
    return _find_label_after(last) if before else ""


def is_type_word(word: str, label: str = "") -> bool:
    """Return whether a word is a type word and names nothing: *Sjukhuset*, *SFI*.

    Args:
        label: If given, the word must be a type word of this label.
    """
    lowered = word.lower()
    groups = ("behind", "front", "glued")
    labels = {_read_words(group).get(lowered, "") for group in groups} - {""}
    return (label in labels if label else bool(labels)) or lowered in _read_nameless_words()


def is_nameless(word: str) -> bool:
    """Return whether this is an abbreviation that stands in the place of a name: *BUP*."""
    return word.lower() in _read_nameless_words()


@lru_cache(maxsize=1)
def _read_nameless_words() -> frozenset[str]:
    return frozenset(word.lower() for word in _read_words("never"))


@lru_cache(maxsize=16)
def _read_words(group: str) -> dict[str, str]:
    """Return the words of a group of the table, each with its label."""
    lines = read_table(__file__, "institutions.tsv")
    return {
        word: label for label, where, words in lines if where == group for word in words.split()
    }


@lru_cache(maxsize=4096)
def _find_compound_label(word: str, group: str) -> str:
    """Return the label of a word that ends in a type word: *trafikskola*."""
    ending = _index_endings(group, SHORTEST_TYPE_WORD).find(word)
    return _read_words(group)[ending] if ending else ""


@final
class _EndingIndex:
    """Endings of words by their last letters. Few words share these, so few are compared."""

    def __init__(self, endings: list[str], letters: int) -> None:
        self._letters = letters
        self._by_letters: dict[str, list[str]] = {}
        for ending in endings:
            self._by_letters.setdefault(ending[-letters:], []).append(ending)

    def find(self, word: str, letters_before: int = 0) -> str:
        """Return the first ending that a word has, with so many letters before it."""
        for ending in self._by_letters.get(word[-self._letters :], ()):
            if word.endswith(ending) and len(word) >= len(ending) + letters_before:
                return ending
        return ""


@lru_cache(maxsize=16)
def _index_endings(group: str, shortest: int = 1) -> _EndingIndex:
    """Return the words of a group that have at least so many letters."""
    words = [word for word in _read_words(group) if len(word) >= shortest]
    return _EndingIndex(words, min(map(len, words), default=shortest))
