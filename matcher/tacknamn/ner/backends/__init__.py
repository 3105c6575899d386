"""Backends: models of others, and our own engine, that find names in texts.

::

    spacy = backend("spacy:en_core_web_sm")          # loads nothing yet
    spacy.load()                                     # once; or by the first text
    checked(spacy, "Kim met Anna.")                  # [Mention(0, 3, 'PER', 1.0), ...]
    requests('tacknamn,stanza,command:"./ner --fast"')

There are ``tacknamn`` (our own), ``spacy``, ``nltk``, ``flair``, ``stanza``, ``transformers``,
``presidio``, ``command`` (any program that speaks JSON Lines), and what other packages bring.
"""
