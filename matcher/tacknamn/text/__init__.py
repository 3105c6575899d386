"""Folding of texts and forms, and what else the matcher needs to know about characters.

``fold`` defines folding. ``folded_text`` and ``latin1_exceptions`` fold a whole text at once,
``windows`` cuts a long one, ``letter_case`` interprets capitals.
"""
