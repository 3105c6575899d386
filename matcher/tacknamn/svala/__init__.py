"""The graph format of SVALA, the annotation tool of the SweLL project.

A graph holds two texts, word by word: the original (source) and the pseudonymized one (target).
Edges connect the words and carry labels::

    from pathlib import Path
    from tacknamn.svala.building import build_graph
    from tacknamn.svala.json_graphs import read_graph, write_graph
    from tacknamn.svala.records import GraphSpan
    from tacknamn.svala.repair import repair_graph
    from tacknamn.svala.rules import find_violations
    from tacknamn.svala.texts import list_spans
    graph = build_graph("Jag bor i Lund.", [GraphSpan(10, 14, "Falun", ("city", "1"))])
    Path("essay.json").write_text(write_graph(graph), "utf-8")
    corrected = read_graph(Path("essay.json"))      # after annotators worked on it
    find_violations(corrected)                      # () if SVALA can open it
    list_spans(repair_graph(corrected))             # everything that is labelled or replaced

The modules build on each other in this order: ``records``, ``tokens``, ``diff_changes``, ``diff``,
``alignment``, ``texts``, ``rules``, ``json_graphs``, ``repair``, ``rewriting``, ``building``.
"""
