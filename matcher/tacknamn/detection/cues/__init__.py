"""Mark what is told and never replaced: professions, degrees, relatives, sensitive statements.

The lists of the lexicon have most words for these; here is what they cannot tell::

    for found in marks("Jag jobbar som matlagare och har fem bröder."):
        found.label, found.rule, found.trigger       # prof profession jobbar som, fam relatives ...
    believed("modell", "prof")                       # False: mostly a pattern of things

What speaks for a mark stands in the tables beside the code, each line with its reason.
"""
