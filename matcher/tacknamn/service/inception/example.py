"""A request of INCEpTION, small enough for the description of the service."""

from typing import Any

__all__ = ["EXAMPLE"]

_XMI = (
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" xmi:version="2.0">'
    '<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" '
    'sofaString="Jag heter Anna och bor i Lund."/><cas:View sofa="1" members=""/></xmi:XMI>'
)
_FEATURES = {
    "label": "String",
    "label_score": "Double",
    "label_score_explanation": "String",
    "label_auto_accept": "String",
    "inception_internal_predicted": "Boolean",
}
_TYPE_SYSTEM = (
    '<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types><typeDescription>'
    "<name>custom.Span</name><description/><supertypeName>uima.tcas.Annotation</supertypeName><features>"
    + "".join(
        f"<featureDescription><name>{name}</name><description/>"
        f"<rangeTypeName>uima.cas.{type}</rangeTypeName></featureDescription>"
        for name, type in _FEATURES.items()
    )
    + "</features></typeDescription></types></typeSystemDescription>"
)
EXAMPLE: dict[str, Any] = {
    "metadata": {
        "layer": "custom.Span",
        "feature": "label",
        "projectId": 1,
        "anchoringMode": "tokens",
        "crossSentence": False,
        "range": {"begin": 0, "end": 30},
    },
    "document": {"xmi": _XMI, "documentId": 1, "userId": "ann"},
    "typeSystem": _TYPE_SYSTEM,
}
"""The body of a request for predictions."""
