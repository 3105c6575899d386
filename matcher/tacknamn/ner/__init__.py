"""Mask as seed C does: names, nine patterns, and pairs of the user's own.

::

    mask_names("George met Anna.", ["tacknamn", "stanza"])   # "[Name] met [Name]."
    mask_file("notes.csv", columns=["note"], details=[1, 5]) # notes_anonymized.csv
    mask = Masker(settings("spacy", language="sv"))          # mask(text).text, .spans

    mask_text("Bed: 10, S1234567A")                          # "Bed:[BedNo], [NRIC]"
    mask_text("Kund 4711", switched=(), custom=[(r"\\d+", "[Kund]")])
    masks(text, switched={1, 2, 5})                          # Found, one by one

Names are found by the packages of :mod:`tacknamn.ner.backends`, joined by :mod:`tacknamn.ner.combining`;
the seed's own names of both functions are in :mod:`tacknamn.batch.masking_tool_names`.

Each pattern reads the text that the ones before it left, with their placeholders in it, in the
order of :data:`PATTERNS`; the user's pairs come last. What touches a placeholder takes it whole.
"""
