"""Split an essay on a topic into paragraphs, and a paragraph into sentences, with what stands in each."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, final

from tacknamn.detection.harmless.cues import GENERAL, PERSONAL, STRONG
from tacknamn.detection.harmless.evidence import ENOUGH, Evidence
from tacknamn.detection.harmless.expressions import compile_words
from tacknamn.detection.harmless.names import JudgedName
from tacknamn.detection.harmless.person_ties import find_relatives_of_public
from tacknamn.detection.harmless.private_persons import group_full_names
from tacknamn.detection.harmless.ties import is_own_relative
from tacknamn.support.expressions import compile_lazily

__all__ = [
    "ANCHORING",
    "SENTENCE_BORDER",
    "Paragraph",
    "add_contents",
    "goes_on",
    "split_closing",
    "split_paragraphs",
    "split_sentences",
]

ANCHORING: Final = 2
"""The weight of cues and names from which a paragraph is about a topic."""
CLEAR: Final = 3
"""The same for a sentence after a personal one, in the same paragraph."""
CLEARLY_ABOUT: Final = 8
"""The same for what stands before the first personal sentence, in the same paragraph."""
HISTORIC: Final = 4
"""The weight of years from which the persons of a text are historic."""
VERY_GENERAL: Final = 12
"""The weight of general cues from which less is enough for the paragraph before closing sentences."""
CLOSING: Final = 3
"""The most sentences at the end of an essay with which the writer says what they think of it."""
OF_NAME: Final = 2
"""What a public name or a year of history adds."""
REACH: Final = 30
"""Characters between a cue of public persons and their names."""
HEADING: Final = 60
"""The most characters of a line that is the heading of the paragraph after it."""
_ENDS: Final = ".!?:;,"
"""With what lines end that are no headings."""
_ENDS_OF_FIRST: Final = ".:;,"
"""The same for the first line: "Ska vi sluta äta kött?"."""
SENTENCE_BORDER: Final = compile_lazily(r"[.!?][\"”'»)]*\s+")
"""The end of a sentence, with the space after it."""
_CONTINUING: Final = compile_lazily(
    r"\W*(?:(?:och|men|så|sedan|sen|nu|and|but|so|then|now) )?(?:han|hon|hen|hans|hennes|henne|honom"
    r"|den|det|de|dem|deras|där|dit|därifrån|här|hit|he|she|his|her|they|their|them|there|here)\b"
)
"""How a paragraph begins that goes on about the persons and places before it."""
_NAMING: Final = compile_words(("heter", "hette", "is called", "was called", "named"), r"\b")
"""With what people, firms and places are introduced of which few readers know."""
_MET: Final = compile_words(("dem", "deras", "them", "theirs?"), r"\b")
"""Words for people of the paragraph whom the writer may know: "jag fikar hos dem"."""
_TITLES: Final = frozenset(("office", "role"))
_OF_CLOSING: Final = frozenset(("place", "time"))
_LABELS_OF_CLOSING: Final = frozenset(("prof", "language"))
"""Groups and labels of names that a closing sentence may have; with others the writer speaks of their
people."""


@final
class Paragraph:
    """A paragraph and what stands in it."""

    __slots__ = (
        "collective", "end", "names", "of_famous", "personal", "start", "titles", "weight",
    )  # fmt: skip

    def __init__(
        self, start: int, end: int, *, personal: bool = False, of_famous: bool = False
    ) -> None:
        self.start = start
        self.end = end
        self.personal = personal
        """Whether it is about the writer, or about the writer's people."""
        self.of_famous = of_famous
        """Whether its "han" or "hon" means a well-known person."""
        self.collective = 0
        """How many cues it has for the writer among other people: "vi"."""
        self.titles: list[int] = []
        """Where its cues of public persons end: "kungen", "företag som"."""
        self.weight = 0
        """The weight of its cues of a topic, public names and years of history."""
        self.names: list[JudgedName] = []


def split_paragraphs(lowered: str) -> list[Paragraph]:
    """Return the paragraphs of a text; a heading is part of the one after it."""
    paragraphs: list[Paragraph] = []
    heading = -1
    end = -1
    for line in lowered.split("\n"):
        first, end = end + 1, end + 1 + len(line)
        content = line.strip()
        if not content:
            continue
        start = first if heading < 0 else heading
        heading = -1
        ends = _ENDS_OF_FIRST if not paragraphs and start == first else _ENDS
        if len(content) <= HEADING and content[-1] not in ends:
            heading = start
        else:
            paragraphs.append(Paragraph(start, end))
    if heading >= 0:
        paragraphs.append(Paragraph(heading, len(lowered)))
    return paragraphs


