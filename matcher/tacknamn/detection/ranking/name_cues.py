"""Cues for the labels of a name: the words next to it, what people do there, where a text is signed.

``cues.tsv`` lists words before and after a name that speak for a label, and how much.
``activities.tsv`` lists verbs of work, studies and clubs; the nearest verb before a name decides: in
*Jag jobbar natt och min son går på Ekskolan* it is not work. A text is signed on the line after *Kram*
or *Hälsningar*, or on the last line; every word there is a name, also words that begin ordinary
sentences: *Kram / Björn*.
"""

import re
from functools import lru_cache
from typing import Final, final

from tacknamn.detection.ranking.label_groups import CLUB, FIRSTNAMES
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = [
    "TITLES",
    "NeighbourWords",
    "find_activity",
    "find_cues",
    "find_neighbours",
    "find_work_after",
    "introduces_person",
    "is_after_greeting",
    "is_after_slash",
    "is_cue",
    "is_first_of_signature",
    "is_signature",
    "may_be_of_club",
]

_WORDS_REACH: Final = 32
"""Characters that are read on each side: two words of ordinary length."""
_SENTENCE_ENDS: Final = (".", "!", "?", ",", ";")
_ABBREVIATED: Final = frozenset(("dr.", "prof.", "mr.", "mrs.", "ms.", "st."))
"""Abbreviations; their full stop ends no sentence."""
TITLES: Final = frozenset(("dr", "miss", "mr", "mrs", "ms", "prof", "sir"))
"""Words before names that are no names themselves, although they are capitalized."""
_WORD: Final = re.compile(r"[^\W\d_]+")

_FIRST, _LAST = 3, 2
"""Digits of the two parts of a Swedish postal code."""
_ZIP_CODE: Final = "zip code"
Factors = dict[str, float]
"""By label, the factor by which a cue multiplies its weight."""
_TOWN: Final[Factors] = {"city": 150.0}
"""The factors of a postal code before a name."""
_VERB_REACH: Final = 60
"""Characters before an institution in which its verb may stand: *jobbar sedan fem år på Volvo*."""
_WHERE_SOMEBODY_WORKS: Final = compile_lazily(
    r"\s*,?\s*(?:där|dar|where)\s+\w+\s+(?:\w+\s+)?(job+a\w*|arbet\w*|work\w*)"
)
_GREETINGS: Final = (
    "cheers", "faithfully", "hälsning", "hälsningar", "kram", "kramar", "love", "mvh", "puss", "pussar",
    "regards", "sincerely", "thanks", "vänligen", "wishes",
)  # fmt: skip
_LAST_LETTERS: Final = 3
_GREETING_ENDS: Final = frozenset(greeting[-_LAST_LETTERS:] for greeting in _GREETINGS)
_MARKS: Final = " ,.!:)(/\n"
"""Characters that may stand around a signature."""
_NO_NAMES: Final = (
    "adjö",
    "best",
    "from",
    "från",
    "hej",
    "hälsar",
    "hörs",
    "kind",
    "many",
    "ps",
    "tack",
    "vänliga",
    "varma",
    "warm",
    "with",
    "yours",
    *_GREETINGS,
)
"""Words of a last line that are no names."""
INTRODUCES: Final = 30.0
"""From this factor on, a cue before a name introduces a person."""
_PERSONAL: Final = FIRSTNAMES | {"surname"}
LONGEST_END: Final = 8
"""Characters that may follow a signature: full stops, brackets, empty lines."""
LONGEST_SIGNATURE: Final = 40
"""Characters that may follow the first word of a signature."""
LONGEST_SLASHES: Final = 6
"""Characters before the name in a line such as ``  // Emma``."""
_SLASHES: Final = ("/", "//")
LONGEST_GREETING: Final = 40
"""Characters of a greeting: *Med många varma hälsningar från*."""


@final
class NeighbourWords:
    """The words next to a piece, in lower case; empty where its sentence begins or ends."""

    __slots__ = ("earlier", "following", "previous")

    def __init__(self, previous: str, earlier: str, following: str) -> None:
        self.previous = previous
        self.earlier = earlier
        """The word before ``previous``."""
        self.following = following


