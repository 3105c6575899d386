"""Look everywhere for names that were seen once: in other letter case, without title or first
name, and misspelt by one letter (E1)."""

from collections.abc import Iterator

import ahocorasick
from rapidfuzz.distance import OSA

from tacknamn.tab.persons import untitled
from tacknamn.tab.records import EntityType, Piece
from tacknamn.tab.sheet import Sheet
from tacknamn.tab.tables import words_of

__all__ = ["repeated_pieces"]

REPEATED = 58
"""Strength: what lists and titles say of the same place goes first."""
SHORTEST_PART = 2
"""Letters of a surname that is looked for alone, with a capital."""
SHORTEST_MISSPELT = 4
"""Letters of a name whose misspellings can be told from other names."""
MOST_NAMESAKES = 50
"""Names with a word in common that another is compared with: more are no ruling."""


def repeated_pieces(sheet: Sheet, known: list[Piece], protect: str) -> Iterator[Piece]:
    """Further places where persons of ``known``, or the one to protect, are named."""
    wholes, parts = _names(sheet, known, protect)
    yield from _again(sheet, wholes, parts)
    yield from _misspelt(sheet, wholes)


def _names(sheet: Sheet, known: list[Piece], protect: str) -> tuple[set[str], set[str]]:
    """Whole names of two words or more, and surnames, in lower case."""
    names = {untitled(sheet.lowered[piece.start : piece.end]) for piece in known}
    names.add(untitled(" ".join(protect.lower().split())))
    wholes = {name for name in names if " " in name}
    parts = {name.rsplit(" ", 1)[-1] for name in names} - words_of("org_head") - words_of("opening")
    return wholes, {part for part in parts if len(part) >= SHORTEST_PART and part.isalpha()}


def _again(sheet: Sheet, wholes: set[str], parts: set[str]) -> Iterator[Piece]:
    names = wholes | parts
    if not names:
        return
    automaton = ahocorasick.Automaton()
    for name in names:
        automaton.add_word(name, name)
    automaton.make_automaton()
    lowered = sheet.lowered
    for last, name in automaton.iter(lowered):
        end = last + 1
        start = end - len(name)
        if (start and lowered[start - 1].isalnum()) or lowered[end : end + 1].isalnum():
            continue
        if name in wholes or sheet.text[start].isupper():
            yield Piece(start, end, EntityType.PERSON, "repeated", REPEATED)


def _misspelt(sheet: Sheet, wholes: set[str]) -> Iterator[Piece]:
    """Names of two words of which one is right and one differs by a letter: Hary Hole."""
    by_part: dict[tuple[int, str], list[str]] = {}
    for whole in sorted(wholes):
        words = whole.split(" ")
        if len(words) == 2:
            by_part.setdefault((0, words[0]), []).append(words[1])
            by_part.setdefault((1, words[1]), []).append(words[0])
    for run in sheet.runs:
        if len(run.words) == 2:
            first, last = (word.lowered for word in run.words)
            if _is_near(last, by_part.get((0, first), [])) or _is_near(
                first, by_part.get((1, last), [])
            ):
                yield Piece(run.start, run.end, EntityType.PERSON, "misspelt", REPEATED)


def _is_near(word: str, others: list[str]) -> bool:
    return len(word) >= SHORTEST_MISSPELT and any(
        OSA.distance(word, other, score_cutoff=1) == 1 for other in others[:MOST_NAMESAKES]
    )
