"""Find the cues of what a text is about, and of who speaks in it.

One scan finds the cues of ``cues.tsv``. With a ``personal`` cue the writer speaks about themselves or
to a person, with an ``own`` cue about a person or thing near to them. An ``opinion`` ("jag tycker")
that begins at the same word cancels that. ``watching`` ("jag såg") begins reviews. The other kinds
say that the text is a review, news, describes a place, or speaks of matters in general. General cues
("många", "firas") are weak, and stories about private persons have some, too: they count in
sufficient number only, and if the writer hardly appears.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from tacknamn.detection.cues.literals import (
    NO_HITS,
    Literal,
    LiteralMatch,
    LiteralScanner,
    read_endings,
)
from tacknamn.support.tables import read_table, split_cues

__all__ = [
    "ENOUGH",
    "FARTHEST",
    "GENERAL",
    "NO_FACTS",
    "PERSONAL",
    "SCANNERS",
    "SELDOM_COLLECTIVE",
    "STRONG",
    "Cue",
    "Evidence",
    "Facts",
    "PlacedCue",
    "build_evidence_scanner",
    "count_sentences",
    "find_evidence",
    "is_without_cues",
    "restrict_evidence",
]

MOST_OF_TEXT = 6
"""The most that the cues of a whole text add up to: more of them add no certainty."""
MOST_OF_PLACES = 4
"""The most that different cues of places add in a text in which the writer says nothing about
themselves."""
STRONG = 6
"""The weight of a personal cue that says who the writer is, or who is near to them."""
MOST_GENERAL = 6
"""The most that general cues add up to."""
ENOUGH_GENERAL = 4
"""The weight from which general cues, public names and years of history make a topic."""
SELDOM_PERSONAL = 4
"""In a text on a topic the writer appears in at most one sentence of so many."""
SELDOM_COLLECTIVE = 3
"""If "vi" stands in more than one sentence of so many, it means the writer and the writer's people."""
PERSONAL = frozenset(("personal", "own", "watching"))
"""The kinds of cues with which the writer speaks about themselves."""
GENERAL = frozenset(("general", "office"))
"""The kinds of cues of general matters."""
FICTION = frozenset(("review", "role"))
"""The kinds of cues of books and films."""
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|(?<![.!?])\s*\n")
_SCANNED_WITH = dict.fromkeys((*PERSONAL, "opinion"), "writer") | dict.fromkeys(GENERAL, "general")
"""With which scanner the kinds are found, if not with that of what a text is about."""
SCANNERS = ("subject", "general", "writer")
"""What has a scanner of its own, because most texts need the first one only."""
SHORTEST = 200
"""Characters of a text that has a topic, unless it has public names."""
SELDOM_FIRST = 3
"""In a text on a topic "jag" stands at most once for so many sentences, opinions included."""
_ENDS = (". ", "! ", "? ", "\n")
"""What stands between sentences."""
_QUOTES = ('"', "”", "“", "»", "«")
"""Marks around what somebody says."""
_ENGLISH_WORDS = (" the ", " and ", " is ", " my ", " in ")
_SWEDISH_WORDS = (" och ", " är ", " att ", " som ", " det ", " i ")
_I = re.compile(r"\bI\b(?!['’])")
_OFTEN = (" jag ", " min ", " mina ", " mig ")
"""Words of most texts about the writer."""
ENOUGH = 3
"""The weight from which a text calls a name harmless: one clear cue, or two weak ones."""
INDENT = 8
"""Blanks with which a line may begin, and its line break."""
FARTHEST = 240
"""The greatest reach in the table, in characters."""


@dataclass(frozen=True, slots=True, eq=False)
class Cue:
    """A word or phrase that speaks for or against harmless names. Each exists once, so that cues are
    compared by identity, which is fast."""

    text: str
    """As the table has it."""
    kind: str
    """``personal``, ``own``, ``watching``, ``opinion``, ``role``, ``review``, ``news``, ``place``,
    ``office`` (the role of a public person: "kungen") or ``general``."""
    groups: frozenset[str]
    """The groups of labels for which it counts (``labels.tsv``); ``any`` for all. Four further
    words restrict it: ``opening`` counts only as the first word of a line, ``letter`` is a greeting
    of letters, ``ahead`` ties only the name after it, ``collective`` ("vi", "du") may mean all
    people."""
    weight: int
    """How much it counts."""
    reach: int
    """The characters on each side within which it counts; 0 for its sentence."""
    whole: bool
    """Whether it counts for the whole text."""


