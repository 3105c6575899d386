"""Täcknamn: find names in running text, say what each may be, and replace them.

::

    from tacknamn import Lexicon, Matcher
    lexicon = Lexicon.open()
    lexicon.lookup("Elena")
    Matcher(lexicon).match("Elena bor i Göteborg.")
    Sampler(lexicon, seed=7).draw("firstname_female")
    Pseudonymizer(lexicon, profile="swell", seed=7)("Jag heter Elena.").text
"""

TYPE_CHECKING = False  # type checkers take it for true; the one of typing takes time to import
if TYPE_CHECKING:
    from tacknamn.errors import BundleError, Error, InputError, SourceError
    from tacknamn.labels import Kind, Label
    from tacknamn.lexicon.lexicon import Candidate, Lexicon
    from tacknamn.lexicon.near_index import Near
    from tacknamn.matching.match import Match
    from tacknamn.matching.matcher import Matcher, Spans
    from tacknamn.matching.semantics import Overlaps
    from tacknamn.pipeline.document import Document
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer
    from tacknamn.records import Span
    from tacknamn.replacement.key_sources import EnvironmentKey
    from tacknamn.replacement.records import Draw, Mention, Pseudonym
    from tacknamn.replacement.sampler import Sampler

__version__ = "0.1.0"
__all__ = [
    "BundleError",
    "Candidate",
    "Document",
    "Draw",
    "EnvironmentKey",
    "Error",
    "InputError",
    "Kind",
    "Label",
    "Lexicon",
    "Match",
    "Matcher",
    "Mention",
    "Near",
    "Overlaps",
    "Pseudonym",
    "Pseudonymizer",
    "Sampler",
    "SourceError",
    "Span",
    "Spans",
    "__version__",
]

_HOMES = {
    "BundleError": "errors",
    "Candidate": "lexicon.lexicon",
    "Document": "pipeline.document",
    "Draw": "replacement.records",
    "EnvironmentKey": "replacement.key_sources",
    "Error": "errors",
    "InputError": "errors",
    "Kind": "labels",
    "Label": "labels",
    "Lexicon": "lexicon.lexicon",
    "Match": "matching.match",
    "Matcher": "matching.matcher",
    "Mention": "replacement.records",
    "Near": "lexicon.near_index",
    "Overlaps": "matching.semantics",
    "Pseudonym": "replacement.records",
    "Pseudonymizer": "pipeline.pseudonymizer",
    "Sampler": "replacement.sampler",
    "SourceError": "errors",
    "Span": "records",
    "Spans": "matching.matcher",
}
"""The module of each public name. They are loaded when first asked for, because the commands
import this package before they can guard themselves against Ctrl-C."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # here for the same reason

        globals()[name] = getattr(import_module(f"tacknamn.{_HOMES[name]}"), name)
        return globals()[name]


def __dir__() -> list[str]:
    return __all__
