"""The pseudonymizer: from a text to one that points at nobody, with an account of what was done.

::

    from tacknamn import Lexicon, Pseudonymizer
    doc = Pseudonymizer(Lexicon.open(), profile="swell", seed=7)("Jag heter Amina.")
    doc.text; doc.spans; doc.tokens; doc.edges
    doc.explain(doc.spans[0])

A text flows one way: what is found gets labels (:mod:`tacknamn.labelling`), what reveals nobody
is left (:mod:`tacknamn.revealing`), policies say what becomes of each label
(:mod:`tacknamn.policies`), and a document is what comes out.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document
    from tacknamn.pseudonymizing.explaining import Explanation
    from tacknamn.pseudonymizing.pseudonymizer import LANGUAGES, Pseudonymizer
    from tacknamn.pseudonymizing.records import Action, Found, Span

__all__ = ["LANGUAGES", "Action", "Document", "Explanation", "Found", "Pseudonymizer", "Span"]

_HOMES = {
    "document": ("Document",),
    "explaining": ("Explanation",),
    "pseudonymizer": ("LANGUAGES", "Pseudonymizer"),
    "records": ("Action", "Found", "Span"),
}

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
