"""Real clients of the protocols, where they are installed: what they say of our answers."""

import importlib
import json
import warnings
from types import ModuleType
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.service.conftest import RunningService

pytestmark = pytest.mark.filterwarnings("ignore")
TEXT = "😀 Jag heter Amina Lind och bor i Göteborg."
LABELS = '<Label value="PER"/><Label value="LOC" alias="place"/>'
VIEW = '<View><{0} name="l" toName="t">{2}</{0}><{1} name="t" value="$text"/></View>'
CONFIGS = [
    VIEW.format("Labels", "Text", LABELS),
    VIEW.format("HyperTextLabels", "HyperText", LABELS),
]


def need(module: str, package: str) -> ModuleType:
    """Import a module; skip the test without its package."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ModuleNotFoundError:
        pytest.skip(f"needs {package}: pip install {package}")


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.parametrize("text", [TEXT, "Hej!"])
def test_label_studio_s_own_library_finds_no_error(
    client: TestClient, config: str, text: str
) -> None:
    interface = need("label_studio_sdk.label_interface", "label-studio-sdk").LabelInterface(config)
    objects = need("label_studio_sdk.label_interface.objects", "label-studio-sdk")
    body = {"tasks": [{"data": {"text": text}}], "label_config": config}
    [prediction] = client.post("/label-studio/predict", json=body).json()["results"]
    assert len(prediction["result"]) == (2 if text == TEXT else 0)
    assert interface.validate_prediction(prediction, return_errors=True) == []
    assert objects.PredictionValue(**prediction)


def test_reconciler_matches_a_column(service: RunningService) -> None:
    reconciler = need("reconciler", "reconciler")
    pandas = need("pandas", "pandas")
    frame = pandas.DataFrame({"city": ["göteborg", "Upsala"], "land": ["SE", "SE"]})
    found: Any = reconciler.reconcile(
        frame["city"],
        type_id="city",
        property_mapping={"country": frame["land"]},
        reconciliation_endpoint=f"{service.address}/reconcile",
    )
    assert list(found["name"]) == ["Göteborg", "Uppsala"]
    assert list(found["match"]) == [True, False]


def test_ariadne_s_request_is_understood(client: TestClient) -> None:
    """The request of INCEpTION's documentation: without a range, and with another name of the text."""
    xmi = (
        '<?xml version="1.0" encoding="UTF-8"?><xmi:XMI xmlns:tcas="http:///uima/tcas.ecore" '
        'xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" xmi:version="2.0">'
        '<cas:NULL xmi:id="0"/><tcas:DocumentAnnotation xmi:id="8" sofa="1" begin="0" end="9" '
        'language="x-unspecified"/><cas:Sofa xmi:id="1" sofaNum="1" sofaID="mySofa" '
        f'mimeType="text/plain" sofaString="{TEXT}"/><cas:View sofa="1" members="8"/></xmi:XMI>'
    )
    layer = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
    types = (
        '<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>'
        f"<typeDescription><name>{layer}</name><supertypeName>uima.tcas.Annotation</supertypeName>"
        "<features><featureDescription><name>value</name><rangeTypeName>uima.cas.String"
        "</rangeTypeName></featureDescription></features></typeDescription></types>"
        "</typeSystemDescription>"
    )
    metadata = {"layer": layer, "feature": "value", "projectId": 1337, "crossSentence": False}
    body = {
        "metadata": metadata | {"anchoringMode": "tokens"},
        "document": {"xmi": xmi, "documentId": 42, "userId": "testuser"},
        "typeSystem": types,
    }
    response = client.post("/inception/classes/predict", content=json.dumps(body))
    assert response.json()["document"].count('value="PER"') == 1
