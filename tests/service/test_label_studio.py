"""The backend for Label Studio: predictions that its page shows, at the places that it counts."""

import base64
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn.service.access import hash_token
from tacknamn.service.label_studio.html_text import read_html
from tacknamn.service.label_studio.label_names import choose_names
from tacknamn.service.label_studio.router import EXAMPLE

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TEXT = "😀 Hej! Jag heter Amina Lind och bor i Göteborg. Ring 070-123 45 67."
LABELS = '<Labels name="ner" toName="text">{}</Labels><Text name="text" value="$text"/>'


def make_config(*labels: str, inner: str = LABELS) -> str:
    written = "".join(f'<Label value="{each}"/>' for each in labels)
    return f"<View>{inner.format(written)}</View>"


def post(client: TestClient, config: str, *texts: Any, **more: Any) -> Any:
    tasks = [{"id": number, "data": {"text": text}} for number, text in enumerate(texts)]
    body = {"tasks": tasks, "label_config": config, "project": "1.17", "model_version": "", **more}
    return client.post("/label-studio/predict", json=body)


def predict(client: TestClient, config: str, *texts: Any, **more: Any) -> list[dict[str, Any]]:
    response = post(client, config, *texts, **more)
    assert response.status_code == 200, response.text
    results: list[dict[str, Any]] = response.json()["results"]
    assert len(results) == len(texts)
    return results


def pieces(prediction: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (each["value"]["text"], each["value"][each["type"]][0]) for each in prediction["result"]
    ]


def test_predictions_have_the_names_and_labels_of_the_configuration(client: TestClient) -> None:
    [prediction] = predict(client, make_config("Person", "Location"), TEXT)
    assert pieces(prediction) == [("Amina Lind", "Person"), ("Göteborg", "Location")]
    first = prediction["result"][0]
    assert (first["from_name"], first["to_name"], first["type"]) == ("ner", "text", "labels")
    assert 0 < prediction["score"] <= first["score"] <= 1
    assert prediction["model_version"].startswith("tacknamn-")


def test_offsets_count_utf16_as_the_browser_does(client: TestClient) -> None:
    [prediction] = predict(client, make_config("PER", "LOC", "PHONE"), TEXT)
    units = TEXT.encode("utf-16-le")
    for each in prediction["result"]:
        value = each["value"]
        assert units[2 * value["start"] : 2 * value["end"]].decode("utf-16-le") == value["text"]
    assert len(prediction["result"]) == 3


def test_labels_of_ours_win_over_classes(client: TestClient) -> None:
    config = make_config("firstname_female", "surname", "LOC")
    assert pieces(predict(client, config, TEXT)[0]) == [
        ("Amina", "firstname_female"),
        ("Lind", "surname"),
        ("Göteborg", "LOC"),
    ]
    assert pieces(predict(client, make_config("First name"), TEXT)[0]) == [("Amina", "First name")]


def test_what_has_no_label_is_left_out(client: TestClient) -> None:
    [prediction] = predict(client, make_config("Animal"), TEXT)
    assert (prediction["result"], prediction["score"]) == ([], 1.0)


@pytest.mark.parametrize(
    ("labels", "label", "name"),
    [
        (("PER", "Person"), "PER", "PER"),
        (("person",), "PER", "person"),
        (("Organization",), "ORG", "Organization"),
        (("Institution",), "ORG", "Institution"),
        (("Place",), "LOC", "Place"),
        (("Place", "GPE"), "LOC", "GPE"),
        (("Datum",), "DATE", "Datum"),
        (("Plats",), "LOC", "Plats"),
    ],
)
def test_classes_are_known_by_many_names(labels: tuple[str, ...], label: str, name: str) -> None:
    assert choose_names(zip(labels, labels, strict=True)).by_class[label] == name


def test_a_label_for_one_kind_of_place_is_not_used_for_all() -> None:
    names = choose_names((name, name) for name in ("City", "Street", "Förnamn", "nationality"))
    assert "LOC" not in names.by_class
    assert names.by_label == {
        "city": "City",
        "place": "Street",
        "firstname_female": "Förnamn",
        "firstname_male": "Förnamn",
        "firstname_unknown": "Förnamn",
        "ethnicity": "nationality",
    }


