"""Recommenders for INCEpTION: predictions that dkpro-cassis and INCEpTION read."""

import json
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import pytest
from starlette.testclient import TestClient

from tacknamn.service.inception.example import EXAMPLE

cassis = pytest.importorskip("cassis", reason="needs dkpro-cassis: pip install 'tacknamn[dev]'")
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TEXT = "😀 Hej! Jag heter Amina Lind.\nJag bor i Göteborg 😀 & i Malmö."
NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"


def make_request(text: str = TEXT, **metadata: Any) -> dict[str, Any]:
    """A request as INCEpTION sends it, made with dkpro-cassis."""
    types = cassis.TypeSystem()
    for layer, feature, range in (
        ("custom.Span", "label", "uima.cas.String"),
        (NAMED_ENTITY, "value", "uima.cas.String"),
        ("custom.Many", "labels", "uima.cas.StringArray"),
    ):
        made = types.create_type(layer, "uima.tcas.Annotation", "of a test")
        types.create_feature(made, feature, range)
        types.create_feature(made, "inception_internal_predicted", "uima.cas.Boolean")
        types.create_feature(made, f"{feature}_score", "uima.cas.Double")
        types.create_feature(made, f"{feature}_score_explanation", "uima.cas.String")
        types.create_feature(made, f"{feature}_auto_accept", "uima.cas.String")
    types.create_type("custom.Sub", "custom.Span")
    cas = cassis.Cas(types)
    cas.sofa_string, cas.sofa_mime = text, "text"
    cas.add(types.get_type("custom.Span")(begin=0, end=1, label="of a person"))
    body = deepcopy(EXAMPLE)
    body["metadata"] |= {"range": {"begin": 0, "end": 10**6}, **metadata}
    body["document"]["xmi"] = cas.to_xmi()
    body["typeSystem"] = types.to_xml()
    return body


def predict(client: TestClient, name: str, body: dict[str, Any]) -> list[Any]:
    """The predictions, as dkpro-cassis reads them from the answer."""
    response = client.post(f"/inception/{name}/predict", json=body)
    assert response.status_code == 200, response.text
    types = cassis.load_typesystem(body["typeSystem"])
    cas = cassis.load_cas_from_xmi(response.json()["document"], types)
    assert cas.sofa_string == cassis.load_cas_from_xmi(body["document"]["xmi"], types).sofa_string
    return list(cas.select(body["metadata"]["layer"]))


def test_labels_are_predicted_at_the_right_places(client: TestClient) -> None:
    found = predict(client, "labels", make_request())
    assert [(each.get_covered_text(), each.label) for each in found] == [
        ("Amina", "firstname_female"),
        ("Lind", "surname"),
        ("Göteborg", "city"),
        ("Malmö", "city"),
    ]
    assert all(each.inception_internal_predicted for each in found)
    assert all(0 < each.label_score <= 1 for each in found)
    assert "lists" in found[0].label_score_explanation
    assert found[0].label_auto_accept is None  # which is never


def test_offsets_in_the_answer_are_those_of_uima(client: TestClient) -> None:
    response = client.post("/inception/labels/predict", json=make_request())
    units = TEXT.encode("utf-16-le")
    begin = len(TEXT[: TEXT.index("Malmö")].encode("utf-16-le")) // 2
    assert f'begin="{begin}" end="{begin + 5}"' in response.json()["document"]
    assert units[2 * begin :].decode("utf-16-le").startswith("Malmö")


def test_classes_are_predicted_for_the_layer_of_named_entities(client: TestClient) -> None:
    found = predict(client, "classes", make_request(layer=NAMED_ENTITY, feature="value"))
    assert [(each.get_covered_text(), each.value) for each in found] == [
        ("Amina Lind", "PER"),
        ("Göteborg", "LOC"),
        ("Malmö", "LOC"),
    ]


def test_pseudonyms_are_the_same_for_a_text_and_others_for_another(client: TestClient) -> None:
    """INCEpTION asks for a document part by part. What one document got says nothing of another."""
    [first, again] = [predict(client, "pseudonyms", make_request()) for _ in range(2)]
    assert [each.label for each in first] == [each.label for each in again]
    labels = predict(client, "labels", make_request())
    assert [each.begin for each in first] == [each.begin for each in labels]
    others = [
        predict(client, "pseudonyms", make_request(f"{TEXT} {number}")) for number in range(20)
    ]
    drawn = {tuple(each.label for each in found[: len(first)]) for found in others}
    assert len(drawn) > 1


