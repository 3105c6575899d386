"""Find nicknames, pseudonyms and other names of persons (E1).

A name is one after words such as *alias*, *nicknamed* or *under the pen name*, if these words speak of
a person, and not of a village or a drug.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import TabCue
from tacknamn.tab_benchmark.nickname_owners import (
    CUE,
    EXPLAINED,
    LONGEST_CUE,
    has_possible_owner,
)
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_nicknames"]

QUOTED, BARE = 92, 66
"""Strengths. A quoted name is certain; another one yields to organisations."""
_CONTENT = re.compile(
    r"[ \u00a0]?(?:[“\"„](?P<quoted>[^“”\"„\n.;:!?]{1,40})[”\"“]"
    r"|\(?(?P<bare>[^\W\d_a-zß-öø-ÿ][\w’'-]*(?:[ \u00a0](?:of the |the |of |de la |de |la |el |von )?"
    r"[^\W\d_a-zß-öø-ÿ][\w’'-]*){0,3}))"
)
"""What follows the words: a name in quotation marks, or capitalized words."""
_INNER = re.compile(
    r"[ \u00a0](?:\((?P<bracket>[^\W\d_a-z][\w’'-]+)\)|[“\"„](?P<quoted>[^“”\"„\n]{2,30})[”\"])"
    r"[ \u00a0][^\W\d_a-z][\w’'-]+"
)
"""A nickname between first name and surname: *Karl (Kalle) Almvik*."""
_AFTER_CUE = re.compile(r"[ \u00a0(:]")
_THING = re.compile(
    r"\b(?:village|hamlet|town|city|area|region|place|locality|district|street|hill|forest|river|"
    r"house|building|company|firm|organi[sz]ation|party|group|movement|association|church|sect|"
    r"drug|substance|medicine|operation|programme|program|law|act|book|film|song|article|articles|"
    r"newspaper|magazine|website|site|page|club|bar|pub|restaurant|hotel|prison|camp|ship|boat|"
    r"vessel|game|product|brand|dog|cat|horse|event|festival|prize|disease|illness|condition|"
    r"syndrome|procedure|practice|plot|land|estate|farm|island|mountain|lake|document|form)s?"
    r"(?:[ \u00a0,(]|which|that|was|is|were|are|now|also|then|had|been|has)*$"
)
"""A thing directly before the words: *a hamlet called Almvik* names no person."""
_FILLERS = re.compile(
    r"(?:[ \u00a0,(]|\b(?:who|was|is|also|better|and|had|been|has|usually|now))*$"
)


def find_nicknames(annotated: AnnotatedText, known: Sequence[Markable]) -> Iterator[Markable]:
    """Find other names of persons; ``known`` are the markables found so far, from left to right."""
    for cue in annotated.cues["nickname_cue"]:
        yield from _find_after_cue(annotated, known, cue)
    for match in EXPLAINED.finditer(annotated.lowered):
        yield _make_nickname(*match.span("name"), QUOTED)
    for index, markable in enumerate(known):
        if markable.entity_type is EntityType.PERSON:
            yield from _find_whole_name(annotated, known, index)


def _make_nickname(start: int, end: int, strength: int) -> Markable:
    return Markable(start, end, EntityType.PERSON, "nickname", strength)


def _find_after_cue(
    annotated: AnnotatedText, known: Sequence[Markable], cue: TabCue
) -> Iterator[Markable]:
    """Find the name after words that announce one, if they announce that of a person."""
    content = _find_content(annotated, cue)
    if content is None:
        return
    kind = "quoted" if content["quoted"] is not None else "bare"
    before = annotated.lowered[max(0, cue.start - LONGEST_CUE) : content.start(kind)]
    announced = CUE.search(before)
    if announced is None:
        return
    place = content.start(kind) - len(before) + announced.start()
    if announced["noun"] is None:
        is_weak = announced["sure"] is None
        if _is_thing(annotated, known, place):
            return
        if is_weak and (
            ("called" in announced.group() and kind == "bare")
            or not has_possible_owner(annotated, known, place, content.end())
        ):
            return
    yield _make_nickname(*content.span(kind), QUOTED if kind == "quoted" else BARE)


def _find_content(annotated: AnnotatedText, cue: TabCue) -> re.Match[str] | None:
    """Find the first place after a cue word at which a name may begin."""
    for blank in _AFTER_CUE.finditer(annotated.text, cue.start, cue.end + LONGEST_CUE):
        content = _CONTENT.match(annotated.text, blank.start())
        if content is not None:
            return content
    return None


def _is_thing(annotated: AnnotatedText, known: Sequence[Markable], place: int) -> bool:
    """Whether what is named at a place is no person."""
    before = annotated.text_before(place, 60)
    if _THING.search(before):
        return True
    end = place - len(before) + _FILLERS.search(before).start()  # type: ignore[union-attr]
    index = bisect_left(known, place, key=lambda markable: markable.start) - 1
    return (
        index >= 0
        and known[index].end == end
        and known[index].entity_type
        in (
            EntityType.LOC,
            EntityType.ORG,
            EntityType.MISC,
        )
    )


def _find_whole_name(
    annotated: AnnotatedText, known: Sequence[Markable], index: int
) -> Iterator[Markable]:
    """Find a name with a nickname in it, together with the title before it."""
    first = known[index]
    match = _INNER.match(annotated.text, first.end)
    if match is None:
        return
    inside = [part for part in known[index + 1 : index + 4] if part.start < match.end()]
    if match["quoted"] is not None or any(part.entity_type is EntityType.PERSON for part in inside):
        end = max([match.end(), *(part.end for part in inside)])
        yield Markable(first.start, end, EntityType.PERSON, "titled", QUOTED)