_SPOKEN = Cue("I", "personal", frozenset(["any"]), 4, 160, whole=False)
"""The English word for the writer. In lower case it is a Swedish word, so no table has it."""


class PlacedCue(NamedTuple):
    """A cue and its offsets in a text."""

    start: int
    end: int
    cue: Cue


class Facts(NamedTuple):
    """What other stages know of a text."""

    public: int = 0
    """The weight of its public names and its years of history."""
    historic: int = 0
    """The weight of its years of history."""
    contacts: bool = False
    """Whether it has telephone numbers, addresses or the like, as letters and forms have."""


NO_FACTS = Facts()
"""Nothing is known of a text but its words."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The cues of a text."""

    cues: list[PlacedCue]
    """All of them, from left to right."""
    personal: list[PlacedCue]
    """Those with which the writer speaks about themselves."""
    places: list[PlacedCue]
    """Those that describe a place."""
    about: int
    """How much the text as a whole speaks for harmless names."""
    collective: list[PlacedCue]
    """Those for the writer among all people: "vi" in a text on a topic."""
    fiction: bool
    """Whether it is about a book or a film, whose characters live and work like private persons."""
    topic: bool
    """Whether its general cues make a topic."""
    general: int
    """The weight of its general cues, public names and years of history."""
    public: int
    """The weight of its public names and years of history."""
    historic: int
    """The weight of its years of history."""
    contacts: bool
    """Whether it has telephone numbers, addresses or the like."""

    @property
    def impersonal(self) -> bool:
        """Whether the writer does not appear in the text."""
        return not self.personal

    @property
    def is_about_self(self) -> bool:
        """Whether the text says who the writer is, or who is near to the writer."""
        return any(placed.cue.weight >= STRONG for placed in self.personal)

    @property
    def letter(self) -> bool:
        """Whether the text greets a person."""
        return any("letter" in placed.cue.groups for placed in self.personal)

    def personal_near(self, start: int, end: int) -> int:
        """Return the greatest weight of the personal cues that reach a piece of the text."""
        if not self.personal:
            return 0
        return max(
            (
                placed.cue.weight
                for placed in _select_between(self.personal, start - FARTHEST, end + FARTHEST)
                if placed.start - end <= placed.cue.reach and start - placed.end <= placed.cue.reach
            ),
            default=0,
        )

    def is_collective_near(self, lowered: str, start: int, end: int) -> bool:
        """Return whether a "vi" that means all people stands near a piece of the text, in its
        sentence: "i Vietnam, vi ..."."""
        return bool(self.collective) and any(
            placed.start - end <= placed.cue.reach
            and start - placed.end <= placed.cue.reach
            and not _SENTENCE_END.search(lowered, min(end, placed.end), max(start, placed.start))
            for placed in _select_between(self.collective, start - FARTHEST, end + FARTHEST)
        )

    def about_place(self, start: int, end: int, group: str) -> int:
        """Return how much the sentence from ``start`` to ``end`` describes a place, for names of a
        group of labels."""
        near = {
            placed.cue
            for placed in _select_between(self.places, start, end)
            if group in placed.cue.groups
        }
        return sum(cue.weight for cue in near)


def _select_between(cues: Sequence[PlacedCue], first: int, last: int) -> Iterator[PlacedCue]:
    """Yield the cues that start between two offsets."""
    index = bisect_left(cues, first, key=_get_start)
    while index < len(cues) and cues[index].start <= last:
        yield cues[index]
        index += 1


@lru_cache(maxsize=1)
def _read_cues() -> dict[str, tuple[Cue, str]]:
    """Return the cues by their text, each with its kind of endings."""
    cues: dict[str, tuple[Cue, str]] = {}
    for kind, groups, weight, reach, ending, texts in read_table(__file__, "cues.tsv"):
        of_line = Cue(
            "",
            kind,
            frozenset(groups.split()),
            int(weight),
            int(reach) if reach.isdecimal() else 0,
            reach == "text",
        )
        cues |= {text: (replace(of_line, text=text), ending) for text in split_cues(texts)}
    return cues