def split_sentences(
    lowered: str, names: Sequence[JudgedName], evidence: Evidence
) -> list[Paragraph]:
    """Return the sentences of a text without paragraphs: as one piece all before the first personal
    sentence, and each later one apart, which is personal unless it clearly is about others."""
    borders = [0, *[match.end() for match in SENTENCE_BORDER.finditer(lowered)], len(lowered)]
    sentences = [Paragraph(start, end) for start, end in pairwise(borders) if start < end]
    add_contents(lowered, sentences, names, evidence)
    for sentence in sentences:
        sentence.personal |= sentence.collective > 0
    first = next((i for i, sentence in enumerate(sentences) if sentence.personal), 0)
    if not first:
        return [Paragraph(0, len(lowered), personal=True)]
    begin = Paragraph(0, sentences[first].start)
    add_contents(lowered, [begin], [], evidence)
    for sentence in sentences[:first]:
        begin.names += sentence.names
        begin.weight += OF_NAME * sum(name.public or name.historic for name in sentence.names)
    begin.personal = begin.weight < CLEARLY_ABOUT
    for sentence in sentences[first:]:
        sentence.personal |= sentence.weight < CLEAR or goes_on(lowered, sentence)
    return [begin, *sentences[first:]]


def split_closing(
    lowered: str,
    paragraphs: list[Paragraph],
    names: Sequence[JudgedName],
    evidence: Evidence,
) -> list[Paragraph]:
    """Return the paragraphs, with the closing sentences of the last one apart if they alone are about
    the writer: "... Jag dricker fyra koppar om dagen."."""
    last = paragraphs[-1]
    personal = [each for each in evidence.personal if each.start >= last.start]
    if not personal or any(each.cue.weight >= STRONG for each in personal):
        return paragraphs
    borders = [match.end() for match in SENTENCE_BORDER.finditer(lowered, last.start, last.end)]
    index = bisect_right(borders, personal[0].start)
    if not index or len(borders) - index >= CLOSING:
        return paragraphs
    start = borders[index - 1]
    if any(
        name.start >= start
        and not name.public
        and name.group not in _OF_CLOSING
        and name.label not in _LABELS_OF_CLOSING
        for name in names
    ):
        return paragraphs
    head, rest = Paragraph(0, last.start), Paragraph(last.start, start)
    closing = Paragraph(start, last.end)
    add_contents(lowered, [head, rest, closing], names, evidence)
    is_historic = evidence.historic >= HISTORIC
    is_known = is_historic and any(
        (name.historic or name.public) and last.start <= name.start < start for name in names
    )
    seen = {name.name for name in names if name.start < last.start}
    persons = [name for name in rest.names if name.group == "person"]
    seen |= find_relatives_of_public(lowered, persons)
    rest.names = [name for name in rest.names if name.name not in seen]
    enough = ANCHORING if evidence.general >= VERY_GENERAL and evidence.public >= ENOUGH else CLEAR
    if (
        rest.weight < enough
        or (not is_known and _MET.search(lowered, start))
        or _NAMING.search(lowered, last.start, start)
        or _has_bare_name(lowered, rest)
    ):
        return paragraphs
    is_famous = is_historic or _begins_with_public(names)
    return [
        *paragraphs[:-1],
        Paragraph(last.start, start),
        Paragraph(start, last.end, of_famous=is_famous),
    ]


def _begins_with_public(names: Sequence[JudgedName]) -> bool:
    """Return whether the first person of a text is a well-known one: "han" means this one later."""
    return next((name.public for name in names if name.group == "person"), False)


def add_contents(
    lowered: str,
    paragraphs: Sequence[Paragraph],
    names: Sequence[JudgedName],
    evidence: Evidence,
) -> None:
    """Put the names and the weights of cues into the paragraphs in which they stand."""
    starts = [paragraph.start for paragraph in paragraphs]
    seen: set[tuple[int, str]] = set()
    for placed in evidence.cues:
        index = max(0, bisect_right(starts, placed.start) - 1)
        paragraph = paragraphs[index]
        if placed.start >= paragraph.end:
            continue
        if placed.cue.kind in PERSONAL:
            if "collective" in placed.cue.groups:
                paragraph.collective += 1
            else:
                paragraph.personal = True
        elif (index, placed.cue.text) not in seen:
            seen.add((index, placed.cue.text))
            counts = placed.cue.whole or placed.cue.kind == "place" or placed.cue.kind in GENERAL
            paragraph.weight += placed.cue.weight if counts else 0
        if placed.cue.kind in _TITLES:
            paragraph.titles.append(placed.end)
    for name in names:
        paragraph = paragraphs[max(0, bisect_right(starts, name.start) - 1)]
        paragraph.names.append(name)
        paragraph.weight += OF_NAME if name.public or name.historic else 0
        if name.label == "fam" and is_own_relative(lowered, name):
            paragraph.personal = True


def goes_on(lowered: str, paragraph: Paragraph) -> bool:
    """Return whether a paragraph after a personal one goes on with its people and places."""
    return (
        _CONTINUING.match(lowered, paragraph.start) is not None
        or _NAMING.search(lowered, paragraph.start, paragraph.end) is not None
        or _has_bare_name(lowered, paragraph)
    )


def _has_bare_name(lowered: str, paragraph: Paragraph) -> bool:
    """Return whether a first name stands without a surname, as those of private persons do."""
    persons = [name for name in paragraph.names if name.group == "person"]
    return any(
        last - first == 1
        and persons[first].first_name
        and not persons[first].public
        and not any(0 <= persons[first].start - end <= REACH for end in paragraph.titles)
        for first, last in group_full_names(lowered, persons)
    )
