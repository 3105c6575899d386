"""Folding of texts and forms, and what else the matcher needs to know about characters.

``fold`` defines folding. ``windows`` cuts a long text; ``folded_text`` folds a window at once, with
``latin1_exceptions`` for rare characters. ``letter_case`` interprets capitals. ``normalized_text``
prepares a text for the patterns and cues, which need no folding.
"""
