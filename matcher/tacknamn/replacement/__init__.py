"""Draw replacements that fit: names by gender, cities by country, streets by town.

::

    from tacknamn import Lexicon, Sampler
    sampler = Sampler(Lexicon.open(), seed=7)        # or key=b"..." for all documents alike
    sampler.draw("firstname_female")
    scope = sampler.scope(text)                      # one text: consistent, no clashes
    scope.replace(match).text
"""
