"""Draw replacements that fit: names by gender, cities by country, streets by town; change numbers.

::

    from tacknamn import Lexicon, Sampler
    sampler = Sampler(Lexicon.open(), seed=7)        # or key=b"..." for all documents alike
    sampler.draw("firstname_female")
    scope = sampler.scope(text)                      # one text: consistent, no clashes
    scope.replace(match).text

A text's way through the package: :mod:`.sampler` makes a :mod:`.scope` for the text;
:mod:`.originals` finds who or what each mention names; :mod:`.picker` and :mod:`.places` pick from
the pools of :mod:`.stock`, by numbers of :mod:`.choices`; :mod:`.inflection` gives the pseudonym
the form of the original. Ages, dates, telephone numbers and the like are changed by
:mod:`.number_replacements`, which needs no lists.
"""
