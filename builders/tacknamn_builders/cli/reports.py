"""Format the results of commands: tables for people, plain data for ``--json``."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tacknamn_builders.checks.findings import Severity
from tacknamn_builders.checks.run import CheckReport
from tacknamn_builders.releasing.diff import EXAMPLES, BundleDifference
from tacknamn_builders.sources.status import SourceStatus
from tacknamn_builders.tracing import EntryTrace, SourceTrace

__all__ = [
    "build_status_table",
    "convert_check",
    "convert_diff",
    "format_json",
    "format_status_lines",
    "format_traces",
    "print_check",
    "print_diff",
]

_STYLES = {Severity.ERROR: "bold red", Severity.KNOWN: "yellow", Severity.NOTE: "cyan"}
_KINDS = ("added", "dropped", "relabelled", "reranked", "recounted", "resourced")


def format_json(data: Any) -> str:
    """Format data as indented JSON, which people can read."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def build_status_table(states: Iterable[SourceStatus]) -> Table:
    """Build the table of sources for a terminal."""
    table = Table("source", "version", "vintage", "licence", "size", "received", box=None)
    for state in states:
        size = f"{state.size / 1e6:,.1f} MB" if state.size else ""
        received = state.problem or state.received[:_DAY] or _describe_receipt(state)
        table.add_row(
            state.source, state.version, state.vintage, state.licence, size, received,
            style=("red" if state.present else "dim") if state.problem else "",
        )  # fmt: skip
    return table


def format_status_lines(states: Iterable[SourceStatus]) -> Iterator[str]:
    """Yield lines with tabs: source, version, vintage, licence, bytes, received."""
    for state in states:
        received = _describe_receipt(state)
        yield "\t".join(
            (state.source, state.version, state.vintage, state.licence, str(state.size), received)
        )


_DAY = len("2026-11-18")


def _describe_receipt(state: SourceStatus) -> str:
    return state.problem or state.received or "part of the code"


def convert_check(report: CheckReport) -> dict[str, Any]:
    """Convert a report to plain data."""
    return {
        "profile": report.profile,
        "failed": report.failed,
        "sizes": dict(report.sizes),
        "coverage": [asdict(coverage) for coverage in report.coverage],
        "findings": [asdict(finding) for finding in report.findings],
    }


def print_check(console: Console, report: CheckReport, only_broken: bool = False) -> None:
    """Print a report, or only its broken rules."""
    broken = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    if not only_broken:
        _print_figures(console, report)
    for finding in broken if only_broken else report.findings:
        line = Text(f"{finding.severity:5} ", style=_STYLES[finding.severity])
        line.append(f"{finding.rule}  {finding.place}: {finding.message}", style="default")
        console.print(line)
    if not only_broken:
        console.print(f"broken rules: {len(broken)}" if broken else "all rules hold")


def _print_figures(console: Console, report: CheckReport) -> None:
    sizes = ", ".join(f"{name} {number:,}" for name, number in report.sizes.items())
    console.print(f"{report.profile}: {sizes}", highlight=False)
    for coverage in report.coverage:
        console.print(
            f"bearers covered, {coverage.what}: {coverage.share:.2%} "
            f"({coverage.right:.2%} with that label or neutral, {coverage.exact:.2%} exactly right, "
            f"of {coverage.bearers:,} bearers in {coverage.reference})",
            highlight=False,
        )


def format_traces(traces: Mapping[str, Sequence[EntryTrace]]) -> Iterator[str]:
    """Yield the lines of traces: one for each entry, and indented what it comes from."""
    for word, found in traces.items():
        if not found:
            yield f"{word}: unknown"
        for trace in found:
            facts = [
                trace.label,
                f"{trace.probability:.0%}",
                f"{trace.count:,.10g} {trace.kind}" if trace.count else "",
                ", ".join(filter(None, (trace.parent, trace.country))),
                trace.entity,
            ]
            yield f"{trace.form}: {'; '.join(filter(None, facts))}"
            for source in trace.sources:
                yield from _format_source_trace(source)
            if trace.count and not any(source.gives_count for source in trace.sources):
                yield "  its count is computed from several records"
            for place in trace.curation:
                yield f"  {place.file}, line {place.line}: {place.text}"


def _format_source_trace(trace: SourceTrace) -> Iterator[str]:
    counts = [f"{each.count:,.10g} {each.kind}" for each in trace.records if each.count]
    said = ", ".join(dict.fromkeys(counts))
    taken = ", the count that was taken" if trace.gives_count else ""
    yield f"  {trace.source} {trace.version}".rstrip() + (f": {said}{taken}" if said else "")
    if trace.problem or not trace.records:
        yield f"    {trace.problem or 'no record of this form: it gives a region, a position or a name'}"
    for place in trace.places:
        line = f", line {place.line}" if place.line else ""
        column = f", column {place.column}" if place.column else ""
        yield f"    raw/{place.file}{line}{column}" + (f": {place.text}" if place.text else "")


def convert_diff(difference: BundleDifference) -> dict[str, Any]:
    """Convert a difference to plain data."""
    kinds = {
        kind: {
            label: {"number": number, "examples": changes.examples[label]}
            for label, number in sorted(changes.number.items())
        }
        for kind in _KINDS
        for changes in [getattr(difference, kind)]
    }
    top = {name: {"in": came, "out": went} for name, (came, went) in difference.top.items()}
    return {**kinds, "top_lists": top, "other_files": difference.files}


def print_diff(console: Console, difference: BundleDifference) -> None:
    """Print a difference."""
    for kind in _KINDS:
        changes = getattr(difference, kind)
        for label, number in sorted(changes.number.items()):
            more = " ..." if number > EXAMPLES else ""
            examples = ", ".join(changes.examples[label])
            console.print(f"{kind} {label}: {number:,} ({examples}{more})", highlight=False)
    for name, (came, went) in difference.top.items():
        console.print(
            f"top 50 {name}: in {', '.join(came) or '-'}; out {', '.join(went) or '-'}",
            highlight=False,
        )
    if difference.files:
        console.print(f"other changed files: {', '.join(difference.files)}", highlight=False)
    if not difference:
        console.print("no difference")
