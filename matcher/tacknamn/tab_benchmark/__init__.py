"""Annotate and mask a text by the rules of the Text Anonymization Benchmark (TAB).

This package is the finder behind the profile ``tab``::

    from tacknamn.tab_benchmark.annotation import annotate
    mentions = annotate((text, pseudonymizer.detect(text)), protect="Elsa Ek")

It combines the detections of the engine with finders for what only the benchmark asks for: titles,
courts, durations, amounts of money, jobs, diagnoses. Each result is a mention with an entity type,
an identifier type, a confidential status and an entity id. The rules are data: ``cues.tsv``,
``general.tsv``, ``identifiers.tsv`` and ``confidential.tsv``, with a reason on every line. Rule ids
such as E1 are explained in ``docs/guidelines.md``.
"""