def test_an_alias_is_what_results_have(client: TestClient) -> None:
    config = make_config().replace("</Labels>", '<Label value="Person" alias="PER"/></Labels>')
    config = config.replace("</Labels>", '<Label value="LOC" alias="Ö 1"/></Labels>')
    assert pieces(predict(client, config, TEXT)[0]) == [("Amina Lind", "PER"), ("Göteborg", "Ö 1")]


def test_several_texts_and_tasks_keep_their_order(client: TestClient) -> None:
    config = (
        '<View><View><Labels name="a" toName="one"><View><Label value="PER"/></View></Labels></View>'
        '<Labels name="b" toName="two"><Label value="LOC"/></Labels>'
        '<Text name="one" value="$text"/><Text name="two" value="$more.text"/></View>'
    )
    tasks = [
        {"data": {"text": TEXT, "more": {"text": TEXT}}},
        {"data": {}},
        {"data": {"text": None}},
    ]
    body = {"tasks": tasks, "label_config": config}
    results = client.post("/label-studio/predict", json=body).json()["results"]
    assert [(each["from_name"], each["to_name"]) for each in results[0]["result"]] == [
        ("a", "one"),
        ("b", "two"),
    ]
    assert [each["result"] for each in results[1:]] == [[], []]


def test_only_what_was_just_drawn_is_predicted(client: TestClient) -> None:
    start = len(TEXT[: TEXT.index("Göteborg")].encode("utf-16-le")) // 2
    drawn = {"from_name": "ner", "to_name": "text", "type": "labels"}
    drawn["value"] = {"start": start, "end": start + 3}  # type: ignore[assignment]
    params = {"login": "x", "password": "y", "context": {"result": [drawn], "draft_id": 1}}
    config = make_config("PER", "LOC")
    [prediction] = predict(client, config, TEXT, params=params)
    assert pieces(prediction) == [("Göteborg", "LOC")]
    contexts: list[Any] = [None, {}, {"result": []}, {"result": [{"type": "choices"}]}]
    for context in contexts:
        [prediction] = predict(client, config, TEXT, params={"context": context})
        assert len(prediction["result"]) == 2


HTML = "<div><p>Hej &amp; <b>hej</b>!<br>Jag heter <i>Am</i>ina 😀<!-- c --> Lind.</p><p>Jag bor i Göteborg</p></div>"
HYPERTEXT = (
    '<HyperTextLabels name="ner" toName="h">{}</HyperTextLabels><HyperText name="h" value="$text"/>'
)


def test_pieces_of_a_page_are_found_by_their_paths(client: TestClient) -> None:
    etree = pytest.importorskip("lxml.etree")
    config = make_config("firstname_female", "surname", "LOC", inner=HYPERTEXT)
    [prediction] = predict(client, config, HTML)
    assert pieces(prediction) == [
        ("Amina", "firstname_female"),
        ("Lind", "surname"),
        ("Göteborg", "LOC"),
    ]
    page = etree.fromstring(f"<body>{HTML.replace('<br>', '<br/>')}</body>")
    for each in prediction["result"]:
        value = each["value"]
        [first], [last] = (page.xpath("/body" + value[name]) for name in ("start", "end"))
        begin = first.encode("utf-16-le")[2 * value["startOffset"] :].decode("utf-16-le")
        finish = last.encode("utf-16-le")[: 2 * value["endOffset"]].decode("utf-16-le")
        assert value["text"].startswith(begin[:2]) and value["text"].endswith(finish[-3:])
        assert each["type"] == "hypertextlabels"


def test_blocks_end_names_and_inline_elements_do_not() -> None:
    assert read_html("<p>Am<b>ina</b></p><p>Lind</p>").text.split() == ["Amina", "Lind"]
    assert read_html("a<script>b</script><style>c</style>d").text.split() == ["a", "d"]
    assert read_html("").text == "" and read_html("<p></p></b>").text == ""


