"""Give a pseudonym the form of what it replaces: case endings, definiteness, letter case.

::

    inflect("Lund", ("gen",), "city")                         Lunds
    inflect("Lund", ("pl",), "city")                          Lundabor: the inhabitants
    copy_case("GÖTEBORG", "Malmö")                            MALMÖ
    split_affixes("Anderssons", "surname")                    ("Andersson", ("gen",))
    render("Hans'", "Nils", ("gen",), "firstname_male").text  Nils'

``rendering`` does all this for a pseudonym: ``affixes`` chooses among ``inhabitants``, ``nouns``
and ``genitives``, and ``letter_case`` copies capitals.

The rules are Swedish, and English for genitives. Exceptions are in three small tables
(``genitives.tsv``, ``inhabitants.tsv``, ``nouns.tsv``), each line with its reason. A form that
cannot be made is never guessed: ``inflect`` returns None, and ``RenderedName`` says what is
missing.
"""
