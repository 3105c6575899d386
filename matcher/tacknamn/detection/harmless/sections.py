"""Separate the paragraphs about the writer from those about others, in an essay on a topic.

Such an essay may tell of the writer's own life in a paragraph in its middle. This paragraph is personal,
and so is every other one that continues it: one that names the same persons or places, or begins
with "hon" or "där", or has nothing to show what it is about. What is left must be about a topic in its
own right, and must begin the text.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tacknamn.detection.harmless.evidence import ENOUGH, SELDOM_COLLECTIVE, Evidence
from tacknamn.detection.harmless.expressions import compile_words
from tacknamn.detection.harmless.names import JudgedName, NameKey
from tacknamn.detection.harmless.paragraphs import (
    ANCHORING,
    SENTENCE_BORDER,
    Paragraph,
    add_contents,
    goes_on,
    split_closing,
    split_paragraphs,
    split_sentences,
)
from tacknamn.detection.harmless.ties import is_own_relative
from tacknamn.detection.harmless.writer_counts import count_sentences
from tacknamn.support.expressions import compile_lazily

__all__ = ["Sections", "find_sections"]

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
_HOMES: Final = frozenset(("city", "country", "region"))
_PLACED: Final = frozenset(("place", "institution", "detail"))
_TYING: Final = frozenset(("person", "place", "institution", "detail"))
"""Groups of names that tie a paragraph to another one."""


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
    paragraphs = split_paragraphs(lowered)
    if len(paragraphs) > 1:
        if not with_meant and _has_writer(paragraphs[0], evidence):
            return Sections()  # what is about others must begin the text
        paragraphs = split_closing(lowered, paragraphs, names, evidence)
        add_contents(lowered, paragraphs, names, evidence)
    elif evidence.is_about_self or evidence.about < ENOUGH:
        paragraphs = split_sentences(lowered, names, evidence)
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


def _has_writer(paragraph: Paragraph, evidence: Evidence) -> bool:
    """Return whether the writer speaks about themselves in the first paragraph of a text."""
    return any(
        placed.start < paragraph.end and "collective" not in placed.cue.groups
        for placed in evidence.personal
    )


def _spread(lowered: str, paragraphs: Sequence[Paragraph]) -> list[NameKey]:
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
            elif (before and goes_on(lowered, paragraph)) or any(
                name.name in near and _is_tying(name) for name in paragraph.names
            ):
                paragraph.personal = changed = True
    return meant


def _is_tying(name: JudgedName) -> bool:
    """Return whether paragraphs that share a name are about the same person or place."""
    return name.group in _TYING and name.label != "country" and not name.public


def _points_back(lowered: str, paragraph: Paragraph) -> bool:
    """Return whether a personal paragraph means a place or a person that the one before it names."""
    first = min(
        (name.start for name in paragraph.names if name.group in _TYING),
        default=paragraph.end,
    )
    places = [name.start for name in paragraph.names if name.group in _PLACED]
    named = min(places, default=paragraph.end)
    for match in _EXPLAINED.finditer(lowered, paragraph.start, named):
        if not places or SENTENCE_BORDER.search(lowered, match.end(), named):
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
