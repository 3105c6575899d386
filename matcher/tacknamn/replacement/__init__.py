"""Draw replacements that fit: names by gender, cities by country, streets by town; change numbers.

::

    from tacknamn import Lexicon, Sampler
    sampler = Sampler(Lexicon.open(), seed=7)        # or key=b"..." for all documents alike
    sampler.draw("firstname_female")
    scope = sampler.scope(text)                      # one text: consistent, no clashes
    scope.replace(match).text

A text's way through the package: ``sampler`` makes a ``scope`` for the text. ``originals`` finds
who or what each mention names, ``addresses`` which places belong together, ``readable_text`` what no
pseudonym may be. ``picker`` and ``places`` pick from the ``pools`` of ``stock``, by the numbers of
``choices``; ``first_names`` and ``own_parts`` remember what the numbers of a run select. ``inflection``
gives the pseudonym the form of the original.

``entries`` and ``lists`` read the bundle, ``records`` has the settings and results, ``keys`` reads
keys. ``single_draws`` draws without a text, ``rotation`` for a whole corpus.
``number_replacements`` and ``sms_masks`` change ages, dates, numbers and addresses without lists.
"""
