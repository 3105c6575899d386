"""Backends: models of others, and our own engine, that find names in texts.

::

    spacy = backend("spacy:en_core_web_sm")          # loads nothing yet
    spacy.load()                                     # once; or by the first text
    checked(spacy, "Kim met Anna.")                  # [Mention(0, 3, 'PER', 1.0), ...]
    requests('tacknamn,stanza,command:"./ner --fast"')

There are ``tacknamn`` (our own), ``spacy``, ``nltk``, ``flair``, ``stanza``, ``transformers``,
``presidio``, ``command`` (any program that speaks JSON Lines), and what other packages bring.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.backends.checking import checked, checked_all
    from tacknamn.backends.errors import BackendError
    from tacknamn.backends.protocol import Backend, Maker, Mention, Setup
    from tacknamn.backends.registry import Request, backend, names, requests

__all__ = [
    "Backend",
    "BackendError",
    "Maker",
    "Mention",
    "Request",
    "Setup",
    "backend",
    "checked",
    "checked_all",
    "names",
    "requests",
]

_HOMES = {
    "checking": ("checked", "checked_all"),
    "errors": ("BackendError",),
    "protocol": ("Backend", "Maker", "Mention", "Setup"),
    "registry": ("Request", "backend", "names", "requests"),
}

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