def test_only_the_range_is_answered_and_it_is_the_same_as_in_the_whole(client: TestClient) -> None:
    whole = predict(client, "pseudonyms", make_request())
    begin = len(TEXT[: TEXT.index("Göteborg")].encode("utf-16-le")) // 2
    part = predict(client, "pseudonyms", make_request(range={"begin": begin + 1, "end": begin + 4}))
    assert [(each.begin, each.label) for each in part] == [
        (each.begin, each.label) for each in whole if each.get_covered_text() == "Göteborg"
    ]


@pytest.mark.parametrize("range", [None, {"begin": -1, "end": -1}, {"begin": -5, "end": 10**9}])
def test_without_a_range_all_is_answered(client: TestClient, range: Any) -> None:
    assert len(predict(client, "labels", make_request(range=range))) == 4


def test_features_may_be_inherited_or_lists(client: TestClient) -> None:
    assert len(predict(client, "labels", make_request(layer="custom.Sub"))) == 4
    found = predict(client, "labels", make_request(layer="custom.Many", feature="labels"))
    assert found[0].labels.elements == ["firstname_female"]


def test_an_empty_document_has_no_predictions(client: TestClient) -> None:
    body = make_request("x")
    body["document"]["xmi"] = body["document"]["xmi"].replace('sofaString="x"', 'sofaString=""')
    body["document"]["xmi"] = body["document"]["xmi"].replace('begin="0" end="1"', "")
    response = client.post("/inception/labels/predict", json=body)
    assert response.status_code == 200


def test_the_text_keeps_its_line_ends(client: TestClient) -> None:
    text = "Jag heter Amina.\r\n\tJag bor i Malmö.\n"
    found = predict(client, "labels", make_request(text))
    assert [each.get_covered_text() for each in found] == ["Amina", "Malmö"]


def test_the_example_of_the_description_works(client: TestClient) -> None:
    assert client.post("/inception/labels/predict", json=EXAMPLE).status_code == 200


def test_training_is_accepted_and_teaches_nothing(client: TestClient) -> None:
    body = json.dumps({"documents": [make_request()["document"]] * 3}).encode()
    response = client.post("/inception/labels/train", content=body * 2000)  # beyond every limit
    assert (response.status_code, response.content) == (204, b"")
    assert client.post("/inception/other/train", json={}).status_code == 404


ENTITY = '<!DOCTYPE x [<!ENTITY a "Amina Lind"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("where", ["xmi", "typeSystem"])
@pytest.mark.parametrize(
    "declaration", [ENTITY, EXTERNAL, '<!DOCTYPE x SYSTEM "http://x.example/">']
)
def test_declarations_are_refused(client: TestClient, where: str, declaration: str) -> None:
    body = make_request()
    holder = body["document"] if where == "xmi" else body
    start = holder[where].index("?>") + 2
    holder[where] = holder[where][:start] + declaration + holder[where][start:]
    response = client.post("/inception/labels/predict", json=body)
    assert response.status_code == 422
    assert "document type" in response.json()["detail"] and "Amina" not in response.text


@pytest.mark.parametrize(
    "name", ["type", "self", "class", "in", "xmiID", "kategorié", "_x1", "категория", "类别"]
)
def test_features_may_have_any_name(client: TestClient, name: str) -> None:
    """INCEpTION's own server takes them: *type* is a usual name of a feature."""
    body = deepcopy(EXAMPLE)
    body["typeSystem"] = body["typeSystem"].replace("<name>label", f"<name>{name}")
    body["metadata"]["feature"] = name
    response = client.post("/inception/labels/predict", json=body)
    assert response.status_code == 200, response.text
    found = read_elements(response.json()["document"], "{http:///custom.ecore}Span")
    assert [each.get(name) for each in found] == ["firstname_unknown", "city"]
    assert all(each.get(f"{name}_score_explanation") for each in found)
    body["typeSystem"] = body["typeSystem"].replace("custom.Span", f"custom.{name}")
    body["metadata"]["layer"] = f"custom.{name}"
    response = client.post("/inception/labels/predict", json=body)
    assert len(read_elements(response.json()["document"], f"{{http:///custom.ecore}}{name}")) == 2


