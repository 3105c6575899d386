"""Backends: programs and models of others, and our own lists, that find names in texts.

::

    spacy = make_backend("spacy:en_core_web_sm")       # loads nothing yet
    spacy.load()                                       # explicitly, or by the first text
    find_mentions(spacy, "Kim met Anna.")              # [NamedMention(0, 3, 'PER', 1.0), ...]
    read_requests('tacknamn,stanza,command:"./ner --fast"')

The backends are ``tacknamn`` (our own lists and rules), ``spacy``, ``nltk``, ``flair``,
``stanza``, ``transformers``, ``presidio``, ``command`` (any program that speaks JSON Lines), and
those that other installed packages register.

:mod:`~tacknamn.ner.backends.protocol` defines the interface, :mod:`~tacknamn.ner.backends.registry`
makes backends by name, and :mod:`~tacknamn.ner.backends.checking` asks them and checks the answers.
:mod:`~tacknamn.ner.backends.package_backend` is the base class of the backends that use a Python
package, :mod:`~tacknamn.ner.backends.programs` has those that are programs.
"""
