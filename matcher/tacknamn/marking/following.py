"""Read professions and subjects of study by what stands before them, in lists or not.

"Jobbar som" is followed by a profession, "examen i" by a subject, whatever its word and however
it is spelt; "läser" is followed by a subject only where the word is one.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.marking.literals import Hit, Literal
from tacknamn.marking.tables import cues_of, rows, words_of
from tacknamn.patterns.page import Page
from tacknamn.pseudonymizing.records import Found

__all__ = ["KIND", "literals", "what_follows"]

KIND = "following"
_NEXT = re.compile(r" {1,2}([^\W\d_]+(?:-[^\W\d_]+)*)")
MOST_SKIPPED = 3
"""Articles and adjectives before the profession: "som en mycket duktig kock"."""
SHORTEST = 3
"""Letters of a profession or subject; "it" and the like stand in the table."""
LONGEST = 40
"""Letters of a profession: sjukvårdsbiträdesvikarie has half of them."""
_RULES = {"prof": "profession", "edu": "subject"}


def literals() -> Iterator[Literal]:
    """The words that say what follows."""
    for label, follows, cues in rows("triggers.tsv"):
        for cue in cues_of(cues):
            yield Literal(cue, KIND, (label, follows))


@lru_cache(maxsize=1)
def _subject_ends() -> tuple[str, ...]:
    return tuple(sorted(words_of("subjects.tsv", "end")))


@lru_cache(maxsize=1)
def _heads() -> tuple[str, ...]:
    lines = rows("heads.tsv")
    return tuple({word for label, _, words in lines if label == "prof" for word in words.split()})


@lru_cache(maxsize=1)
def _second_words() -> frozenset[str]:
    lines = rows("heads.tsv")
    return frozenset(word for _, kind, words in lines if kind == "apart" for word in words.split())


def _is_subject(word: str) -> bool:
    if word in words_of("subjects.tsv", "word"):
        return True
    return word.endswith(_subject_ends()) and word not in words_of("subjects.tsv", "not")


def what_follows(page: Page, hit: Hit) -> Iterator[Found]:
    """The profession or subject behind a trigger, and those that "och" joins to it."""
    label, follows = hit.literal.value
    word = _next_word(page, hit.end)
    while word is not None:
        if not _counts(page, word, label, follows):
            return
        end = _end_of_profession(page, word.end()) if label == "prof" else word.end()
        yield Found(word.start(1), end, label, _RULES[label], trigger=hit.literal.text)
        joint = _NEXT.match(page.lowered, end)
        if joint is None or joint.group(1) not in ("och", "and", "samt"):
            return
        word = _next_word(page, joint.end())
        follows = "subject" if label == "edu" else "profession"


def _end_of_profession(page: Page, end: int) -> int:
    """Behind a second word of it: "truck driver", "buss chaufför"."""
    second = _NEXT.match(page.lowered, end)
    if second is not None and second.group(1) in _second_words():
        return second.end()
    return end


def _next_word(page: Page, place: int) -> re.Match[str] | None:
    word = _NEXT.match(page.lowered, place)
    for _ in range(MOST_SKIPPED):
        if word is None or word.group(1) not in words_of("following.tsv"):
            break
        word = _NEXT.match(page.lowered, word.end())
    return word


def _counts(page: Page, word: re.Match[str], label: str, follows: str) -> bool:
    text = word.group(1)
    if follows == "profession":  # behind "och": only what ends as professions do
        return text.endswith(_heads())
    if label == "edu" and _is_subject(text):
        return True
    if follows == "subject" or not SHORTEST <= len(text) <= LONGEST:
        return False
    if page.text[word.start(1)].isupper():  # a name: "jobbar som Anna", "examen i Lund"
        return False
    return text not in words_of("stop.tsv")
