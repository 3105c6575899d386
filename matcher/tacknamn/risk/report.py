"""The report: everything that was found and measured, as plain records."""

from dataclasses import dataclass

from tacknamn.reporting.tally import Tally
from tacknamn.risk.anonymity import LabelFigures
from tacknamn.risk.combinations import CombinationFigures
from tacknamn.risk.documents import Place
from tacknamn.risk.leftovers import Leftover

__all__ = ["LeftoverFigures", "PseudonymFigures", "Report"]


@dataclass(frozen=True, slots=True)
class LeftoverFigures:
    """What looks as if it had been left over."""

    found: Tally[Leftover]
    by_kind: dict[str, int]
    by_label: dict[str, int]
    also_pseudonyms: int
    """Those that are a pseudonym of their document as well."""


@dataclass(frozen=True, slots=True)
class PseudonymFigures:
    """Draws that are worth a look, by their first mentions."""

    thin: Tally[Place]
    """Those whose anonymity set is smaller than k."""
    originals_known: bool
    """Whether a vault or the files told originals; without, the other three are empty."""
    unchanged: Tally[Place]
    """Pseudonyms that are their own original."""
    same_document: Tally[Place]
    """Pseudonyms that are the original of somebody else in the document."""
    corpus: Tally[Place]
    """Pseudonyms that are originals elsewhere; each told once for its label."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a pseudonymization may still give away."""

    k: int
    """What anonymity sets and combinations are held against."""
    documents: int
    plain_texts: int
    """Documents whose format cannot tell what was replaced."""
    spans: int
    labels: tuple[LabelFigures, ...]
    leftovers: LeftoverFigures
    pseudonyms: PseudonymFigures
    combinations: CombinationFigures

    @property
    def leaks(self) -> bool:
        """Whether anything looks like a leak: leftovers, combinations that fewer than k documents
        share, pseudonyms that are their own original."""
        found = self.leftovers.found.count, self.combinations.count
        return any((*found, self.pseudonyms.unchanged.count))
