"""SVALA's graphs: two texts, word by word, and what connects them.

::

    from pathlib import Path
    from tacknamn.svala import Span, from_text, read_graph, repaired, violations, write_graph
    graph = from_text("Jag bor i Lund.", [Span(10, 14, "Falun", ("city", "1"))])
    Path("essay.json").write_text(write_graph(graph), "utf-8")
    corrected = read_graph(Path("essay.json"))      # after annotators had it
    violations(corrected)                           # () where SVALA opens it
    spans_of(repaired(corrected))                   # what annotators and programs did

The names are imported when somebody asks for them: every command of ``tacknamn`` imports this
package, to know that there is a command ``validate``, and should not wait for it.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.svala.building import from_text, with_spans
    from tacknamn.svala.naming import with_labels_of_today
    from tacknamn.svala.reading import read_graph
    from tacknamn.svala.records import Edge, Graph, Span, Token, Violation
    from tacknamn.svala.remaining import Concern, concerns
    from tacknamn.svala.repairing import repaired
    from tacknamn.svala.rules import Rule, violations
    from tacknamn.svala.service import Answer, Word, service_answer
    from tacknamn.svala.texts import source_text, spans_of, target_text
    from tacknamn.svala.writing import write_graph

__all__ = [
    "Answer",
    "Concern",
    "Edge",
    "Graph",
    "Rule",
    "Span",
    "Token",
    "Violation",
    "Word",
    "concerns",
    "from_text",
    "read_graph",
    "repaired",
    "service_answer",
    "source_text",
    "spans_of",
    "target_text",
    "violations",
    "with_labels_of_today",
    "with_spans",
    "write_graph",
]

_HOMES = {
    "building": ("from_text", "with_spans"),
    "remaining": ("Concern", "concerns"),
    "naming": ("with_labels_of_today",),
    "reading": ("read_graph",),
    "records": ("Edge", "Graph", "Span", "Token", "Violation"),
    "repairing": ("repaired",),
    "rules": ("Rule", "violations"),
    "service": ("Answer", "Word", "service_answer"),
    "texts": ("source_text", "spans_of", "target_text"),
    "writing": ("write_graph",),
}
"""Modules, and the public names that live in them."""

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
