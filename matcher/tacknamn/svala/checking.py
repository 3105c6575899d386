"""Check a file for ``tacknamn validate``, and write what was repaired beside it."""

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.support.atomic_files import write_whole
from tacknamn.svala.edge_labels import find_concerns
from tacknamn.svala.json_graphs import LARGEST, read_graph, write_graph
from tacknamn.svala.records import Graph, Violation
from tacknamn.svala.repair import repair_graph
from tacknamn.svala.rules import find_violations

__all__ = ["GraphReport", "check_graph_file", "write_repaired"]


@dataclass(frozen=True, slots=True)
class GraphReport:
    """What is wrong with a file."""

    name: str
    graph: Graph = field(repr=False)
    violations: tuple[Violation, ...]
    concerns: tuple[Violation, ...]
    """What annotators should not leave; only where that was asked for."""
    repaired: str = ""
    """Where the repaired graph was written to, if it was."""

    @property
    def wrong(self) -> bool:
        """Whether something is wrong that was not repaired."""
        return bool(self.concerns) or (bool(self.violations) and not self.repaired)

    def data(self) -> dict[str, object]:
        """The same as plain data, for JSON."""
        return {
            "file": self.name,
            "violations": [_violation_data(one) for one in self.violations],
            "concerns": [_violation_data(one) for one in self.concerns],
            "repaired": self.repaired or None,
        }


def _violation_data(one: Violation) -> dict[str, str]:
    return {"rule": str(one.rule), "place": one.place, "message": one.message}


def check_graph_file(name: str, done: bool = False) -> GraphReport:
    """What is wrong with the graph of a file; ``-`` is standard input."""
    graph = (
        read_graph(_read_standard_input(), "standard input")
        if name == "-"
        else read_graph(Path(name))
    )
    return GraphReport(name, graph, find_violations(graph), find_concerns(graph) if done else ())


def _read_standard_input() -> str:
    raw = sys.stdin.buffer.read(LARGEST + 1)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise InputError(
            f"standard input: no UTF-8 at byte {exc.start}; convert it first"
        ) from None


def write_repaired(report: GraphReport) -> GraphReport:
    """Write the repaired graph of a file as ``<name>_repaired.json`` beside it."""
    path = Path(report.name)
    beside = path.with_name(f"{path.stem}_repaired.json")
    write_whole(beside, write_graph(repair_graph(report.graph)))
    return replace(report, repaired=str(beside))
