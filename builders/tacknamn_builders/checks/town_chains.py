"""Rule on the places at home: from town to municipality to county, by name.

Whoever replaces a town by one of its municipality or county walks from parent to parent:
Borås, Borås kommun, Västra Götalands län. A chain is whole when the town's parent is a region
that has a municipality's code, and that region's parent one that has a county's code.
"""

from collections import defaultdict
from collections.abc import Iterator

from tacknamn.text.fold import Folded, fold
from tacknamn_builders.bundle.lexicon_tsv import LexiconRow
from tacknamn_builders.checks.findings import CheckFinding, Severity

__all__ = ["BROKEN", "LARGE", "LEAST", "TownChains"]

LEAST = 500
"""Inhabitants of the towns that are looked at."""
LARGE = 1000
"""From here on every town must have its chain: the source of municipalities begins here."""
BROKEN = 0.20
"""Part of all towns whose chain may be broken. In `default` it is 208 of 1,318 (16 %), all below
:data:`LARGE`: of those sources know the county only."""
SHOWN = 12


class TownChains:
    """Towns and regions of one country, gathered while the rows go by."""

    def __init__(self, country: str) -> None:
        self._country = country
        self._towns: list[tuple[float, str, str]] = []
        self._levels: dict[Folded, set[int]] = defaultdict(set)
        """By name of a region, the levels of the codes it has."""
        self._parents: dict[Folded, set[Folded]] = defaultdict(set)
        """By name of a municipality, what it lies in."""

    def add(self, row: LexiconRow) -> None:
        """Take note of a row."""
        if row.country != self._country:
            return
        if row.label == "city" and row.main and row.count >= LEAST:
            self._towns.append((row.count, row.form, row.parent))
        elif row.label == "region" and row.thing.startswith(f"region:{self._country}."):
            level = row.thing.count(".")
            self._levels[fold(row.form)].add(level)
            if level > 1:
                self._parents[fold(row.form)].add(fold(row.parent))

    def broken(self) -> list[tuple[float, str, str]]:
        """Inhabitants, name and parent of the towns whose chain is broken, the largest first."""
        return sorted((town for town in self._towns if not self._whole(town[2])), reverse=True)

    def _whole(self, municipality: str) -> bool:
        counties = self._parents.get(fold(municipality), set()) - {fold(municipality)}
        return any(1 in self._levels.get(county, ()) for county in counties)

    def check(self) -> Iterator[CheckFinding]:
        """Tell broken chains; a bundle without codes of regions has none to break."""
        broken = self.broken()
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
