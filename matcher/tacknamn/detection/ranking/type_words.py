"""Words that say what a name names, before it, behind it or glued to it (``institutions.tsv``).

*vårdcentralen Lyckorna*, *en firma som heter Nordic Clean*; *Hylte vårdcentral*, *Hallens SK*;
*Matteuskyrkan*.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple, final

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
    "is_type_word",
    "match_ending",
]

SHORTEST_KIND: Final = 5
"""Letters of a word that others may end in: *skola*; shorter ones end too much else."""
SHORTEST_RIVER: Final = 6
"""Letters of a word whose ending *-ån* is a river."""
SHORTEST_HEAD: Final = 2
"""Letters before a glued ending: *Sjukhuset* alone names none."""
LONGEST_ENDING: Final = 32
"""Letters of a word that are looked at; no ending is as long, and long words are not kept."""
_REACH: Final = 44
"""Characters before a name in which that word stands: *vårdcentralen*, and *som heter* behind it."""
WITH_QUOTE: Final = 3
"""Characters from the end of the word to the name, with a blank and a quotation mark between."""
_ADJECTIVE: Final = re.compile(r"[a-zåäö]+(?:ska|iska|sta|ala)|nya|gamla")
_WORD: Final = re.compile(r"([^\W\d_]+)(?![\w-])")
_NEXT: Final = re.compile(rf"(?: (?:{_ADJECTIVE.pattern}))? {_WORD.pattern}")
"""What may stand behind a name: an adjective (*tekniska*), and the word that says what it is."""
_QUOTES: Final = " \"'“”’"
_INDEFINITE: Final = ("city", "geo")
_ASIDE: Final = ("city", "geo", "place")
"""What may be named behind a comma: *en liten strand, Saltösand*."""
_CALLED_WORDS: Final = frozenset(
    ("called", "heter", "hette", "kallas", "kallades", "named", "namn")
)
_CALLED_SO: Final = re.compile(
    r"(?<![\w-])([^\W\d_]+),?( (?:som|that|which)(?: \w+)?)?"
    r"(?: (?:heter|hette|kallas|kallades|vid namn|(?:is )?called|named)) [\"'“”’]?\Z"
)
"""What may stand between it and the name: *som heter*, *vid namn*."""
_CALLED_IN: Final = re.compile(
    r"(?<![\w-])([^\W\d_]+) (?:i|in|på|från|utanför|nära) (?:\w+ ){0,2}\w+"
    r"( (?:som|that|which)(?: \w+)?) (?:heter|hette|kallas|kallades) [\"'“”’]?\Z"
)
"""The same with a place between: *en by i norra Jämtland som heter*."""
_WITHIN: Final = re.compile(r"\b(?:av|at|for|från|hos|i|in|of|på|vid)(?: (?:\w{2,5}))? \Z")
"""Behind these words somebody else is called so: *rektorn på skolan heter Anna*."""


class TypeWord(NamedTuple):
    """A word that says what a name beside it names."""

    label: str
    start: int
    end: int
    """Where the word stands in the text."""
    inside: bool
    """Whether the word is part of the name."""


def find_type_word_after(text: str, end: int) -> TypeWord | None:
    """The word that says what the name that ends here names."""
    if text[end : end + 1] != " ":
        return None
    word, blank, _ = text[end + 1 : end + _REACH].partition(" ")
    if blank and not _may_be_type_word(word):
        return None
    found = _NEXT.match(text, end)
    label = _find_label_after(found.group(1)) if found is not None else ""
    return (
        TypeWord(label, found.start(1), found.end(), True) if found is not None and label else None
    )


@lru_cache(maxsize=1 << 13)
def _may_be_type_word(word: str) -> bool:
    """Whether what stands between two blanks may say what the name before it names: a quick look,
    for most of it is *and* and *was*."""
    found = _WORD.match(word)
    return _ADJECTIVE.fullmatch(word) is not None or (
        found is not None and bool(_find_label_after(found.group(1)))
    )


def _find_label_after(word: str) -> str:
    """The label of names that this word stands behind; empty where it is none."""
    return _read_words("team").get(word) or _find_label(word)


def find_type_word_before(text: str, start: int) -> TypeWord | None:
    """The word that says what the name that starts here names."""
    first = max(0, start - _REACH)
    end = start - 1
    while end > first and text[end] in _QUOTES:
        end -= 1
    is_aside = end > first and text[end] == ","
    end -= is_aside
    if end < first or text[end].isspace():
        return None  # what stands in the line before says nothing of a name
    word = text[max(first, text.rfind(" ", first, end + 1) + 1) : end + 1]
    told = _read_word_before(word)
    if told is None:
        return None
    if told is _CALLED:
        return _find_before_called(text, first, start)
    if told.needs_more and not is_aside:
        return None
    if start - end > WITH_QUOTE or (is_aside and told.label not in _ASIDE):
        return None
    return TypeWord(told.label, end + 1 - len(told.word), end + 1, told.inside)


def _find_before_called(text: str, first: int, start: int) -> TypeWord | None:
    """The same where *som heter*, or the like, stands between."""
    for called in (_CALLED_SO, _CALLED_IN):
        found = called.search(text, first, start)
        told = _read_word_before(found.group(1)) if found else None
        if found is not None and told is not None:
            break
    else:
        return None
    if told is _CALLED:
        return None
    is_bare = not found.group(2)
    if is_bare and _WITHIN.search(text, max(0, found.start(1) - _REACH), found.start(1)):
        return None
    return TypeWord(told.label, found.start(1), found.end(1), False)


def is_name_of_thing(text: str, start: int, before: str) -> bool:
    """Whether the name that starts here is that of a book, a film, a dog: *en bok som heter X*.

    Args:
        before: The word before it, in small letters.
    """
    if before in _CALLED_WORDS:
        found = _CALLED_SO.search(text, max(0, start - _REACH), start)
        before = found.group(1).lower() if found else ""
    return before in _read_words("thing")


def is_commonly_country(name: str) -> bool:
    """Whether people mean a country by a name that lists have as a region: *England*."""
    return name.lower() in _read_words("commonly")


def is_brand(word: str) -> bool:
    """Whether a word is a trade mark that nobody bears as a name."""
    return word in _read_words("mark")


class _WordBefore(NamedTuple):
    """What a word before a name says."""

    label: str
    word: str
    """Without what stands before it on another line."""
    inside: bool
    needs_more: bool
    """Whether it says so with *som heter* only, for alone it is another word: *by*, *å*."""


_CALLED: Final = _WordBefore("", "", False, False)
"""Not a kind, but a word such as *heter*: the kind stands before that."""


@lru_cache(maxsize=1 << 13)
def _read_word_before(before: str) -> _WordBefore | None:
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
    """The label of names that this word stands behind: *vårdcentral*; empty where it is none."""
    lowered = word.lower()
    return _read_words("behind").get(lowered) or _find_compound_label(lowered, "behind")


def find_label_by_ending(word: str) -> str:
    """The label of a name that ends like this: *Matteuskyrkan*; empty where it tells none."""
    return match_ending(word, "glued")


def match_ending(word: str, where: str) -> str:
    """The label of the endings of that sort that a word has, with something before them."""
    return _match_ending(word[-LONGEST_ENDING:].lower(), where)


@lru_cache(maxsize=1 << 13)
def _match_ending(lowered: str, where: str) -> str:
    kind = _index_endings(where).first(lowered, SHORTEST_HEAD)
    return _read_words(where)[kind] if kind else ""


def ends_like_water(word: str) -> bool:
    """Whether a word that no list has ends like a river, a lake or a hill: *Selångersån*."""
    return bool(match_ending(word, "water")) or (
        len(word) >= SHORTEST_RIVER and word.endswith("ån")
    )


def find_label_by_last_word(words: str) -> str:
    """The label that the last word of a name of several words gives it: *Karolinska sjukhuset*,
    *Hyde Park*."""
    before, _, last = words.rpartition(" ")
    return _find_label_after(last) if before else ""


def is_type_word(word: str, label: str = "") -> bool:
    """Whether a word says what something is and names nothing: *Sjukhuset*, *SFI*; with a label,
    only if it says that one."""
    lowered = word.lower()
    labels = {_read_words(where).get(lowered, "") for where in ("behind", "front", "glued")} - {""}
    return (label in labels if label else bool(labels)) or lowered in _read_nameless_words()


@lru_cache(maxsize=1)
def _read_nameless_words() -> frozenset[str]:
    return frozenset(word.lower() for word in _read_words("never"))


@lru_cache(maxsize=16)
def _read_words(where: str) -> dict[str, str]:
    lines = read_table(__file__, "institutions.tsv")
    return {word: label for label, at, words in lines if at == where for word in words.split()}


@lru_cache(maxsize=4096)
def _find_compound_label(word: str, where: str) -> str:
    """The label of a word that ends like one that says what it is: *trafikskola*."""
    kind = _index_endings(where, SHORTEST_KIND).first(word)
    return _read_words(where)[kind] if kind else ""


@final
class _EndingIndex:
    """Endings of words by their last letters, which few other words have."""

    def __init__(self, endings: list[str], letters: int) -> None:
        self._letters = letters
        self._of: dict[str, list[str]] = {}
        for ending in endings:
            self._of.setdefault(ending[-letters:], []).append(ending)

    def first(self, word: str, more: int = 0) -> str:
        """The first ending that a word has, with so many letters before it."""
        for ending in self._of.get(word[-self._letters :], ()):
            if word.endswith(ending) and len(word) >= len(ending) + more:
                return ending
        return ""


@lru_cache(maxsize=16)
def _index_endings(where: str, shortest: int = 1) -> _EndingIndex:
    """The words of that sort that have so many letters."""
    words = [word for word in _read_words(where) if len(word) >= shortest]
    return _EndingIndex(words, min(map(len, words), default=shortest))
