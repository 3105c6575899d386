"""Combine what several backends found in a text into one result.

::

    found = {"spacy": [NamedMention(0, 4, "PER", 1.0)], "stanza": [NamedMention(0, 8, "PER", 1.0)]}
    combine(text, found)                             # union: [0, 8)
    combine(text, found, "intersection")             # [0, 4)
    combine(text, found, "majority", k=2)
    combine(text, found, "weighted", weights={"stanza": 2})
    combine(text, found, "gazetteer-first")          # tacknamn decides, then the others

First the mentions of each backend are normalized: clitics and punctuation at the ends are cut off
(:mod:`~tacknamn.ner.combining.trimming`), partial words are extended to whole words, and
neighbouring parts of a name are merged (:mod:`~tacknamn.ner.combining.merging`). Then the backends
vote on each character (:mod:`~tacknamn.ner.combining.voting`), as in the masking tool: backends
split texts into words in different ways, but characters are the same for all.
"""
