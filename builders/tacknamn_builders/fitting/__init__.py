"""Fit the weights that tell persons, places and institutions from words (``tacknamn-build fit``).

Gold texts go in, a table of weights comes out (``../weights``), which every bundle gets a copy
of. The texts stay where they are: nothing of them enters the table but words that stand beside
four pieces or more that may be names, and endings of as many.
"""
