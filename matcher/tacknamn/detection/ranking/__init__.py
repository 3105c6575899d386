"""Decide what in a text points at somebody, and with which label.

::

    labeller = Labeller(lexicon)
    for found in labeller.label("Min bror ahmed bor på Storgatan 12 i Lund."):
        found.label, found.rule, found.trigger         # firstname_male list bror ...

The matcher brings the entries of the lists, the patterns what identifies by its shape, marking
the words that are only marked. Here they are weighed: how often the form means each label and
how often it is an ordinary word, what its letter case and its place in the sentence say, and
the words around it (``cues.tsv``). Names beside each other settle one another::

    names:  pieces -> weights -> deciding -> repeats -> hyphens
    all:    names, patterns, marks -> institutions -> professions

What institutions are and who works there stands in ``institutions.tsv`` and ``activities.tsv``.
"""
