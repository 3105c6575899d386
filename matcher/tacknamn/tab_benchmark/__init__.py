"""Annotate as the Text Anonymization Benchmark does, review and measure it: the profile ``tab``.

::

    from tacknamn.tab_benchmark import annotations, review_text
    mentions = annotations((text, pseudonymizer.detect(text)), protect="Elsa Ek")
    review_text(text, mentions)                      # ***** for direct and quasi-identifiers

What the engine found and what the finders of this package find (titles, courts, durations, sums,
jobs, diagnoses) become mentions with entity type, identifier type, confidential status and an
entity that they share with other mentions. The rules are data: ``cues.tsv``, ``general.tsv``,
``identifiers.tsv`` and ``confidential.tsv``, each line with its reason.
"""
