"""Complete the names that our own lists find, for masking: a name is masked whole or not at all (C1).

The detector decides word by word, with probabilities. What it leaves out are parts of names that no
list has, and names in the shapes of notes and forms: in capitals, after *Patient name:*, of three and
more parts. :mod:`~tacknamn.ner.names.evidence` asks the lists about words,
:mod:`~tacknamn.ner.names.shapes` finds names by their place and shape, and
:mod:`~tacknamn.ner.names.completing` joins both with what the detector found.
"""
