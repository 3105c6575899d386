"""The findings of checks: one for each rule that a list breaks."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["CheckFinding", "Severity"]


class Severity(StrEnum):
    """The severity of a finding."""

    ERROR = "error"
    """The lists are wrong; the check fails."""
    KNOWN = "known"
    """An error of a publisher that a reader works around; listed in ``known_errors.toml``."""
    NOTE = "note"
    """A curator should look at it."""


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """A rule that a list breaks."""

    rule: str
    place: str
    """The list or source."""
    message: str
    severity: Severity = Severity.ERROR
