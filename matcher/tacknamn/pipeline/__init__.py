"""The pipeline: from a text to a pseudonymized text and an account of every change.

::

    from tacknamn import Lexicon, Pseudonymizer
    doc = Pseudonymizer(Lexicon.open(), profile="swell", seed=7)("Jag heter Amina.")
    doc.text; doc.spans; doc.tokens; doc.edges
    doc.explain(doc.spans[0])

``pseudonymizer`` runs the stages. The detector finds names and numbers, and harmless ones are left
out (:mod:`tacknamn.detection`). ``finders`` adds what a profile asks for besides: ``masks``, or the
annotation of the Text Anonymization Benchmark. ``replacer`` gives each detection its
policy and its replacement, ``numbering`` its running number. The result is a ``document``.
``corrections`` takes into account what annotators decided before.
"""
