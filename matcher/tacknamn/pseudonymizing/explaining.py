"""Why a span is there, and why this stands there now."""

from typing import NamedTuple

from tacknamn.lexicon import Candidate, Lexicon
from tacknamn.patterns.records import Reading
from tacknamn.policies import Profile
from tacknamn.pseudonymizing.records import Span

__all__ = ["BY_HAND", "Explanation", "explained"]

BY_HAND = "by_hand"
"""The rule of a span that a person, or another program, made."""


class Explanation(NamedTuple):
    """What is known of a span."""

    span: Span
    rule: str
    """What found it."""
    trigger: str
    """The word nearby that spoke for it; empty where none had to."""
    probability: float
    """How sure its label is."""
    candidates: tuple[Candidate, ...]
    """What the lists say that the form may be, the likeliest first, with their sources."""
    others: tuple[Reading, ...]
    """The readings of the patterns that lost, the strongest first."""
    checked: bool | None
    """Whether its check digits are right; None where there are none."""
    edits: int
    """Letters by which it differs from what it is taken for."""
    policy: str
    """What the profile does with it, as ``--set`` has it."""
    reason: str
    """Why this replacement."""

    def __repr__(self) -> str:
        """Without the candidates, whose forms may stand in the text."""
        return f"Explanation(span={self.span!r}, rule={self.rule!r})"


def explained(span: Span, profile: Profile, lexicon: Lexicon) -> Explanation:
    """What is known of a span of a document."""
    found = span.found
    if found is None:
        policy = str(profile.policy(span.label))
        return Explanation(span, BY_HAND, "", 1.0, (), (), None, 0, policy, span.reason)
    finding = found.finding
    return Explanation(
        span,
        found.rule,
        found.trigger,
        found.probability,
        tuple(lexicon.candidates(found.entry)) if found.entry >= 0 else (),
        finding.others if finding is not None else (),
        finding.checked if finding is not None else None,
        found.edits,
        str(profile.policy_of(found)),
        span.reason,
    )