def find_neighbours(text: str, start: int, end: int) -> NeighbourWords:
    """Return the words next to a piece, within its sentence.

    >>> words = find_neighbours("Hej. Min bror Ali bor här.", 14, 17)
    >>> words.earlier, words.previous, words.following
    ('min', 'bror', 'bor')
    """
    words = text[max(0, start - _WORDS_REACH) : start].rsplit(None, 2)[-2:]
    previous = _normalize_word(words[-1]) if words else ""
    earlier = _normalize_word(words[0]) if previous and len(words) > 1 else ""
    return NeighbourWords(previous, earlier, _find_following(text, end))


def _find_following(text: str, end: int) -> str:
    """Return the word after a blank here, in lower case; empty if there is none."""
    if text[end : end + 1] != " ":
        return ""
    word = text[end + 1 : end + _WORDS_REACH].partition(" ")[0]
    if not word.isalpha():  # for nearly all words the match is not needed
        match = _WORD.match(word)
        word = match.group() if match is not None else ""
    return word.lower()


@lru_cache(maxsize=1 << 13)
def _normalize_word(word: str) -> str:
    """Return a word before a name in lower case; empty if it ends a sentence or a clause."""
    lowered = word.lower()
    if lowered.endswith(_SENTENCE_ENDS):
        return lowered[:-1] if lowered in _ABBREVIATED else ""
    return lowered.strip(":\"'”’()-–")


def find_cues(words: NeighbourWords) -> list[tuple[str, Factors]]:
    """Return the cues among the words next to a piece, each with its factors."""
    before, after = _read_cues()
    pair = before.get(f"{words.earlier},{words.previous}") if words.earlier else None
    cues = []
    if pair is not None:
        cues.append((f"{words.earlier} {words.previous}", pair))
    elif (single := before.get(words.previous)) is not None:
        cues.append((words.previous, single))
    elif words.previous.isdigit() and _is_zip_code(words):
        cues.append((_ZIP_CODE, _TOWN))
    if (following := after.get(words.following)) is not None:
        cues.append((words.following, following))
    return cues


def introduces_person(word: str) -> bool:
    """Return whether a name after this word is rather that of a person: *named*, *dear*, *uncle*."""
    factors = _read_cues()[0].get(word)
    return (
        factors is not None
        and max(map(_PERSONAL.__contains__, factors))
        and (max(factors.values()) >= INTRODUCES)
    )


def is_cue(word: str) -> bool:
    """Return whether a word is a cue, and so no name itself, misspelt: *heter*."""
    return word in _list_cue_words()


@lru_cache(maxsize=1)
def _list_cue_words() -> frozenset[str]:
    before, after = _read_cues()
    return frozenset(word for cue in (*before, *after) for word in cue.split(","))


def _is_zip_code(words: NeighbourWords) -> bool:
    """Return whether the words before are a postal code: 411 38, 41138."""
    parts = (words.earlier, words.previous) if len(words.previous) == _LAST else (words.previous,)
    return [len(part) for part in parts if part.isdigit()] in ([_FIRST, _LAST], [_FIRST + _LAST])


@lru_cache(maxsize=1)
def _read_cues() -> tuple[dict[str, Factors], dict[str, Factors]]:
    """Return the factors of cues before a name and after it, by their word or pair of words."""
    sides: dict[str, dict[str, Factors]] = {"before": {}, "after": {}}
    for side, words, labels, factor in read_table(__file__, "cues.tsv"):
        expanded = [name for label in labels.split() for name in _expand_label(label)]
        for word in words.split():
            sides[side].setdefault(word, {}).update(dict.fromkeys(expanded, float(factor)))
    return sides["before"], sides["after"]


def _expand_label(name: str) -> tuple[str, ...]:
    """Return the labels for which a name in the table stands."""
    if name == "firstname":
        return tuple(sorted(FIRSTNAMES))
    return ("",) if name == "none" else (name,)


def may_be_of_club(text: str, start: int) -> bool:
    """Return whether the sentence has a word for what people do in clubs before a name: a quick test for
    names after *i* and *med*, where :func:`find_activity` matters for clubs only."""
    return _compile_verbs_of(CLUB).search(_read_sentence(text, start)) is not None


