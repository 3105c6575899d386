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
