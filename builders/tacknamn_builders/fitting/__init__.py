"""Fit the weights that distinguish persons, places and institutions from words (``tacknamn-build
fit``).

``training_texts`` reads gold texts, ``examples`` turns them into rows of pieces with features,
``likelihood`` computes how well weights explain them, ``fit_weights`` improves the weights and
formats their table. Every bundle has a copy of the tables in ``bundle/weights/``. A table contains
nothing of the texts except words next to at least four possible names, and endings of at least four
possible names.
"""