def read_elements(document: str, name: str) -> list[ElementTree.Element]:
    """Read predictions without dkpro-cassis, which renames features."""
    return ElementTree.fromstring(document.encode()).findall(name)


@pytest.mark.parametrize("layer", ["Span", "de.a.b.Span"])
def test_a_layer_may_have_a_namespace_or_none(client: TestClient, layer: str) -> None:
    body = make_request()
    body["typeSystem"] = body["typeSystem"].replace("custom.Span", layer)
    body["document"]["xmi"] = EXAMPLE["document"]["xmi"]
    body["metadata"]["layer"] = layer
    assert [each.label for each in predict(client, "labels", body)] == ["firstname_unknown", "city"]


def test_names_and_texts_are_escaped(client: TestClient) -> None:
    text = "Jag heter Amina \"<&>\" Lind.\r\n\t]]> 'Göteborg' &amp; <b>Malmö</b>"
    found = predict(client, "labels", make_request(text))
    assert [each.get_covered_text() for each in found] == ["Amina", "Lind", "Göteborg", "Malmö"]


@pytest.mark.parametrize(
    "name",
    [
        "x=print(7)",
        "a b",
        "x'",
        "x\n=1",
        "__import__('os')",
        "begin",
        "é-",
        "1x",
        "xmlns",
        "a:b",
        "ª",
        *map("x{}".format, "\u0387\u02ff\u061c\u0370\u1ff0\u1ffe\u180e\u00b2"),
        "\u0370",
        "\u02ff",
    ],
)
def test_names_that_xml_does_not_know_are_refused(client: TestClient, name: str) -> None:
    body = deepcopy(EXAMPLE)
    quoted = quoteattr(name)[1:-1]
    body["typeSystem"] = body["typeSystem"].replace("<name>label<", f"<name>{quoted}<")
    body["metadata"]["feature"] = name
    assert client.post("/inception/labels/predict", json=body).status_code == 422
    body = deepcopy(EXAMPLE)
    body["typeSystem"] = body["typeSystem"].replace("custom.Span", f"custom.{quoted}")
    body["metadata"]["layer"] = f"custom.{name}"
    status = client.post("/inception/labels/predict", json=body).status_code
    assert status == (200 if name in ("begin", "xmlns") else 422)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"typeSystem": ""}, 422),
        ({"typeSystem": "<a>"}, 422),
        ({"typeSystem": "<a>" * 5000 + "</a>" * 5000}, 422),
        ({"typeSystem": 3}, 422),
        ({"typeSystem": "\ud800"}, 422),
        ({"document": {"xmi": "<a/>"}}, 422),
        ({"document": {"xmi": EXAMPLE["document"]["xmi"][:-5]}}, 422),
        ({"document": {}}, 422),
        ({"metadata": {"layer": "custom.Other", "feature": "label"}}, 422),
        ({"metadata": {"layer": "uima.tcas.Annotation", "feature": "label"}}, 422),
        ({"metadata": {"layer": "custom.Span", "feature": "label_score"}}, 422),
        ({"metadata": {"layer": "custom.Span", "feature": "label", "range": {"begin": "x"}}}, 422),
    ],
)
def test_what_cannot_be_read_is_refused(
    client: TestClient, change: dict[str, Any], status: int
) -> None:
    body = json.dumps(EXAMPLE | change)
    response = client.post("/inception/labels/predict", content=body)
    assert (response.status_code, response.headers["content-type"]) == (
        status,
        "application/problem+json",
    )
    assert "Anna" not in response.text


def test_a_type_system_with_circles_ends(client: TestClient) -> None:
    body = deepcopy(EXAMPLE)
    body["typeSystem"] = body["typeSystem"].replace("uima.tcas.Annotation", "custom.Span")
    assert client.post("/inception/labels/predict", json=body).status_code == 200


def test_an_unknown_recommender_is_not_found(client: TestClient) -> None:
    response = client.post("/inception/other/predict", json=EXAMPLE)
    assert response.status_code == 404
    assert "labels, classes, pseudonyms" in response.json()["detail"]