@lru_cache(maxsize=3)
def build_evidence_scanner(of: str) -> LiteralScanner:
    """Return a scanner for the cues ``of`` the writer, of what a text is about, or of general
    matters."""
    endings = read_endings() | {"any": None}
    return LiteralScanner(
        Literal(text, cue.kind, endings=endings[ending])
        for text, (cue, ending) in _read_cues().items()
        if _SCANNED_WITH.get(cue.kind, "subject") == of
    )


def find_evidence(
    lowered: str,
    facts: Facts = NO_FACTS,
    hits: Mapping[str, Sequence[LiteralMatch]] = NO_HITS,
    text: str = "",
) -> Evidence | None:
    """Return the cues of a lower-case text; of those that overlap the first, and the longest.

    Return None if nothing says that the text is about others. That is so for most texts, and it
    costs one search, or two if the writer hardly appears.

    Args:
        hits: By the names of :data:`SCANNERS`, what was found before.
        text: The text with its capitals, to find the English word "I".
    """
    subjects = _find_cues(lowered, "subject", hits)
    places = [placed for placed in subjects if placed.cue.kind == "place"]
    whole = {placed.cue for placed in subjects if placed.cue.whole}
    about = sum(cue.weight for cue in whole)
    general = 0
    is_about = about >= ENOUGH or bool(places)
    sentences = 0
    is_enough = is_about or not _is_weak(about + facts.public, hits)
    if is_enough and not _is_too_short(lowered, facts):
        sentences = count_sentences(lowered)
    if sentences and _is_writer_seldom(lowered, sentences):
        of_topic = _find_cues(lowered, "general", hits)
        subjects = sorted(subjects + of_topic, key=_get_start)
        general = facts.public + sum(cue.weight for cue in {placed.cue for placed in of_topic})
    if not is_about and general + about < ENOUGH_GENERAL:
        return None
    others = _find_cues(lowered, "writer", hits)
    others += _find_spoken(text, lowered, others)
    if sum(cue.weight for cue in whole if cue.kind in FICTION) >= ENOUGH:
        others = [placed for placed in others if not _is_spoken(lowered, placed.start)]
    cues = sorted(subjects + others, key=_get_start)
    return _weigh_cues(cues, facts, general, sentences or count_sentences(lowered))


def restrict_evidence(
    lowered: str, evidence: Evidence, facts: Facts, parts: Sequence[tuple[int, int]]
) -> Evidence:
    """Return the evidence of some parts of a text, as if the others did not exist.

    Args:
        facts: What is known of these parts."""
    starts = [start for start, _ in parts]

    def is_inside(placed: PlacedCue) -> bool:
        index = bisect_right(starts, placed.start) - 1
        return index >= 0 and placed.start < parts[index][1]

    cues = [placed for placed in evidence.cues if is_inside(placed)]
    of_topic = {placed.cue for placed in cues if placed.cue.kind in GENERAL}
    general = facts.public + sum(cue.weight for cue in of_topic)
    sentences = sum(count_sentences(lowered[start:end]) for start, end in parts)
    return _weigh_cues(cues, facts, general, sentences)


def _weigh_cues(cues: Sequence[PlacedCue], facts: Facts, general: int, sentences: int) -> Evidence:
    """Return what the cues of a text say, from left to right.

    Args:
        general: The weight of its general cues, public names and years of history.
        sentences: How many it has.
    """
    places = [placed for placed in cues if placed.cue.kind == "place"]
    whole = {placed.cue for placed in cues if placed.cue.whole and placed.cue.kind not in GENERAL}
    about = sum(cue.weight for cue in whole)
    personal = [placed for placed in cues if placed.cue.kind in PERSONAL]
    collective: list[PlacedCue] = []
    of_all = all("collective" in placed.cue.groups for placed in personal)
    if of_all and len(personal) * SELDOM_COLLECTIVE <= sentences:
        personal, collective = [], personal
    fiction = sum(cue.weight for cue in whole if cue.kind in FICTION)
    topic = False
    if facts.contacts:
        about = fiction
    elif all(placed.cue.weight < STRONG for placed in personal):
        about += min(MOST_OF_PLACES, len({placed.cue for placed in places}))
        topic = (
            general > 0
            and general + about >= ENOUGH_GENERAL
            and len(personal) * SELDOM_PERSONAL <= sentences
        )
        about += min(MOST_GENERAL, general) if topic else 0
    return Evidence(
        cues=list(cues),
        personal=personal,
        places=places,
        about=min(MOST_OF_TEXT, about),
        collective=collective,
        fiction=fiction >= ENOUGH,
        topic=topic,
        general=general,
        public=facts.public,
        historic=facts.historic,
        contacts=facts.contacts,
    )


