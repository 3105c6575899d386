"""Run all checks of a bundle and of the sources it was made of."""

import importlib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle
from tacknamn_builders.bundle.lexicon_rows import read_entries
from tacknamn_builders.checks.bundle_rules import check_fakes, check_homographs
from tacknamn_builders.checks.counted_lists import (
    CountedList,
    check_agreement,
    check_joins,
    check_marginals,
)
from tacknamn_builders.checks.coverage import (
    REFERENCES,
    Coverage,
    KnownNames,
    check_coverage,
    measure_coverage,
)
from tacknamn_builders.checks.findings import CheckFinding, Severity
from tacknamn_builders.checks.row_rules import check_rows
from tacknamn_builders.checks.tally import BundleTally, check_tally
from tacknamn_builders.checks.top_lists import check_top_lists
from tacknamn_builders.curation.curated_tables import load_fakes
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["CheckReport", "run_checks"]

REFERENCE = "svensktext-names"
"""The source that the lists of others are compared with: SCB's own, unchanged."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The results of all checks."""

    profile: str
    findings: tuple[CheckFinding, ...]
    coverage: tuple[Coverage, ...]
    sizes: Mapping[str, int]

    @property
    def failed(self) -> bool:
        """Whether there is an unexplained error."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)


def run_checks(
    folder: Path,
    profile: BuildProfile,
    sources: Mapping[str, DataSource],
    folders: Mapping[str, Path],
    on_step: Callable[[str], None] = lambda step: None,
) -> CheckReport:
    """Check the bundle in ``folder``; ``folders`` are the folders of received sources."""
    on_step("checking the rows of the bundle")
    bundle = Bundle(folder)
    tally = BundleTally()
    findings = [*check_rows(tally.watch(read_entries(bundle)))]
    findings += check_tally(tally, profile)
    if profile.bounded:
        findings += _check_records(bundle, sources)
    on_step("checking its homographs and lists")
    findings += _check_sections(bundle, profile)
    on_step("checking the sources")
    findings += _check_sources(sources, folders)
    on_step("measuring coverage")
    measured = tuple(measure_coverage(KnownNames(tally.names), folders, sources))
    findings += check_coverage(profile.name, measured, profile.least)
    findings += _report_unmeasured(profile, folders)
    sizes = {
        "entries": bundle.section("entries").rows,
        "forms": bundle.section("forms").rows,
        **tally.sizes(),
        **{label: n for label, n in bundle.manifest["counts"]["labels"].items() if n},
    }
    return CheckReport(profile.name, tuple(_mark_known(findings)), measured, sizes)


def _check_records(bundle: Bundle, sources: Mapping[str, DataSource]) -> Iterator[CheckFinding]:
    """Compare the number of records with the source table; too many are only a note."""
    for id, facts in bundle.manifest["sources"].items():
        if id in sources:
            low, high = sources[id].rows
            records = facts["records"]
            if not low <= records <= high:
                severity = Severity.ERROR if records < low else Severity.NOTE
                yield CheckFinding(
                    "bounds", id, f"{records:,} records, not {low:,}-{high:,}", severity
                )


def _check_sections(bundle: Bundle, profile: BuildProfile) -> Iterator[CheckFinding]:
    try:
        yield from check_homographs(bundle)
        yield from check_fakes(bundle, profile.country, load_fakes())
        yield from check_top_lists(bundle, profile)
    except IndexError as exc:
        raise BundleError(
            f"{bundle.folder}: damaged (a file points outside another one); build it again with "
            "`tacknamn-build compile`"
        ) from exc


def _report_unmeasured(
    profile: BuildProfile, folders: Mapping[str, Path]
) -> Iterator[CheckFinding]:
    """Report references that are missing, so that their coverage was not measured."""
    absent = sorted({id for what, id, *_ in REFERENCES if what in profile.least} - folders.keys())
    if absent:
        message = "missing, so coverage was not measured; use --mirror DIR"
        yield CheckFinding("coverage", ", ".join(absent), message, Severity.NOTE)


def _check_sources(
    sources: Mapping[str, DataSource], folders: Mapping[str, Path]
) -> Iterator[CheckFinding]:
    lists = {
        id: list(_read_lists(source, folders[id]))
        for id, source in sources.items()
        if source.lists and id in folders
    }
    for id, own in lists.items():
        yield from check_joins(id, own)
        yield from check_marginals(id, own)
        if id != REFERENCE:
            yield from check_agreement(id, own, lists.get(REFERENCE, []))


def _read_lists(source: DataSource, folder: Path) -> Iterator[CountedList]:
    module, _, function = source.lists.partition(":")
    received = getattr(importlib.import_module(f"tacknamn_builders.readers.{module}"), function)
    for title, side, counts in received(folder):
        yield CountedList(title, side, counts)


def _load_reasons() -> Mapping[tuple[str, str], str]:
    """Load the known errors of publishers: their reasons, by rule and place."""
    text = resources.files("tacknamn_builders.checks").joinpath("known_errors.toml")
    errors = tomllib.loads(text.read_text("utf-8"))["error"]
    return {(error["rule"], error["place"]): error["reason"] for error in errors}


def _mark_known(findings: list[CheckFinding]) -> Iterator[CheckFinding]:
    """Mark the findings that are known errors of publishers."""
    reasons = _load_reasons()
    for finding in findings:
        reason = reasons.get((finding.rule, finding.place))
        if reason is not None:
            message = f"{finding.message} ({reason})"
            finding = replace(finding, severity=Severity.KNOWN, message=message)
        yield finding
