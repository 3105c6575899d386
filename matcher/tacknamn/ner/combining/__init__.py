"""Make one answer of what several backends found: by characters, in whole words.

::

    found = {"spacy": [Mention(0, 4, "PER", 1.0)], "stanza": [Mention(0, 8, "PER", 1.0)]}
    combined(text, found)                            # union: [0, 8)
    combined(text, found, "intersection")            # [0, 4)
    combined(text, found, "majority", k=2)
    combined(text, found, "weighted", weights={"stanza": 2})
    combined(text, found, "gazetteer-first")         # what tacknamn found, the others beside it

Each backend's mentions are read alike first: clitics and punctuation at their ends go
(:func:`trimmed`), words that they cut are made whole, neighbouring parts of a name are put
together (:func:`merged`). Then every character of the text is counted for itself, as seed C does:
backends divide texts into words in different ways, and characters are the same for all.
"""
