"""Make detections and mentions for the tests of tab_benchmark, without a bundle."""

import re
from collections.abc import Mapping, Sequence

from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.records import Detection
from tacknamn.tab_benchmark.annotation import annotate
from tacknamn.tab_benchmark.records import TabMention


def make_detections(text: str, known: Mapping[str, str], language: str = "en") -> list[Detection]:
    """Detect what the patterns find, and every occurrence of the known forms by their labels."""
    listed = [
        Detection(*match.span(), label, "list", base=form)
        for form, label in known.items()
        for match in re.finditer(rf"\b{re.escape(form)}\b", text)
    ]
    by_patterns = [
        Detection(
            finding.start, finding.end, finding.label, finding.rule, "", (), finding.trigger,
            finding=finding,
        )
        for finding in find_patterns(text, language)
        if not any(finding.start < form.end and form.start < finding.end for form in listed)
    ]  # fmt: skip
    return sorted([*listed, *by_patterns])


def make_mentions(
    text: str, known: Mapping[str, str] | None = None, protect: str = "", language: str = "en"
) -> Sequence[TabMention]:
    """Annotate a text."""
    return annotate((text, make_detections(text, known or {}, language)), protect, language)


def read_forms(text: str, mentions: Sequence[TabMention]) -> list[str]:
    """Read the text of each mention."""
    return [text[mention.start : mention.end] for mention in mentions]