def _is_weak(weight: int, hits: Mapping[str, Sequence[LiteralMatch]]) -> bool:
    """Return whether general cues cannot make a topic, were each literal that was found before one.
    This decides many texts, without a look at them."""
    general = hits.get("general")
    if general is None:
        return False
    cues = _read_cues()
    weights = {match.literal.text: cues[match.literal.text][0].weight for match in general}
    return weight + sum(weights.values()) < ENOUGH_GENERAL


def is_without_cues(lowered: str, hits: Mapping[str, Sequence[LiteralMatch]] = NO_HITS) -> bool:
    """Return whether a short text has no cue of what it is about; most single sentences have none."""
    if len(lowered) >= SHORTEST:
        return False
    subjects = hits.get("subject")
    if subjects is not None and not subjects:
        return True
    matches = build_evidence_scanner("subject").scan(lowered, subjects)
    return next(matches, None) is None


def _is_too_short(lowered: str, facts: Facts) -> bool:
    """Return whether general cues do not count: in a single short sentence, a letter or a form."""
    return facts.contacts or (len(lowered) < SHORTEST and not facts.public)


def _is_writer_seldom(lowered: str, sentences: int) -> bool:
    """Return whether the writer does not appear everywhere. Counting is much faster than searching
    cues."""
    of_writer = sum(map(lowered.count, _OFTEN))
    return of_writer <= 2 or of_writer * SELDOM_FIRST <= sentences


def count_sentences(lowered: str) -> int:
    """Return about how many sentences a text has; counting is much faster than splitting."""
    text = lowered.strip()
    # A search for a single character is much faster than one for two.
    ends = sum(text.count(end) for end in _ENDS if end[0] in text)
    return 1 + ends - (text.count("\n\n") if "\n" in text else 0)


def _find_spoken(text: str, lowered: str, others: Sequence[PlacedCue]) -> list[PlacedCue]:
    """Return a personal cue for each English "I" that no longer cue, such as an opinion, has. In
    Swedish it is a preposition."""
    if "I " not in text:
        return []
    english = sum(map(lowered.count, _ENGLISH_WORDS))
    if not english or english <= sum(map(lowered.count, _SWEDISH_WORDS)):
        return []
    covered = {placed.start for placed in others}
    starts = [match.start() for match in _I.finditer(text)]
    return [PlacedCue(start, start + 1, _SPOKEN) for start in starts if start not in covered]


def _is_spoken(lowered: str, start: int) -> bool:
    """Return whether a character of a book says something: "Eli säger: "Jag är ...""."""
    line = lowered.rfind("\n", max(0, start - FARTHEST), start) + 1
    before = lowered[max(line, start - FARTHEST) : start]
    quotes = sum(map(before.count, _QUOTES))
    return quotes % 2 == 1


def _find_cues(
    lowered: str, of: str, hits: Mapping[str, Sequence[LiteralMatch]]
) -> list[PlacedCue]:
    scanner = build_evidence_scanner(of)
    matches = scanner.scan(lowered, hits.get(of))
    places = [(start, -end, literal.text) for start, end, _, literal in matches]
    places.sort()
    known = _read_cues()
    cues: list[PlacedCue] = []
    end = 0
    for start, negative, text in places:
        if start < end:
            continue
        cue = known[text][0]
        if "opening" not in cue.groups or _begins_line(lowered, start):
            end = -negative
            cues.append(PlacedCue(start, end, cue))
    return cues


def _get_start(placed: PlacedCue) -> int:
    return placed.start


def _begins_line(lowered: str, start: int) -> bool:
    before = lowered[max(0, start - INDENT) : start]
    return not before.rpartition("\n")[2].strip() and (start < INDENT or "\n" in before)
