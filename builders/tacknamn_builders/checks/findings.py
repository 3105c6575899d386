"""What a check says when a rule does not hold."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["CheckFinding", "Severity"]


class Severity(StrEnum):
    """How bad it is."""

    ERROR = "error"
    """The lists are wrong; the check fails."""
    KNOWN = "known"
    """A fault of a publisher that a reader works around; listed in ``known_faults.toml``."""
    NOTE = "note"
    """Worth a curator's look."""


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """One rule that one list breaks."""

    rule: str
    place: str
    """The list or source."""
    message: str
    severity: Severity = Severity.ERROR
