"""Separate the paragraphs about the writer from those about others, in an essay on a topic.

Such an essay may tell of the writer's own life in a paragraph in its middle. This paragraph is personal,
and so is every other one that continues it: one that names the same persons or places, or begins
with "hon" or "där", or has nothing to show what it is about. What is left must be about a topic in its
own right, and must begin the text.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple, final

from tacknamn.detection.harmless.cues import GENERAL, PERSONAL, STRONG
from tacknamn.detection.harmless.evidence import ENOUGH, SELDOM_COLLECTIVE, Evidence
from tacknamn.detection.harmless.expressions import compile_words
from tacknamn.detection.harmless.names import JudgedName, NameKey
from tacknamn.detection.harmless.person_ties import find_relatives_of_public
from tacknamn.detection.harmless.private_persons import group_full_names
from tacknamn.detection.harmless.ties import is_own_relative
from tacknamn.detection.harmless.writer_counts import count_sentences
from tacknamn.support.expressions import compile_lazily

__all__ = ["Sections", "find_sections"]

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
_BORDER: Final = compile_lazily(r"[.!?][\"”'»)]*\s+")
_CONTINUING: Final = compile_lazily(
    r"\W*(?:(?:och|men|så|sedan|sen|nu|and|but|so|then|now) )?(?:han|hon|hen|hans|hennes|henne|honom"
    r"|den|det|de|dem|deras|där|dit|därifrån|här|hit|he|she|his|her|they|their|them|there|here)\b"
)
"""How a paragraph begins that goes on about the persons and places before it."""
_NAMING: Final = compile_words(("heter", "hette", "is called", "was called", "named"), r"\b")
"""With what people, firms and places are introduced of which few readers know."""
_MEANING_BEFORE: Final = compile_words(
    ("han", "hon", "honom", "henne", "hans", "hennes", "he", "she", "him", "her", "his"), r"\b"
)
"""Words for a person who was named before."""
_OF_WRITER: Final = r"(?:jag|vi|min|mitt|mina|vår|vårt|våra)\b"
_POINTING_BACK: Final = compile_words(
    (
        *(rf"där(?! {_OF_WRITER})", "dit", "därifrån", "här", "hit", "härifrån", "there", "here"),
        *("staden", "landet", "ön", "byn", "orten", "området", "båda", "bägge", "both"),
        "the (?:city|country|town|village|island|area)",
    ),
    r"\b",
)
_EXPLAINED: Final = compile_words(
    (
        *(rf"där (?={_OF_WRITER})", r"where (?=(?:i|we|my|our)\b)"),
        *("företaget", "bolaget", "fabriken", "universitetet", "sjukhuset", "klubben"),
        *("föreningen", "kyrkan", "moskén", "museet"),
        "the (?:company|factory|university|hospital|club|church|mosque|museum)",
    )
)
"""What points back unless a name follows in the sentence: "på fabriken där jag jobbar, Scania"."""
_BOTH: Final = compile_words(
    ("båda", "bägge", "två", "dessa", "these", "both", "two"),
    r" (?:\w+ )?(?:städer|länder|plats|orter|cit|countr|place)",
)
_MET: Final = compile_words(("dem", "deras", "them", "theirs?"), r"\b")
"""Words for people of the paragraph whom the writer may know: "jag fikar hos dem"."""
_HOME: Final = compile_lazily(
    r"\b(?:mitt|vårt) (?:land|hemland|område)\b|\b(?:min|vår) (?:stad|hemstad|by|ö)\b"
    r"|\b(?:my|our) (?:country|city|town|hometown|village|island)\b|\bhemland|\bhemstad|\bhembyg?"
)
_HOME_WORDS: Final = (
    "mitt ",
    "vårt ",
    "min ",
    "vår ",
    "my ",
    "our ",
    "hemland",
    "hemstad",
    "hemby",
)
"""A paragraph without these has no such home; they are looked for first."""
_TITLES: Final = frozenset(("office", "role"))
_HOMES: Final = frozenset(("city", "country", "region"))
_PLACED: Final = frozenset(("place", "institution", "detail"))
_TYING: Final = frozenset(("person", "place", "institution", "detail"))
"""Groups of names that tie a paragraph to another one."""
_OF_CLOSING: Final = frozenset(("place", "time"))
_LABELS_OF_CLOSING: Final = frozenset(("prof", "language"))
"""Groups and labels of names that a closing sentence may have; with others the writer speaks of their
people."""


@final
class _Paragraph:
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


class Sections(NamedTuple):
    """The paragraphs of a text on a topic."""

    about_others: Sequence[tuple[int, int]] = ()
    """The offsets of the paragraphs about others if others are personal; else nothing."""
    meant: Sequence[NameKey] = ()
    """The names of places that personal paragraphs mean by "där" or "företaget"."""


def find_sections(
    lowered: str, names: Sequence[JudgedName], evidence: Evidence, *, with_meant: bool = True
) -> Sections:
    """Return which paragraphs of a text are about others, and the places that personal ones mean.

    Args:
        with_meant: Whether the caller needs these places if no paragraph is about others.
    """
    if not evidence.general or evidence.letter or evidence.contacts:
        return Sections()
    if not (evidence.personal or evidence.collective or _has_own_relative(lowered, names)):
        return Sections()
    paragraphs = _split_paragraphs(lowered)
    if len(paragraphs) > 1:
        if not with_meant and _has_writer(paragraphs[0], evidence):
            return Sections()  # what is about others must begin the text
        paragraphs = _split_closing(lowered, paragraphs, names, evidence)
        _add_contents(lowered, paragraphs, names, evidence)
    elif evidence.is_about_self or evidence.about < ENOUGH:
        paragraphs = _split_sentences(lowered, names, evidence)
    else:
        return Sections()
    if not any(paragraph.personal for paragraph in paragraphs):
        return Sections()
    meant = _spread(lowered, paragraphs)
    if paragraphs[0].personal:
        return Sections((), meant)
    parts = [(each.start, each.end) for each in paragraphs if not each.personal]
    return Sections(parts, meant)


def _has_own_relative(lowered: str, names: Sequence[JudgedName]) -> bool:
    """Return whether the writer names a relative of their own."""
    return any(name.label == "fam" and is_own_relative(lowered, name) for name in names)


def _has_writer(paragraph: _Paragraph, evidence: Evidence) -> bool:
    """Return whether the writer speaks about themselves in the first paragraph of a text."""
    return any(
        placed.start < paragraph.end and "collective" not in placed.cue.groups
        for placed in evidence.personal
    )


def _split_paragraphs(lowered: str) -> list[_Paragraph]:
    """Return the paragraphs of a text; a heading is part of the one after it."""
    paragraphs: list[_Paragraph] = []
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
            paragraphs.append(_Paragraph(start, end))
    if heading >= 0:
        paragraphs.append(_Paragraph(heading, len(lowered)))
    return paragraphs


def _split_sentences(
    lowered: str, names: Sequence[JudgedName], evidence: Evidence
) -> list[_Paragraph]:
    """Return the sentences of a text without paragraphs: as one piece all before the first personal
    sentence, and each later one apart, which is personal unless it clearly is about others."""
    borders = [0, *[match.end() for match in _BORDER.finditer(lowered)], len(lowered)]
    sentences = [_Paragraph(start, end) for start, end in pairwise(borders) if start < end]
    _add_contents(lowered, sentences, names, evidence)
    for sentence in sentences:
        sentence.personal |= sentence.collective > 0
    first = next((i for i, sentence in enumerate(sentences) if sentence.personal), 0)
    if not first:
        return [_Paragraph(0, len(lowered), personal=True)]
    begin = _Paragraph(0, sentences[first].start)
    _add_contents(lowered, [begin], [], evidence)
    for sentence in sentences[:first]:
        begin.names += sentence.names
        begin.weight += OF_NAME * sum(name.public or name.historic for name in sentence.names)
    begin.personal = begin.weight < CLEARLY_ABOUT
    for sentence in sentences[first:]:
        sentence.personal |= sentence.weight < CLEAR or _continues(lowered, sentence)
    return [begin, *sentences[first:]]


def _split_closing(
    lowered: str,
    paragraphs: list[_Paragraph],
    names: Sequence[JudgedName],
    evidence: Evidence,
) -> list[_Paragraph]:
    """Return the paragraphs, with the closing sentences of the last one apart if they alone are about
    the writer: "... Jag dricker fyra koppar om dagen."."""
    last = paragraphs[-1]
    personal = [each for each in evidence.personal if each.start >= last.start]
    if not personal or any(each.cue.weight >= STRONG for each in personal):
        return paragraphs
    borders = [match.end() for match in _BORDER.finditer(lowered, last.start, last.end)]
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
    head, rest = _Paragraph(0, last.start), _Paragraph(last.start, start)
    closing = _Paragraph(start, last.end)
    _add_contents(lowered, [head, rest, closing], names, evidence)
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
        _Paragraph(last.start, start),
        _Paragraph(start, last.end, of_famous=is_famous),
    ]


def _begins_with_public(names: Sequence[JudgedName]) -> bool:
    """Return whether the first person of a text is a well-known one: "han" means this one later."""
    return next((name.public for name in names if name.group == "person"), False)


def _add_contents(
    lowered: str,
    paragraphs: Sequence[_Paragraph],
    names: Sequence[JudgedName],
    evidence: Evidence,
) -> None:
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


def _spread(lowered: str, paragraphs: Sequence[_Paragraph]) -> list[NameKey]:
    """Call each paragraph personal that continues a personal one, or is about nothing. Return the
    first place of each paragraph to which the next one, which is personal, points back."""
    meant: list[NameKey] = []
    for paragraph in paragraphs:
        paragraph.personal |= paragraph.weight < ANCHORING
        if paragraph.collective:
            sentences = count_sentences(lowered[paragraph.start : paragraph.end])
            paragraph.personal |= paragraph.collective * SELDOM_COLLECTIVE > sentences
    changed = True
    while changed:
        changed = False
        near = {
            name.name
            for paragraph in paragraphs
            if paragraph.personal
            for name in paragraph.names
            if _is_tying(name)
        }
        for index, paragraph in enumerate(paragraphs):
            if paragraph.personal:
                continue
            before = index > 0 and paragraphs[index - 1].personal
            ahead = paragraphs[index + 1 : index + 2]
            if ahead and ahead[0].personal and _points_back(lowered, ahead[0]):
                paragraph.personal = changed = True
                places = [name.name for name in paragraph.names if name.group in _PLACED]
                meant += places[:1]
            elif (before and _continues(lowered, paragraph)) or any(
                name.name in near and _is_tying(name) for name in paragraph.names
            ):
                paragraph.personal = changed = True
    return meant


def _continues(lowered: str, paragraph: _Paragraph) -> bool:
    """Return whether a paragraph after a personal one goes on with its people and places."""
    return (
        _CONTINUING.match(lowered, paragraph.start) is not None
        or _NAMING.search(lowered, paragraph.start, paragraph.end) is not None
        or _has_bare_name(lowered, paragraph)
    )


def _has_bare_name(lowered: str, paragraph: _Paragraph) -> bool:
    """Return whether a first name stands without a surname, as those of private persons do."""
    persons = [name for name in paragraph.names if name.group == "person"]
    return any(
        last - first == 1
        and persons[first].first_name
        and not persons[first].public
        and not any(0 <= persons[first].start - end <= REACH for end in paragraph.titles)
        for first, last in group_full_names(lowered, persons)
    )


def _is_tying(name: JudgedName) -> bool:
    """Return whether paragraphs that share a name are about the same person or place."""
    return name.group in _TYING and name.label != "country" and not name.public


def _points_back(lowered: str, paragraph: _Paragraph) -> bool:
    """Return whether a personal paragraph means a place or a person that the one before it names."""
    first = min(
        (name.start for name in paragraph.names if name.group in _TYING),
        default=paragraph.end,
    )
    places = [name.start for name in paragraph.names if name.group in _PLACED]
    named = min(places, default=paragraph.end)
    for match in _EXPLAINED.finditer(lowered, paragraph.start, named):
        if not places or _BORDER.search(lowered, match.end(), named):
            return True
    if _POINTING_BACK.search(lowered, paragraph.start, first) or _BOTH.search(
        lowered, paragraph.start, paragraph.end
    ):
        return True
    person = min(
        (name.start for name in paragraph.names if name.group == "person" or name.label == "fam"),
        default=paragraph.end,
    )
    if not paragraph.of_famous and _MEANING_BEFORE.search(lowered, paragraph.start, person):
        return True
    if any(name.label in _HOMES for name in paragraph.names):
        return False
    content = lowered[paragraph.start : paragraph.end]
    return any(map(content.__contains__, _HOME_WORDS)) and _HOME.search(content) is not None
