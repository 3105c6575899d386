"""What the tests of the checks share: a good row, invented lists of names, findings in short."""

from collections.abc import Iterable, Mapping

from tacknamn_builders.bundle.lexicon_tsv import LexiconRow
from tacknamn_builders.checks.counted_lists import LARGE, CountedList
from tacknamn_builders.checks.findings import CheckFinding

__all__ = ["GOOD", "LONG", "MISALIGNED", "SHORT", "counted", "rules"]


GOOD = LexiconRow("Göteborg", "city", 600000, "inhabitants", 5.0, "SE", "", True, "geonames:1", "")


def rules(findings: Iterable[CheckFinding]) -> list[tuple[str, str]]:
    """Which rules speak, and of which places."""
    return [(finding.rule, finding.place) for finding in findings]


def counted(title: str, side: str, counts: Mapping[str, int]) -> CountedList:
    """A list as received."""
    return CountedList(title, side, dict(counts))


LONG = {f"Namn{number:03}": LARGE + 7 * number for number in range(200)}
"""An invented list of names with large counts, all different."""
SHORT = {f"Kort{number:03}": LARGE + 7 * number + 3 for number in range(30)}
"""Names of the same side that the long list does not have, with counts of their own."""
MISALIGNED = {name: LONG[f"Namn{number:03}"] for number, name in enumerate(SHORT)}
