"""Make what the profile ``tab`` reads: found pieces without a bundle."""

import re
from collections.abc import Mapping, Sequence

from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.records import Detection
from tacknamn.tab_benchmark.annotation import annotate
from tacknamn.tab_benchmark.records import TabMention


def founds_of(text: str, known: Mapping[str, str], language: str = "en") -> list[Detection]:
    """What the patterns find, and every place where one of the known forms stands, by its label."""
    founds = []
    for form, label in known.items():
        for place in re.finditer(rf"\b{re.escape(form)}\b", text):
            founds.append(Detection(*place.span(), label, "list", base=form))
    listed = tuple(founds)
    for one in find_patterns(text, language):
        if not any(one.start < found.end and found.start < one.end for found in listed):
            founds.append(
                Detection(one.start, one.end, one.label, one.rule, "", (), one.trigger, finding=one)
            )
    return sorted(founds)


def mentions_of(
    text: str, known: Mapping[str, str] | None = None, protect: str = "", language: str = "en"
) -> Sequence[TabMention]:
    """The mentions of a text."""
    return annotate((text, founds_of(text, known or {}, language)), protect, language)


def forms_of(text: str, mentions: Sequence[TabMention]) -> list[str]:
    """What each mention covers."""
    return [text[one.start : one.end] for one in mentions]
