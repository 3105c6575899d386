"""Weigh the cues of what a text is about, and of who speaks in it.

One scan finds the cues of ``cues.tsv``. General cues ("många", "firas") are weak, and stories about
private persons have some, too: they count in sufficient number only, and if the writer hardly
appears.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, final

from tacknamn.detection.cues.literals import NO_HITS, LiteralMatch
from tacknamn.detection.harmless.cues import (
    FARTHEST,
    FICTION,
    GENERAL,
    PERSONAL,
    PRONOUNS,
    STRONG,
    Cue,
    PlacedCue,
    find_cues,
    select_between,
    sort_cues,
)
from tacknamn.detection.harmless.writer_counts import (
    count_sentences,
    find_spoken,
    is_in_quotes,
    is_writer_seldom,
)
from tacknamn.support.expressions import compile_lazily

__all__ = [
    "ENOUGH",
    "NO_FACTS",
    "SELDOM_COLLECTIVE",
    "Evidence",
    "Facts",
    "find_evidence",
    "is_without_cues",
    "restrict_evidence",
]

MOST_OF_TEXT: Final = 6
"""The most that the cues of a whole text add up to: more of them add no certainty."""
MOST_OF_PLACES: Final = 4
"""The most that different cues of places add in a text in which the writer says nothing about
themselves."""
MOST_GENERAL: Final = 6
"""The most that general cues add up to."""
ENOUGH_GENERAL: Final = 4
"""The weight from which general cues, public names and years of history make a topic."""
SELDOM_PERSONAL: Final = 4
"""In a text on a topic the writer appears in at most one sentence of so many."""
SELDOM_COLLECTIVE: Final = 3
"""If "vi" stands in more than one sentence of so many, it means the writer and the writer's people."""
_SENTENCE_END: Final = compile_lazily(r"[.!?](?=\s|$)|(?<![.!?])\s*\n")
SHORTEST: Final = 200
"""Characters of a text that has a topic, unless it has public names."""
ENOUGH: Final = 3
"""The weight from which a text calls a name harmless: one clear cue, or two weak ones."""


class Facts(NamedTuple):
    """What other stages know of a text."""

    public: int = 0
    """The weight of its public names and its years of history."""
    historic: int = 0
    """The weight of its years of history."""
    contacts: bool = False
    """Whether it has telephone numbers, addresses or the like, as letters and forms have."""


NO_FACTS: Final = Facts()
"""Nothing is known of a text but its words."""


@final
class Evidence:
    """The cues of a text."""

    __slots__ = (
        "about", "collective", "contacts", "cues", "fiction", "general", "historic",
        "is_about_self", "personal", "places", "pronouns", "public", "topic",
    )  # fmt: skip

    def __init__(
        self,
        cues: list[PlacedCue],
        facts: Facts,
        general: int,
        pronouns: Sequence[LiteralMatch] | None = None,
    ) -> None:
        self.cues = cues
        """All of them, from left to right."""
        self.personal: list[PlacedCue] = []
        """Those with which the writer speaks about themselves."""
        self.collective: list[PlacedCue] = []
        """Those for the writer among all people: "vi" in a text on a topic."""
        self.places: list[PlacedCue] = []
        """Those that describe a place."""
        self.about = 0
        """How much the text as a whole speaks for harmless names."""
        self.fiction = False
        """Whether it is about a book or a film, whose characters live and work like private
        persons."""
        self.topic = False
        """Whether its general cues make a topic."""
        self.general = general
        """The weight of its general cues, public names and years of history."""
        self.public = facts.public
        """The weight of its public names and years of history."""
        self.historic = facts.historic
        """The weight of its years of history."""
        self.contacts = facts.contacts
        """Whether it has telephone numbers, addresses or the like."""
        self.is_about_self = False
        """Whether the text says who the writer is, or who is near to the writer."""
        self.pronouns = pronouns
        """The pronouns of the whole text, if they were found before."""

    @property
    def impersonal(self) -> bool:
        """Whether the writer does not appear in the text."""
        return not self.personal

    @property
    def letter(self) -> bool:
        """Whether the text greets a person."""
        return any("letter" in placed.cue.groups for placed in self.personal)

    def personal_near(self, start: int, end: int) -> int:
        """Return the greatest weight of the personal cues that reach a piece of the text."""
        greatest = 0
        if self.personal:
            for placed in select_between(self.personal, start - FARTHEST, end + FARTHEST):
                cue = placed.cue
                if placed.start - end <= cue.reach and start - placed.end <= cue.reach:
                    greatest = max(greatest, cue.weight)
        return greatest

    def is_collective_near(self, lowered: str, start: int, end: int) -> bool:
        """Return whether a "vi" that means all people stands near a piece of the text, in its
        sentence: "i Vietnam, vi ..."."""
        return bool(self.collective) and any(
            placed.start - end <= placed.cue.reach
            and start - placed.end <= placed.cue.reach
            and not _SENTENCE_END.search(lowered, min(end, placed.end), max(start, placed.start))
            for placed in select_between(self.collective, start - FARTHEST, end + FARTHEST)
        )

    def about_place(self, start: int, end: int, group: str) -> int:
        """Return how much the sentence from ``start`` to ``end`` describes a place, for names of a
        group of labels."""
        near = {
            placed.cue
            for placed in select_between(self.places, start, end)
            if group in placed.cue.groups
        }
        return sum(cue.weight for cue in near)


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
    subjects = find_cues(lowered, "subject", hits)
    whole = {placed.cue for placed in subjects if placed.cue.whole}
    about = _sum_weights(whole)
    general = 0
    is_about = about >= ENOUGH or any(placed.cue.kind == "place" for placed in subjects)
    sentences = 0
    is_enough = is_about or not _is_weak(about + facts.public, hits)
    if is_enough and not _is_too_short(lowered, facts):
        sentences = count_sentences(lowered)
    if sentences and is_writer_seldom(lowered, sentences):
        of_topic = find_cues(lowered, "general", hits)
        subjects = sort_cues(subjects, of_topic)
        general = facts.public + _sum_weights({placed.cue for placed in of_topic})
    if not is_about and general + about < ENOUGH_GENERAL:
        return None
    others = find_cues(lowered, "writer", hits)
    others += find_spoken(text, lowered, others)
    if _sum_weights({cue for cue in whole if cue.kind in FICTION}) >= ENOUGH:
        others = [placed for placed in others if not is_in_quotes(lowered, placed.start)]
    cues = sort_cues(subjects, others)
    found = Evidence(cues, facts, general, hits.get(PRONOUNS))
    return _weigh_cues(found, sentences or count_sentences(lowered))


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
    general = facts.public + _sum_weights(of_topic)
    sentences = sum(count_sentences(lowered[start:end]) for start, end in parts)
    return _weigh_cues(Evidence(cues, facts, general, evidence.pronouns), sentences)


