"""Annotate and mask a text by the rules of the Text Anonymization Benchmark (TAB).

This package is the finder of the profile ``tab``::

    from tacknamn.tab_benchmark.annotation import annotate
    mentions = annotate((text, pseudonymizer.detect(text)), protect="Elsa Ek")

It combines the detections of the engine with finders for what only the benchmark asks for: titles,
courts, durations, amounts of money, jobs, diagnoses, whole addresses and codes, works and events. Each
result is a mention with an entity type, an identifier type, a confidential status and an entity id. The
rules are data: ``cues.tsv``, ``street_words.tsv``, ``other_names.tsv``, ``general.tsv``,
``identifiers.tsv`` and ``confidential.tsv``, with a reason on every line. Rule ids such as E1 are
explained in ``docs/guidelines.md``.

The modules in the order of their work: :mod:`~tacknamn.tab_benchmark.annotated_text` reads a text, one
module for each entity type proposes markables, :mod:`~tacknamn.tab_benchmark.markables` chooses among
them, :mod:`~tacknamn.tab_benchmark.referents` decides between organisations and places,
:mod:`~tacknamn.tab_benchmark.entities` joins those that mention one entity, and
:mod:`~tacknamn.tab_benchmark.identifiers` decides what has to be masked.
:mod:`~tacknamn.tab_benchmark.annotation` runs them all.
"""