def find_activity(text: str, start: int, is_place: bool = False) -> tuple[str, str]:
    """Return what the sentence says is done at the name that starts here: ``work``, ``school`` or
    ``other_institution``, and the word that says so. Both are empty if it says nothing.

    Args:
        is_place: Whether the name is that of a place. People just go to a place.
    """
    last = None
    for match in _compile_verbs().finditer(_read_sentence(text, start)):
        last = match
    if last is None or last.lastgroup is None or last.lastgroup == "else":
        return "", ""
    if last.lastgroup == "goes":
        return ("", "") if is_place else ("school", last.group().strip())
    return last.lastgroup, last.group().strip()


def _read_sentence(text: str, start: int) -> str:
    """Return what stands before a name in its sentence, in lower case."""
    before = text[max(0, start - _VERB_REACH) : start]
    end = max(before.rfind("."), before.rfind("!"), before.rfind("?"), before.rfind("\n"))
    return before[end + 1 :].lower()


def find_work_after(text: str, end: int) -> str:
    """Return the verb after a name that says that a person works there: *Volvo, där min bror
    jobbar*."""
    match = _WHERE_SOMEBODY_WORKS.match(text, end, end + _VERB_REACH)
    return match.group(1).lower() if match else ""


@lru_cache(maxsize=1)
def _compile_verbs() -> re.Pattern[str]:
    """Return the verbs of all activities, each in a group with the activity's name."""
    named = [f"(?P<{activity}>{'|'.join(forms)})" for activity, forms in _read_verbs().items()]
    # No verb begins at the end of a word, which is a border as well.
    return re.compile(rf"\b(?=\w)(?:{'|'.join(named)})(?:(?<=\s)|(?!\w))")


@lru_cache(maxsize=4)
def _compile_verbs_of(activity: str) -> re.Pattern[str]:
    """Return the verbs of one activity."""
    return re.compile(rf"\b(?:{'|'.join(_read_verbs()[activity])})(?:(?<=\s)|(?!\w))")


def _read_verbs() -> dict[str, list[str]]:
    verbs: dict[str, list[str]] = {}
    for activity, forms in read_table(__file__, "activities.tsv"):
        verbs.setdefault(activity, []).extend(forms.split("; "))
    return verbs


def is_after_greeting(text: str, start: int) -> bool:
    """Return whether a line begins here and the line above ends a letter.

    >>> is_after_greeting("Många kramar,\\nBjörn", 14)
    True
    """
    if text[start - 1 : start] != "\n":
        return False
    above = text[max(0, start - LONGEST_GREETING) : start].rstrip(_MARKS)
    if above[-_LAST_LETTERS:].lower() not in _GREETING_ENDS:
        return False  # a shortcut for nearly all
    return above.rpartition("\n")[2].lower().endswith(_GREETINGS)


def is_after_slash(text: str, start: int, end: int) -> bool:
    """Return whether nothing but one or two slashes stands before a name in its line, and at most
    one further name after it: ``/Emma``, ``// Grace Okafor``.

    >>> is_after_slash("Vi ses!\\n// Emma", 11, 15)
    True
    """
    reach = max(0, start - LONGEST_SLASHES)
    if text.find("/", reach, start) < 0:
        return False
    first = text.rfind("\n", reach, start) + 1
    if start - first > LONGEST_SLASHES or text[first:start].strip() not in _SLASHES:
        return False
    rest = text[end : end + LONGEST_SIGNATURE].partition("\n")[0].strip(_MARKS)
    return all(word[:1].isupper() for word in rest.split()) and rest.count(" ") == 0


def is_signature(text: str, start: int, end: int) -> bool:
    """Return whether a piece is the whole last line of a text of several lines."""
    is_near_end = len(text) - end <= LONGEST_END
    return is_near_end and text[start - 1 : start] == "\n" and not text[end:].strip(_MARKS)


def is_first_of_signature(text: str, start: int, end: int) -> bool:
    """Return whether a piece begins the last line, and that line has two capitalized words.

    >>> is_first_of_signature("Vi ses!\\nGrace Okafor", 8, 13)
    True
    """
    if len(text) - end > LONGEST_SIGNATURE or text[start - 1 : start] != "\n":
        return False
    words = text[end:].strip(_MARKS).split(" ")
    is_greeting = text[start:end].lower() in _NO_NAMES
    return len(words) == 1 and words[0][:1].isupper() and not is_greeting
