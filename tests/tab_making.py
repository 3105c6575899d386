"""Make what the profile ``tab`` reads: found pieces without a bundle."""

import re
from collections.abc import Mapping, Sequence

from tacknamn.patterns import find
from tacknamn.pseudonymizing.records import Found
from tacknamn.tab.annotating import annotations
from tacknamn.tab.records import Mention


def founds_of(text: str, known: Mapping[str, str], language: str = "en") -> list[Found]:
    """What the patterns find, and every place where one of the known forms stands, by its label."""
    founds = []
    for form, label in known.items():
        for place in re.finditer(rf"\b{re.escape(form)}\b", text):
            founds.append(Found(*place.span(), label, "list", base=form))
    listed = tuple(founds)
    for one in find(text, language):
        if not any(one.start < found.end and found.start < one.end for found in listed):
            founds.append(
                Found(one.start, one.end, one.label, one.rule, "", (), one.trigger, finding=one)
            )
    return sorted(founds)


def mentions_of(
    text: str, known: Mapping[str, str] | None = None, protect: str = "", language: str = "en"
) -> Sequence[Mention]:
    """The mentions of a text."""
    return annotations((text, founds_of(text, known or {}, language)), protect, language)


def forms_of(text: str, mentions: Sequence[Mention]) -> list[str]:
    """What each mention covers."""
    return [text[one.start : one.end] for one in mentions]
