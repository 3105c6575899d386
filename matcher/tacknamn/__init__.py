"""Täcknamn: find names in running text, say what each may be, and replace them.

::

    from tacknamn import Lexicon
    Lexicon.open().lookup("Elena")
"""

from tacknamn.errors import BundleError, Error, SourceError
from tacknamn.labels import Kind, Label
from tacknamn.lexicon import Candidate, Lexicon

__version__ = "0.1.0"
__all__ = [
    "BundleError",
    "Candidate",
    "Error",
    "Kind",
    "Label",
    "Lexicon",
    "SourceError",
    "__version__",
]