def _sum_weights(cues: set[Cue]) -> int:
    """Return the weight of different cues."""
    return sum([cue.weight for cue in cues])


def _weigh_cues(evidence: Evidence, sentences: int) -> Evidence:
    """Return the evidence with what its cues say.

    Args:
        sentences: How many the text has.
    """
    general = evidence.general
    whole = _sort_kinds(evidence, sentences)
    about = _sum_weights(whole)
    fiction = _sum_weights({cue for cue in whole if cue.kind in FICTION})
    if evidence.contacts:
        about = fiction
    elif not evidence.is_about_self:
        about += min(MOST_OF_PLACES, len({placed.cue for placed in evidence.places}))
        evidence.topic = (
            general > 0
            and general + about >= ENOUGH_GENERAL
            and len(evidence.personal) * SELDOM_PERSONAL <= sentences
        )
        about += min(MOST_GENERAL, general) if evidence.topic else 0
    evidence.about = min(MOST_OF_TEXT, about)
    evidence.fiction = fiction >= ENOUGH
    return evidence


def _sort_kinds(evidence: Evidence, sentences: int) -> set[Cue]:
    """Sort the cues of a text by their kinds; return those that count for the whole text."""
    whole: set[Cue] = set()
    of_all = True
    for placed in evidence.cues:
        cue = placed.cue
        if cue.kind in PERSONAL:
            evidence.personal.append(placed)
            of_all = of_all and "collective" in cue.groups
            evidence.is_about_self |= cue.weight >= STRONG
        elif cue.kind == "place":
            evidence.places.append(placed)
        elif cue.whole and cue.kind not in GENERAL:
            whole.add(cue)
    if of_all and len(evidence.personal) * SELDOM_COLLECTIVE <= sentences:
        evidence.personal, evidence.collective = [], evidence.personal
        evidence.is_about_self = False
    return whole


def _is_weak(weight: int, hits: Mapping[str, Sequence[LiteralMatch]]) -> bool:
    """Return whether general cues cannot make a topic, were each literal that was found before one.
    This decides many texts, without a look at them."""
    general = hits.get("general")
    if general is None:
        return False
    return weight + _sum_weights({match.literal.value[0] for match in general}) < ENOUGH_GENERAL


def is_without_cues(lowered: str, hits: Mapping[str, Sequence[LiteralMatch]] = NO_HITS) -> bool:
    """Return whether a short text has no cue of what it is about; most single sentences have none."""
    if len(lowered) >= SHORTEST:
        return False
    subjects = hits.get("subject")
    if subjects is not None and not subjects:
        return True
    return not find_cues(lowered, "subject", hits)


def _is_too_short(lowered: str, facts: Facts) -> bool:
    """Return whether general cues do not count: in a single short sentence, a letter or a form."""
    return facts.contacts or (len(lowered) < SHORTEST and not facts.public)
