"""Find an organisation that the text calls the applicant, whatever its name looks like (E1)."""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["ORGANISATION", "find_applicant_organisations"]

STRENGTH = 84
"""A company with its designator is a little stronger."""
ORGANISATION = (
    r"(?:company|companies|association|organi[sz]ation|party|union|church|foundation|newspaper|bank|"
    r"firm|society|trust|club|congregation|parish|community|federation|publisher|broadcaster|"
    r"school|university|monastery|charity|movement|institute|agency|ngo|cooperative|co-operative)"
)
"""What an applicant that is no person is."""
_NAME = (
    r"(?P<name>[^\W\d_a-z][\w’'&.-]*(?:[ \u00a0](?:(?:of|for|the|and|&|de|des|du|la|der|und|og|och|for|"
    r"in|i)[ \u00a0]){0,2}[^\W\d_a-z][\w’'&.-]*){0,8})"
)
_BEFORE = re.compile(
    rf"\bapplicant {ORGANISATION}(?:,| is| was|,? called|,? named),?[ \u00a0](?:the[ \u00a0])?"
    rf"[“\"„]?{_NAME}"
)
"""*the applicant association, Friends of the Fjord, ...*"""
_AFTER = re.compile(rf"{_NAME}[”\"]?,?[ \u00a0]\([“\"„]?the applicant {ORGANISATION}")
FARTHEST_AFTER = 90
"""Characters before the cue in which the name stands."""


def find_applicant_organisations(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find the names of organisations that are the applicant."""
    for match in annotated.match_at("applicant_cue", _BEFORE, 120):
        yield _make_organisation(annotated, match)
    for match in annotated.search_near("applicant_cue", _AFTER, FARTHEST_AFTER, 0):
        yield _make_organisation(annotated, match)


def _make_organisation(annotated: AnnotatedText, match: re.Match[str]) -> Markable:
    start, end = match.span("name")
    end -= annotated.text[end - 1] in ".,"
    return Markable(start, end, EntityType.ORG, "company", STRENGTH)
