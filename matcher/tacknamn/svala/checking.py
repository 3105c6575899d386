"""Check a graph file for ``tacknamn validate``, and write a repaired copy next to it."""

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.support.atomic_files import write_whole
from tacknamn.support.file_kinds import describe_no_text
from tacknamn.svala.edge_labels import find_concerns
from tacknamn.svala.json_graphs import LARGEST_FILE, read_graph, write_graph
from tacknamn.svala.records import Graph, Violation
from tacknamn.svala.repair import repair_graph
from tacknamn.svala.rules import find_violations

__all__ = ["GraphReport", "check_graph_file", "write_repaired"]


@dataclass(frozen=True, slots=True)
class GraphReport:
    """What is wrong with a graph file."""

    name: str
    graph: Graph = field(repr=False)
    violations: tuple[Violation, ...]
    """What makes SVALA refuse the graph."""
    concerns: tuple[Violation, ...]
    """What annotators still have to do: all of it if the text is finished, else errors only."""
    repaired: str = ""
    """The file that the repaired graph was written to; empty if it was not repaired."""

    @property
    def has_errors(self) -> bool:
        """Whether something is wrong that was not repaired."""
        return bool(self.concerns) or (bool(self.violations) and not self.repaired)

    def to_data(self) -> dict[str, object]:
        """Return the report as plain data, for JSON."""
        return {
            "file": self.name,
            "violations": [_violation_data(violation) for violation in self.violations],
            "concerns": [_violation_data(concern) for concern in self.concerns],
            "repaired": self.repaired or None,
        }


def _violation_data(violation: Violation) -> dict[str, str]:
    return {
        "rule": str(violation.rule),
        "place": violation.place,
        "message": violation.message,
    }


def check_graph_file(name: str, done: bool = False) -> GraphReport:
    """Read the graph of a file and check it; ``-`` is standard input.

    Args:
        done: Whether annotators have finished the text, so that their open tasks count as well.
    """
    if name == "-":
        graph = read_graph(_read_standard_input(), "standard input")
    else:
        graph = read_graph(Path(name))
    return GraphReport(name, graph, find_violations(graph), find_concerns(graph, done=done))


def _read_standard_input() -> str:
    raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise InputError(f"standard input: {describe_no_text(raw, exc)}") from None


def write_repaired(report: GraphReport) -> GraphReport:
    """Write the repaired graph of a file as ``<name>_repaired.json`` next to it."""
    path = Path(report.name)
    target = path.with_name(f"{path.stem}_repaired.json")
    write_whole(target, write_graph(repair_graph(report.graph)), like=[path], has_originals=True)
    return replace(report, repaired=str(target))
