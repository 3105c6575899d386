"""Compare packages on sentences with names, as the masking tool does.

::

    settings = make_comparison_settings("tacknamn,spacy:en_core_web_sm")
    comparison = compare("names1000.jsonl", settings)
    comparison_data(comparison)["rows"][0]["recall"]   # {"sentence": 0.82, "overall": 0.84}

This is ``tacknamn evaluate --wikineural``. It measures each package alone, union and intersection
of all of them, and of our own lists with each: precision and recall by sentence and overall,
seconds and memory with and without loading. Each package runs in its own process (``processes``
starts ``worker``), so that loading is measured, too.
"""
