"""Täcknamn: find names in running text, say what each may be, and replace them.

::

    from tacknamn import Lexicon, Matcher
    lexicon = Lexicon.open()
    lexicon.lookup("Elena")
    Matcher(lexicon).match("Elena bor i Göteborg.")
"""

from tacknamn.errors import BundleError, Error, InputError, SourceError
from tacknamn.labels import Kind, Label
from tacknamn.lexicon import Candidate, Lexicon
from tacknamn.matcher import Match, Matcher, Spans
from tacknamn.matching import Overlaps

__version__ = "0.1.0"
__all__ = [
    "BundleError",
    "Candidate",
    "Error",
    "InputError",
    "Kind",
    "Label",
    "Lexicon",
    "Match",
    "Matcher",
    "Overlaps",
    "SourceError",
    "Spans",
    "__version__",
]
