"""Lay out what the commands print: tables for people, plain data for ``--json``."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tacknamn_builders.checks import Report, Severity
from tacknamn_builders.diff import EXAMPLES, Difference
from tacknamn_builders.status import Status

__all__ = ["as_json", "check_data", "diff_data", "print_check", "print_diff", "print_status"]

_STYLES = {Severity.ERROR: "bold red", Severity.KNOWN: "yellow", Severity.NOTE: "cyan"}
_KINDS = ("added", "dropped", "relabelled", "reranked", "recounted")


def as_json(data: Any) -> str:
    """One line per document would be unreadable for people, so it is indented."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def print_status(console: Console, states: Iterable[Status]) -> None:
    """A table of the sources."""
    table = Table("source", "version", "vintage", "licence", "size", "received", box=None)
    for state in states:
        size = f"{state.size / 1e6:,.1f} MB" if state.size else ""
        received = state.received[:10] or ("part of the code" if state.present else "missing")
        style = "" if state.present else "dim"
        table.add_row(
            state.source, state.version, state.vintage, state.licence, size, received, style=style
        )
    console.print(table)


def check_data(report: Report) -> dict[str, Any]:
    """A report as plain data."""
    return {
        "profile": report.profile,
        "failed": report.failed,
        "sizes": dict(report.sizes),
        "coverage": [asdict(coverage) for coverage in report.coverage],
        "findings": [asdict(finding) for finding in report.findings],
    }


def print_check(console: Console, report: Report) -> None:
    """A report for people."""
    sizes = ", ".join(f"{name} {number:,}" for name, number in report.sizes.items())
    console.print(f"{report.profile}: {sizes}", highlight=False)
    for coverage in report.coverage:
        console.print(
            f"bearers covered, {coverage.what}: {coverage.share:.2%} "
            f"({coverage.right:.2%} with that label or neutral; {coverage.bearers:,} bearers "
            f"of {coverage.reference})",
            highlight=False,
        )
    for finding in report.findings:
        line = Text(f"{finding.severity:5} ", style=_STYLES[finding.severity])
        line.append(f"{finding.rule}  {finding.place}: {finding.message}", style="default")
        console.print(line)
    errors = sum(finding.severity is Severity.ERROR for finding in report.findings)
    console.print("all rules hold" if not errors else f"{errors} rules are broken")


def diff_data(difference: Difference) -> dict[str, Any]:
    """A difference as plain data."""
    kinds = {
        kind: {
            label: {"number": number, "examples": changes.examples[label]}
            for label, number in sorted(changes.number.items())
        }
        for kind in _KINDS
        for changes in [getattr(difference, kind)]
    }
    top = {name: {"in": came, "out": went} for name, (came, went) in difference.top.items()}
    return {**kinds, "top_lists": top}


def print_diff(console: Console, difference: Difference) -> None:
    """A difference for people."""
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
    if not difference:
        console.print("no difference")
