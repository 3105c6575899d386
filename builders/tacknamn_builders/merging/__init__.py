"""Read the sources of a profile and merge their records into entries.

``read_sources`` collects the records of all sources in a ``row_store``. ``merge`` turns them into
entries: ``merge_names`` merges personal names, ``merge_entities`` everything else (with ``regions``
and ``joining``). ``mentions`` and ``common_words`` estimate how often each entry is mentioned,
``reviewed`` adds the user's own decisions.
"""
