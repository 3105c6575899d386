"""Find every entry of a lexicon in running text.

``semantics`` defines what counts as a match. ``matcher`` asks one of the two ``engines``, chooses
among overlapping matches (``overlaps``), adds misspelt names (``fuzzy``), and returns ``match``
objects. ``portable`` is the engine without compiled code.
"""
