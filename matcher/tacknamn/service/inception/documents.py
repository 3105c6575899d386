"""Read the text of a document in XMI, and write predictions as XMI.

The answer has the text and the predictions, and nothing else of the document: INCEpTION takes tokens and
sentences from its own copy, and a large document would take longer to send than to process.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from tacknamn.service.inception.type_system import LayerType
from tacknamn.service.offsets import OffsetUnit, convert_any_offsets
from tacknamn.service.problems import Problem
from tacknamn.service.untrusted_xml import read_elements

__all__ = ["Prediction", "SentDocument", "read_document", "write_predictions"]

_SOFA = "http:///uima/cas.ecore Sofa"
_VIEW = "_InitialView"
_PLAIN = "text/plain"
PREDICTED = "inception_internal_predicted"
"""The feature by which INCEpTION tells predictions from annotations."""
_DIGITS = 4
_SOFA_ID = 1
"""The id of the text. Those of the predictions follow."""
_LAYER = "layer"
"""The prefix of the namespace of the layer."""
_NO_NAMESPACE = "uima/noNamespace"
"""The namespace of a layer whose name has no full stop."""


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
    pieces = list(predictions)
    starts = convert_any_offsets(document.text, [each.start for each in pieces], OffsetUnit.UTF16)
    ends = convert_any_offsets(document.text, [each.end for each in pieces], OffsetUnit.UTF16)
    ids = range(_SOFA_ID + 1, _SOFA_ID + 1 + len(pieces))
    places = [
        {"xmi:id": str(id), "sofa": str(_SOFA_ID), "begin": str(start), "end": str(end)}
        for id, start, end in zip(ids, starts, ends, strict=True)
    ]
    written = [
        _write_prediction(each, place, layer, feature)
        for each, place in zip(pieces, places, strict=True)
    ]
    folder = layer.name.rpartition(".")[0].replace(".", "/") or _NO_NAMESPACE
    spaces = {
        "xmlns:xmi": "http://www.omg.org/XMI",
        "xmlns:cas": "http:///uima/cas.ecore",
        f"xmlns:{_LAYER}": f"http:///{folder}.ecore",
        "xmi:version": "2.0",
    }
    sofa = {
        "xmi:id": str(_SOFA_ID),
        "sofaNum": "1",
        "sofaID": _VIEW,
        "mimeType": document.mime_type,
    }
    view = {"sofa": str(_SOFA_ID), "members": " ".join(map(str, ids))}
    content = [
        '<cas:NULL xmi:id="0"/>',
        *written,
        f"<cas:Sofa{_write_attributes(sofa | {'sofaString': document.text})}/>",
        f"<cas:View{_write_attributes(view)}/>",
    ]
    head = f"<?xml version='1.0' encoding='UTF-8'?>\n<xmi:XMI{_write_attributes(spaces)}>"
    return f"{head}{''.join(content)}</xmi:XMI>"


def _write_prediction(
    each: Prediction, place: Mapping[str, str], layer: LayerType, feature: str
) -> str:
    """Write one prediction with those features that its layer has, in the types that INCEpTION gives them.

    ``_auto_accept`` stays empty, which is never: a person decides."""
    facts = {
        PREDICTED: ("uima.cas.Boolean", "true"),
        f"{feature}_score": ("uima.cas.Double", str(round(each.score, _DIGITS))),
        f"{feature}_score_explanation": ("uima.cas.String", each.explanation),
        feature: ("uima.cas.String", each.value),
    }
    known = {
        name: value for name, (range, value) in facts.items() if layer.features.get(name) == range
    }
    element = f"{_LAYER}:{layer.name.rpartition('.')[2]}"
    head = f"<{element}{_write_attributes({**place, **known})}"
    if layer.is_list(feature):
        return f"{head}><{feature}>{escape(each.value)}</{feature}></{element}>"
    return f"{head}/>"


def _write_attributes(attributes: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items())