@pytest.mark.parametrize(
    ("config", "text", "status"),
    [
        ("", "x", 422),
        ("<View>", "x", 422),
        ("<View/>", "x", 422),
        ('<View><Labels name="a" toName="t"/></View>', "x", 422),
        (make_config("PER").replace("/>", ' valueType="url"/>'), "x", 422),
        (make_config("PER").replace("$text", "text"), "x", 422),
        ('<!DOCTYPE x [<!ENTITY a "b">]>' + make_config("PER"), "x", 422),
        ("<View>" * 500 + "</View>" * 500, "x", 422),
        (3, "x", 422),
    ],
)
def test_what_cannot_be_read_is_refused(
    client: TestClient, config: Any, text: Any, status: int
) -> None:
    response = post(client, config, text)
    assert response.status_code == status
    assert "Amina" not in response.text


def test_a_task_without_text_is_empty_and_the_others_are_predicted(client: TestClient) -> None:
    texts = ("Jag heter Amina.", 3, ["Amina"], "Amina\0", 1.5, True, None, "Hej Amina!")
    response = post(client, make_config("PER"), *texts)
    assert response.status_code == 200, response.text
    results = response.json()["results"]
    assert [len(each["result"]) for each in results] == [1, 0, 0, 0, 0, 0, 0, 1]
    assert response.headers["x-tacknamn-warning"].startswith("tasks: 5 without predictions")
    tasks: list[Any] = [
        None,
        {"data": {"text": "Hej Amina!"}},
        {"data": None},
        {},
        7,
        [],
        {"data": "Amina"},
    ]
    body = {"tasks": tasks, "label_config": make_config("PER")}
    response = client.post("/label-studio/predict", json=body)
    assert [len(each["result"]) for each in response.json()["results"]] == [0, 1, 0, 0, 0, 0, 0]
    assert "x-tacknamn-warning" not in post(client, make_config("PER"), "Hej").headers


def test_limits_are_kept(make_client: Callable[..., TestClient]) -> None:
    from tacknamn.service.settings import ServiceLimits

    client = make_client(limits=ServiceLimits(batch=2, text=100))
    config = make_config("PER")
    assert post(client, config, "a", "b").status_code == 200
    assert post(client, config, "a", "b", "c").status_code == 413
    assert post(client, config, "a" * 101).status_code == 413


def test_the_other_addresses_answer_as_the_sdk_does(client: TestClient) -> None:
    for path in ("/label-studio/", "/label-studio/health"):
        answer = client.get(path).json()
        assert (answer["status"], answer["model_class"]) == ("UP", "Tacknamn")
    setup = {"project": "1.17", "schema": "<View/>", "hostname": "", "access_token": "secret"}
    version = client.post("/label-studio/setup", json=setup).json()["model_version"]
    assert client.get("/label-studio/versions").json() == {"versions": [version]}
    assert client.post("/label-studio/versions", json={"project": 1}).json() == {"versions": [version]}  # fmt: skip
    heard = client.post("/label-studio/webhook", json={"action": "ANNOTATION_CREATED", "task": {}})
    assert (heard.status_code, heard.json()["status"]) == (201, "ok")
    assert client.post("/label-studio/webhook", json={"action": "OTHER"}).status_code == 200
    assert client.post("/label-studio/webhook", json=[]).status_code == 422


def test_the_example_of_the_description_works(client: TestClient) -> None:
    assert client.post("/label-studio/predict", json=EXAMPLE).status_code == 200


def test_a_token_may_be_a_password(make_client: Callable[..., TestClient]) -> None:
    """Label Studio can send a user and a password, and nothing else."""
    client = make_client(tokens=(hash_token(b"a" * 32),))

    def get(credentials: bytes) -> int:
        header = b"Basic " + base64.b64encode(credentials)
        return client.get(
            "/label-studio/health", headers={"authorization": header.decode()}
        ).status_code

    assert get(b"any:" + b"a" * 32) == 200
    assert get(b"a" * 32) == get(b"any:" + b"b" * 32) == get(b"a" * 32 + b":") == 401
    assert client.get("/label-studio/health", headers={"authorization": "Basic *"}).status_code == 401  # fmt: skip
