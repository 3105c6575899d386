"""Find professions, degrees and subjects of study that no list has.

Compounds are known by the word they end in, their head ("sopbilschaufför"): no list has all
compounds. Others are known by the words before them. "Jobbar som" is followed by a profession,
"examen i" by a subject, whatever the word is and however it is spelt; "läser" is followed by a
subject only if the word is one.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from tacknamn.detection.cues.literals import Literal, LiteralMatch
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table, read_words, split_cues
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "BEING",
    "CUE",
    "ENDING",
    "ENGLISH",
    "HEAD",
    "find_compounds",
    "find_english",
    "find_following",
    "is_before_ending",
    "list_cues",
    "list_endings",
    "list_english",
    "list_heads",
    "may_be_misspelt",
]

HEAD, CUE, ENGLISH, BEING, ENDING = "head", "following", "english", "being", "ending"
"""The kinds of literals of this module."""
SHORTEST_MODIFIER = 2
"""Letters of a compound before its head. "vd-chef" is known by its hyphen; "el|montör" has two."""
_ENDINGS = frozenset(
    ("", "n", "en", "s", "ns", "ens", "na", "nas", "er", "erna", "ar", "arna", "e", "are", "ören",
     "or", "orna", "an", "ans")
)  # fmt: skip
"""The inflections of nouns that may follow a head."""
_NEXT = compile_lazily(r" {1,2}([^\W\d_]+(?:-[^\W\d_]+)*)")
LONGEST_FIELD = 80
"""Characters of a field that are read."""
_WORD = re.compile(r"[^\W\d_]+")
MOST_SKIPPED = 3
"""Articles and adjectives before a profession: "som en mycket duktig kock"."""
SHORTEST, LONGEST = 3, 40
"""Letters of a profession or subject. "it" and the like are in the table; sjukvårdsbiträdesvikarie
has half as many as the longest."""
SHORTEST_BY_ENDING = 6
"""Letters of a profession that is known by its ending after a form of being: *är typograf*."""
SHORTEST_MISSPELT = 10
"""Letters of a misspelt profession, which nothing but its consonants gives away: *webbutvikler*. Among
shorter words are comparatives with the same ones: *friskare*, *forskare*."""
LEAST_CONSONANTS = 5
"""Consonants of the occupation that is meant. With fewer, other words have the same ones."""
FARTHEST = 160
"""Characters after a form of being up to such an ending."""
BY_ENDING = "occupation"
"""The rule of professions that a form of being and their ending give away. Others are surer."""
_RULES = {"prof": "profession", "edu": "subject"}
_AFTER_WORD = ".,;:!?)\n"
_VOWELS = frozenset("aeiouyåäö")
_PERSON_ENDS = ("r", "re")
"""Endings of most occupations, misspelt ones too."""
_JOINING = frozenset(("och", "and", "samt"))


def list_heads() -> Iterator[Literal]:
    """Yield the heads of compounds."""
    for label, kind, words in read_table(__file__, "heads.tsv"):
        for word in words.split() if kind == "noun" else ():
            yield Literal(word, HEAD, (label,), _ENDINGS, within=True)


def find_compounds(text: NormalizedText, match: LiteralMatch) -> Iterator[Detection]:
    """Yield the compound that ends in a head, if there is one."""
    if match.at - match.start < SHORTEST_MODIFIER:
        return
    label = match.literal.value[0]
    if text.lowered[match.start : match.end] in read_words(__file__, "common_compounds.tsv", label):
        return
    yield Detection(match.start, match.end, label, "compound", trigger=match.literal.text)


def list_cues() -> Iterator[Literal]:
    """Yield the words that profession or subject follow."""
    for label, follows, cues in read_table(__file__, "occupation_cues.tsv"):
        for cue in split_cues(cues):
            yield Literal(cue, BEING if follows == "ending" else CUE, (label, follows))


def list_endings() -> Iterator[Literal]:
    """Yield the endings of what may follow a form of being."""
    for ending in _read_occupation_endings():
        yield Literal(ending, ENDING, within=True)


def is_before_ending(match: LiteralMatch, endings: Sequence[int]) -> bool:
    """Return whether one of the endings of a text is near after a form of being. Mostly none is.

    Args:
        endings: Where they begin.
    """
    index = bisect_left(endings, match.end)
    return index < len(endings) and endings[index] <= match.end + FARTHEST


def may_be_misspelt(lowered: str, start: int) -> bool:
    """Return whether one of the two words after a form of being is a misspelt occupation."""
    words = lowered[start + 1 : start + LONGEST].split(" ", 2)[:2]
    long_words = [word.rstrip(_AFTER_WORD) for word in words if len(word) >= SHORTEST_MISSPELT]
    return any(_is_misspelt(word) for word in long_words)


def list_english() -> Iterator[Literal]:
    """Yield the English professions, which the lists lack: many are Swedish words or surnames."""
    for (cues,) in read_table(__file__, "english_occupations.tsv"):
        for cue in split_cues(cues):
            yield Literal(cue, ENGLISH, ("prof",), frozenset(["", "s", "es"]))
            if cue.endswith("man"):
                yield Literal(cue.removesuffix("man") + "men", ENGLISH, ("prof",))
            if cue.endswith("y"):
                yield Literal(cue.removesuffix("y") + "ies", ENGLISH, ("prof",))


def find_english(text: NormalizedText, match: LiteralMatch) -> Iterator[Detection]:
    """Yield an English profession. Within a sentence, a capital makes it a surname."""
    is_title = text.text[match.start].isupper() and text.text[match.start + 1].islower()
    is_start = text.text[max(0, match.start - 2) : match.start] in ("", ". ", "! ", "? ")
    if is_title and not is_start and " " not in match.literal.text:
        return
    yield Detection(match.start, match.end, "prof", "english", trigger="")


def find_following(text: NormalizedText, match: LiteralMatch) -> Iterator[Detection]:
    """Yield the profession or subject after a cue, and those that "och" joins to it."""
    label, follows = match.literal.value
    if follows == "field":
        yield from _find_in_field(text, match)
        return
    if (
        follows == "ending"
        and not _may_have_ending(text.lowered, match.end)
        and not may_be_misspelt(text.lowered, match.end)
    ):
        return
    word = _find_next_word(text, match.end)
    while word is not None:
        if not _is_accepted(text, word, label, follows):
            return
        end = _find_profession_end(text, word.end()) if label == "prof" else word.end()
        rule = BY_ENDING if follows == "ending" else _RULES[label]
        yield Detection(word.start(1), end, label, rule, trigger=match.literal.text)
        conjunction = _NEXT.match(text.lowered, end)
        if conjunction is None or conjunction.group(1) not in _JOINING:
            return
        word = _find_next_word(text, conjunction.end())
        follows = "subject" if label == "edu" else "profession"


def _find_profession_end(text: NormalizedText, end: int) -> int:
    """Return the end of a profession with its second word: "truck driver", "buss chaufför"."""
    second = _NEXT.match(text.lowered, end)
    if second is not None and second.group(1) in _read_second_words():
        return second.end()
    return end


def _find_next_word(text: NormalizedText, start: int) -> re.Match[str] | None:
    """Return the next word, apart from articles and adjectives."""
    word = _NEXT.match(text.lowered, start)
    for _ in range(MOST_SKIPPED):
        if word is None or word.group(1) not in read_words(__file__, "following.tsv"):
            break
        word = _NEXT.match(text.lowered, word.end())
    return word


def _is_accepted(text: NormalizedText, match: re.Match[str], label: str, follows: str) -> bool:
    """Return whether a word after a cue is a profession or subject."""
    word = match.group(1)
    if follows == "ending":  # after a form of being: only what ends as occupations alone do
        if len(word) >= SHORTEST_BY_ENDING and _ends_like_occupation(word):
            return True
        return len(word) >= SHORTEST_MISSPELT and _is_misspelt(word)
    if follows == "profession":  # after "och": only what ends as professions do
        return word.endswith(_read_heads())
    if label == "edu" and _is_subject(word):
        return True
    if follows == "subject" or not SHORTEST <= len(word) <= LONGEST:
        return False
    if text.text[match.start(1)].isupper():  # a name: "jobbar som Anna", "examen i Lund"
        return False
    return word not in read_words(__file__, "stop.tsv")


def _is_subject(word: str) -> bool:
    if word in read_words(__file__, "subjects.tsv", "word"):
        return True
    return word.endswith(_read_subject_endings()) and word not in read_words(
        __file__, "subjects.tsv", "not"
    )


def _find_in_field(text: NormalizedText, match: LiteralMatch) -> Iterator[Detection]:
    """Yield the subjects in the field of a form: *Utbildning: civilingenjör, vägteknik*."""
    for word in _WORD.finditer(text.lowered, match.end, match.end + LONGEST_FIELD):
        if any(mark in text.lowered[match.end : word.start()] for mark in "\n.;"):
            return
        if _is_subject(word.group()):
            trigger = match.literal.text
            yield Detection(word.start(), word.end(), "edu", _RULES["edu"], trigger=trigger)


def _may_have_ending(lowered: str, start: int) -> bool:
    """Return whether one of the next words ends with the last letters of an ending: a quick test,
    because forms of being are very common."""
    tails = _read_tails()
    for word in lowered[start + 1 : start + LONGEST].split(" ", MOST_SKIPPED)[:MOST_SKIPPED]:
        if word[-2:] in tails or word[-3:-1] in tails:  # with a mark behind it
            return True
    return False


@lru_cache(maxsize=1)
def _read_tails() -> frozenset[str]:
    return frozenset(ending[-2:] for ending in _read_occupation_endings())


def _ends_like_occupation(word: str) -> bool:
    if not word.endswith(_read_occupation_endings()):
        return False
    return not word.endswith(tuple(read_words(__file__, "occupation_endings.tsv", "not")))


def _is_misspelt(word: str) -> bool:
    """Return whether a word ends as persons do and with the consonants of an occupation.

    >>> _is_misspelt("webbutvikler"), _is_misspelt("utvecklingen"), _is_misspelt("mjölkprodukter")
    (True, False, False)
    """
    if not word.endswith(_PERSON_ENDS):
        return False
    if not _list_consonants(word).endswith(_read_consonants()):
        return False
    return not word.endswith(tuple(read_words(__file__, "occupation_endings.tsv", "thing")))


def _list_consonants(word: str) -> str:
    """Return the consonants of a word, each sound once: *ck* and *kk* are *k*."""
    letters: list[str] = []
    previous = ""
    for letter in word.replace("ck", "k"):
        if letter != previous and letter.isalpha() and letter not in _VOWELS:
            letters.append(letter)
        previous = letter
    return "".join(letters)


@lru_cache(maxsize=1)
def _read_consonants() -> tuple[str, ...]:
    found = map(_list_consonants, (*_read_occupation_endings(), *_read_heads()))
    return tuple(sorted({each for each in found if len(each) >= LEAST_CONSONANTS}))


@lru_cache(maxsize=1)
def _read_occupation_endings() -> tuple[str, ...]:
    return tuple(sorted(read_words(__file__, "occupation_endings.tsv", "end")))


@lru_cache(maxsize=1)
def _read_subject_endings() -> tuple[str, ...]:
    return tuple(sorted(read_words(__file__, "subjects.tsv", "end")))


@lru_cache(maxsize=1)
def _read_heads() -> tuple[str, ...]:
    lines = read_table(__file__, "heads.tsv")
    return tuple({word for label, _, words in lines if label == "prof" for word in words.split()})


@lru_cache(maxsize=1)
def _read_second_words() -> frozenset[str]:
    lines = read_table(__file__, "heads.tsv")
    return frozenset(word for _, kind, words in lines if kind == "apart" for word in words.split())
