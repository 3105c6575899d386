"""Read professions and subjects of study by what stands before them, in lists or not.

"Jobbar som" is followed by a profession, "examen i" by a subject, whatever its word and however
it is spelt; "läser" is followed by a subject only where the word is one.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.cues.literals import Literal, LiteralMatch
from tacknamn.records import Detection
from tacknamn.support.tables import read_table, read_words, split_cues
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["KIND", "find_following", "list_cues"]

KIND = "following"
_NEXT = re.compile(r" {1,2}([^\W\d_]+(?:-[^\W\d_]+)*)")
MOST_SKIPPED = 3
"""Articles and adjectives before the profession: "som en mycket duktig kock"."""
SHORTEST = 3
"""Letters of a profession or subject; "it" and the like stand in the table."""
LONGEST = 40
"""Letters of a profession: sjukvårdsbiträdesvikarie has half of them."""
_RULES = {"prof": "profession", "edu": "subject"}


def list_cues() -> Iterator[Literal]:
    """The words that say what follows."""
    for label, follows, cues in read_table(__file__, "triggers.tsv"):
        for cue in split_cues(cues):
            yield Literal(cue, KIND, (label, follows))


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


def _is_subject(word: str) -> bool:
    if word in read_words(__file__, "subjects.tsv", "word"):
        return True
    return word.endswith(_read_subject_endings()) and word not in read_words(
        __file__, "subjects.tsv", "not"
    )


def find_following(page: NormalizedText, hit: LiteralMatch) -> Iterator[Detection]:
    """The profession or subject behind a trigger, and those that "och" joins to it."""
    label, follows = hit.literal.value
    word = _find_next_word(page, hit.end)
    while word is not None:
        if not _is_accepted(page, word, label, follows):
            return
        end = _find_profession_end(page, word.end()) if label == "prof" else word.end()
        yield Detection(word.start(1), end, label, _RULES[label], trigger=hit.literal.text)
        joint = _NEXT.match(page.lowered, end)
        if joint is None or joint.group(1) not in ("och", "and", "samt"):
            return
        word = _find_next_word(page, joint.end())
        follows = "subject" if label == "edu" else "profession"


def _find_profession_end(page: NormalizedText, end: int) -> int:
    """Behind a second word of it: "truck driver", "buss chaufför"."""
    second = _NEXT.match(page.lowered, end)
    if second is not None and second.group(1) in _read_second_words():
        return second.end()
    return end


def _find_next_word(page: NormalizedText, place: int) -> re.Match[str] | None:
    word = _NEXT.match(page.lowered, place)
    for _ in range(MOST_SKIPPED):
        if word is None or word.group(1) not in read_words(__file__, "following.tsv"):
            break
        word = _NEXT.match(page.lowered, word.end())
    return word


def _is_accepted(page: NormalizedText, word: re.Match[str], label: str, follows: str) -> bool:
    text = word.group(1)
    if follows == "profession":  # behind "och": only what ends as professions do
        return text.endswith(_read_heads())
    if label == "edu" and _is_subject(text):
        return True
    if follows == "subject" or not SHORTEST <= len(text) <= LONGEST:
        return False
    if page.text[word.start(1)].isupper():  # a name: "jobbar som Anna", "examen i Lund"
        return False
    return text not in read_words(__file__, "stop.tsv")
