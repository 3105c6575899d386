"""Read the text of a document in XMI, and write predictions as XMI.

The answer has the text and the predictions, and nothing else of the document: INCEpTION takes tokens and
sentences from its own copy, and a large document would take longer to send than to process.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tacknamn.service.inception.type_system import LayerType
from tacknamn.service.problems import Problem
from tacknamn.service.untrusted_xml import read_elements

__all__ = ["Prediction", "SentDocument", "read_document", "write_predictions"]

_SOFA = "http:///uima/cas.ecore Sofa"
_VIEW = "_InitialView"
_PLAIN = "text/plain"
PREDICTED = "inception_internal_predicted"
"""The feature by which INCEpTION tells predictions from annotations."""
_DIGITS = 4
_ANNOTATION = "uima.tcas.Annotation"


class SentDocument(NamedTuple):
    """The text of a document."""

    text: str
    mime_type: str


class Prediction(NamedTuple):
    """A piece of a text with the value that a feature may have there."""

    start: int
    end: int
    value: str
    score: float
    explanation: str


@dataclass(slots=True)
class _SofaReader:
    """Finds the text among the elements of XMI."""

    found: SentDocument | None = None

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        is_first = self.found is None or attributes.get("sofaID") == _VIEW
        if name == _SOFA and is_first and "sofaString" in attributes:
            self.found = SentDocument(attributes["sofaString"], attributes.get("mimeType", _PLAIN))

    def end(self, name: str) -> None:
        """Do nothing: the text is an attribute."""

    def text(self, text: str) -> None:
        """Do nothing: the text is an attribute."""


def read_document(xmi: str) -> SentDocument:
    """Return the document of XMI."""
    reader = _SofaReader()
    read_elements(xmi, "document.xmi", reader)
    if reader.found is None:
        raise Problem("invalid", "document.xmi has no Sofa with a sofaString")
    return reader.found


def write_predictions(
    document: SentDocument, layer: LayerType, feature: str, predictions: Iterable[Prediction]
) -> str:
    """Return XMI with predictions. Their offsets become UTF-16, as UIMA counts them."""
    ranges = {
        name: range
        for name, range in _list_ranges(layer, feature).items()
        if layer.features.get(name) == range
    }
    cas, make_annotation, make_list = _make_cas(document, layer.name, ranges)
    for each in predictions:
        facts = {
            PREDICTED: True,
            f"{feature}_score": round(each.score, _DIGITS),
            f"{feature}_score_explanation": each.explanation,
            feature: make_list(each.value) if layer.is_list(feature) else each.value,
        }  # _auto_accept stays empty, which is never: a person decides
        known = {name: value for name, value in facts.items() if name in ranges}
        cas.add(make_annotation(begin=each.start, end=each.end, **known))
    return str(cas.to_xmi(pretty_print=False))


def _list_ranges(layer: LayerType, feature: str) -> dict[str, str]:
    """Return the features that a prediction has, with the types that INCEpTION gives them."""
    return {
        PREDICTED: "uima.cas.Boolean",
        f"{feature}_score": "uima.cas.Double",
        f"{feature}_score_explanation": "uima.cas.String",
        feature: layer.features[feature],
    }


def _make_cas(
    document: SentDocument, layer: str, ranges: Mapping[str, str]
) -> tuple[Any, Any, Any]:
    """Make a CAS without annotations whose type system has one layer, with some features.

    Also returns the functions that make an annotation, and a list."""
    try:
        from cassis import Cas, TypeSystem  # here: takes a third of a second, and few need it
    except ModuleNotFoundError as exc:
        raise Problem(
            "unavailable", f"{exc.name} is not installed; run pip install 'tacknamn[serve]'"
        ) from None
    types = TypeSystem()
    annotation = types.create_type(layer, _ANNOTATION)
    for name, range in ranges.items():
        types.create_feature(annotation, name, range)
    cas = Cas(types)
    cas.sofa_string, cas.sofa_mime = document.text, document.mime_type
    make_array = types.get_type("uima.cas.StringArray")
    return cas, annotation, lambda value: make_array(elements=[value])
