"""The pseudonymizer: from a text to one that points at nobody, with an account of what was done.

::

    from tacknamn import Lexicon, Pseudonymizer
    doc = Pseudonymizer(Lexicon.open(), profile="swell", seed=7)("Jag heter Amina.")
    doc.text; doc.spans; doc.tokens; doc.edges
    doc.explain(doc.spans[0])

A text flows one way: what is found gets labels (:mod:`tacknamn.detection.ranking`), what reveals nobody
is left (:mod:`tacknamn.detection.harmless`), policies say what becomes of each label
(:mod:`tacknamn.profiles`), and a document is what comes out.
"""
