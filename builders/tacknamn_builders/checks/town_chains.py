"""Rule for towns at home: their parents lead to a municipality and a county.

To replace a town by another one of its municipality or county, the parents are followed by name:
Borås, Borås kommun, Västra Götalands län. The chain is complete if the town's parent is a region
with a municipality's code, and the parent of that region has a county's code.
"""

from collections import defaultdict
from collections.abc import Iterator

from tacknamn.text.fold import Folded, fold
from tacknamn_builders.bundle.lexicon_tsv import LexiconRow
from tacknamn_builders.checks.findings import CheckFinding, Severity

__all__ = ["BROKEN", "LARGE", "LEAST", "TownChains"]

LEAST = 500
"""Minimum inhabitants of the towns that are checked."""
LARGE = 1000
"""Minimum inhabitants of towns that must have a chain: the source of municipalities begins here."""
BROKEN = 0.20
"""Maximum share of towns with a broken chain. In `default` it is 208 of 1,318 (16 %), all below
:data:`LARGE`: for these, sources have only the county."""
SHOWN = 12


class TownChains:
    """The towns and regions of one country, collected while the rows pass by."""

    def __init__(self, country: str) -> None:
        self._country = country
        self._towns: list[tuple[float, str, str]] = []
        self._levels: dict[Folded, set[int]] = defaultdict(set)
        """For each name of a region, the levels of its codes."""
        self._parents: dict[Folded, set[Folded]] = defaultdict(set)
        """For each name of a municipality, the regions that contain it."""

    def add(self, row: LexiconRow) -> None:
        """Add a row."""
        if row.country != self._country:
            return
        if row.label == "city" and row.main and row.count >= LEAST:
            self._towns.append((row.count, row.form, row.parent))
        elif row.label == "region" and row.thing.startswith(f"region:{self._country}."):
            level = row.thing.count(".")
            self._levels[fold(row.form)].add(level)
            if level > 1:
                self._parents[fold(row.form)].add(fold(row.parent))

    def find_broken(self) -> list[tuple[float, str, str]]:
        """Find the towns with a broken chain: inhabitants, name and parent, the largest first."""
        return sorted(
            (town for town in self._towns if not self._is_complete(town[2])), reverse=True
        )

    def _is_complete(self, municipality: str) -> bool:
        counties = self._parents.get(fold(municipality), set()) - {fold(municipality)}
        return any(1 in self._levels.get(county, ()) for county in counties)

    def check(self) -> Iterator[CheckFinding]:
        """Report broken chains, unless the bundle has no codes of regions."""
        broken = self.find_broken()
        if not broken or not self._parents:
            return
        large = sum(count >= LARGE for count, _, _ in broken)
        bad = large > 0 or len(broken) > BROKEN * len(self._towns)
        shown = ", ".join(f"{form} in {parent or 'nothing'}" for _, form, parent in broken[:SHOWN])
        yield CheckFinding(
            "chain",
            f"city {self._country}",
            f"{len(broken):,} of {len(self._towns):,} towns lead to no municipality and county, "
            f"{large:,} of them large: {shown}",
            Severity.ERROR if bad else Severity.NOTE,
        )
