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
from tacknamn_builders.sources.status import check_received

__all__ = ["CheckReport", "run_checks"]


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
    raw: Path | None = None,
) -> CheckReport:
    """Check the bundle in ``folder``; ``folders`` are the folders of received sources.

    With ``raw``, the files of the profile's sources there are compared with their receipts."""
    on_step("checking the rows of the bundle")
    bundle = Bundle(folder)
    tally = BundleTally(profile.country)
    findings = [*check_rows(tally.watch(read_entries(bundle)))]
    findings += check_tally(tally, profile)
    if profile.bounded:
        findings += _check_records(bundle, sources)
    on_step("checking its homographs and lists")
    findings += _check_sections(bundle, profile)
    on_step("checking the sources")
    if raw is not None and profile.bounded:
        findings += _check_receipts(profile, raw)
    findings += _check_sources(sources, folders, profile.references.get("women", ""))
    if folders.keys() & set(profile.references.values()):
        on_step("measuring coverage")
    known = KnownNames(tally.names)
    measured = tuple(measure_coverage(known, profile.references, folders, sources))
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


def _check_receipts(profile: BuildProfile, raw: Path) -> Iterator[CheckFinding]:
    for id, mismatch in check_received(profile.sources, raw):
        remedy = f"run `{profile.format_fetch(id)}` to receive it again"
        yield CheckFinding("receipt", id, f"{mismatch}; {remedy}")


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
    wanted = {id for what, id in profile.references.items() if what in profile.least}
    absent = sorted(wanted - folders.keys())
    if absent:
        message = (
            "not in raw/, so coverage is not measured; run `tacknamn-build fetch "
            f"{' '.join(absent)}`, or use --mirror DIR"
        )
        yield CheckFinding("coverage", ", ".join(absent), message, Severity.NOTE)


def _check_sources(
    sources: Mapping[str, DataSource], folders: Mapping[str, Path], reference: str
) -> Iterator[CheckFinding]:
    """Check the lists of sources as received; ``reference`` is the source that others must agree with."""
    lists = {
        id: list(_read_lists(source, folders[id]))
        for id, source in sources.items()
        if source.lists and id in folders
    }
    for id, own in lists.items():
        yield from check_joins(id, own)
        yield from check_marginals(id, own)
        if id != reference:
            yield from check_agreement(id, own, lists.get(reference, []))


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
