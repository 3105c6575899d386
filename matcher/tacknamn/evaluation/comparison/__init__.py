"""Compare backends on sentences with names, as seed C does: ``tacknamn evaluate --wikineural``.

::

    wanted = settings("tacknamn,spacy:en_core_web_sm")
    found = compare("names1000.jsonl", wanted)
    comparison_data(found)["rows"][0]["recall"]        # {"sentence": 0.82, "overall": 0.84}

Each package alone, union and intersection of all, and of our own engine with each: precision and
recall by sentence and overall, seconds and memory with and without loading. Every package runs in
a process of its own, so that loading is really loading.
"""
