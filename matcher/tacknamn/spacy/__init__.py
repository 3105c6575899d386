"""A component of spaCy that finds names, and pseudonymizes if asked.

::

    import spacy
    nlp = spacy.blank("sv")
    nlp.add_pipe("tacknamn", config={"profile": "clinic", "pseudonymize": True})
    doc = nlp("Jag heter Amina.")
    doc.spans["tacknamn"]; doc._.pseudonymized

spaCy finds the component by an entry point, so nothing else needs to be imported.
:mod:`~tacknamn.spacy.component` is the component, :mod:`~tacknamn.spacy.annotations` writes what it
finds into a document.
"""

from tacknamn.errors import InputError

try:
    import spacy as _  # noqa: F401
except ImportError as exc:
    raise InputError("tacknamn.spacy needs spaCy; `pip install 'tacknamn[spacy]'`") from exc

from tacknamn.spacy.annotations import AnnotationSettings, SpanFacts
from tacknamn.spacy.component import TacknamnComponent, make_component

__all__ = ["AnnotationSettings", "SpanFacts", "TacknamnComponent", "make_component"]
