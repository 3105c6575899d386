"""Put a pseudonym into the form of what it replaces: case endings, definiteness, capitals.

::

    inflect("Lund", ("gen",), "city")                         Lunds
    inflect("Lund", ("pl",), "city")                          Lundabor: those who live there
    with_case_of("GÖTEBORG", "Malmö")                         MALMÖ
    taken_apart("Anderssons", "surname")                      Andersson, gen
    render("Hans'", "Nils", ("gen",), "firstname_male").text  Nils'

The rules are Swedish, and as much English as its genitive; what goes its own way stands in
three small tables beside the code (``genitives.tsv``, ``inhabitants.tsv``, ``nouns.tsv``), each
line with its reason. A form that cannot be made is never guessed: :func:`inflect` says None,
and :class:`Rendered` names what is missing.
"""
