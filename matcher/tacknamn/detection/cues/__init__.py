"""Find by cues what is marked and never replaced: professions, degrees, relatives, sensitive
statements.

The lists have most of these words; this package finds what the lists cannot decide. One scan finds
all cues and words of the tables (``literals``). Each of ``relatives``, ``occupations``,
``doubted_words`` and ``sensitive`` judges its own matches by the words around them (``persons``),
and ``finder`` conducts them. The tables (``*.tsv``) give a reason on each line.
"""
