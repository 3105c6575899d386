"""How long a backend may take where nobody says, here and in a comparison.

A limit is for what hangs, not for what is slow. Programs of others (``command``) have one always:
one that does not flush its output would otherwise never be told. Packages with models have one in
a comparison, whose texts are sentences; a whole text takes as long as it takes.
"""

__all__ = ["LOADING", "SECONDS"]

SECONDS = 300.0
"""Seconds for one text, in which a program also loads what it needs before its first answer. The
slowest models take a few seconds for a sentence."""
LOADING = 600.0
"""Seconds in which a package with its model must be loaded, or the limit of a text where that is
longer. Large models from a slow disk take a minute or two."""
