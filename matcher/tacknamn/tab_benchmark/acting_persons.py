"""Find persons whom no list has by what they do: *Pamvik Skagrot was arrested* (E1)."""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText, is_shouted
from tacknamn.tab_benchmark.capitals import CapitalRun
from tacknamn.tab_benchmark.cues import load_kinds
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_acting_persons"]

ACTING = 35
"""Strength. Everything that a list or another cue shows wins."""
FEWEST, MOST = 2, 3
"""Words of a name. One word may begin any sentence."""
_ACTS = re.compile(
    r"[ \u00a0](?:(?:has|had|have|was|is|were|then|later|also|never|himself|herself)[ \u00a0]){0,2}"
    r"(?:arrested|convicted|sentenced|born|questioned|remanded|married|divorced|hospitali[sz]ed|"
    r"detained|imprisoned|handcuffed|beaten|raped|killed|murdered|buried|pregnant|acquitted|"
    r"testified|confessed|pleaded|died|fled|emigrated|denied it|lives|lived|resides|resided|slept|"
    r"cried|married|gave birth|gave evidence|suffers|suffered from|works as|worked as|appealed)\b"
)
"""What only persons do, or have done to them."""
OTHER_KINDS = (
    *("org_head", "org_words", "loc_head", "company", "demonym", "title", "calling", "opening"),
    *("legal_reference", "thing_head", "time_unit", "season", "currency", "profession", "role"),
    *("belief", "politics", "ethnic", "state"),
)
"""Kinds of words that belong to no name of a person."""


def find_acting_persons(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find names of two or three words before such a verb."""
    for run in annotated.runs:
        if (
            FEWEST <= len(run.words) <= MOST
            and _ACTS.match(annotated.lowered, run.end, run.end + 40)
            and _may_be_person(annotated, run)
        ):
            yield Markable(run.start, run.end, EntityType.PERSON, "acting", ACTING)


def _may_be_person(annotated: AnnotatedText, run: CapitalRun) -> bool:
    words = [word.lowered for word in run.words]
    return (
        load_kinds(*OTHER_KINDS).isdisjoint(words)
        and all(word.replace("-", "").replace("'", "").replace("’", "").isalpha() for word in words)
        and not is_shouted(annotated, run.start)
    )
