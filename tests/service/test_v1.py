"""``/v1``: one text, several, and streams of lines."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn import Pseudonymizer
from tacknamn.service.operations import OPERATIONS
from tacknamn.service.state import ServiceState

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TEXT = "Jag heter Amina 😀 och bor i Göteborg. Aminas mun är röd."


def post(client: TestClient, path: str, body: Any, **extra: Any) -> Any:
    response = client.post(path, json=body, **extra)
    assert response.status_code == 200, response.text
    return response.json()


def test_the_answer_is_that_of_python(client: TestClient, state: ServiceState) -> None:
    document = Pseudonymizer(state.engines.lexicon, seed=7)(TEXT)
    answer = post(client, "/v1/pseudonymize", {"text": TEXT, "seed": 7})
    assert answer["text"] == document.text
    assert [span["replacement"] for span in answer["spans"]] == [
        span.replacement for span in document.spans
    ]


@pytest.mark.parametrize("unit", ["codepoints", "utf16", "utf8"])
def test_offsets_cut_the_pieces_in_every_unit(client: TestClient, unit: str) -> None:
    encoding, size = {
        "codepoints": ("utf-32-le", 4),
        "utf16": ("utf-16-le", 2),
        "utf8": ("utf-8", 1),
    }[unit]
    answer = post(client, f"/v1/pseudonymize?offsets={unit}", {"text": TEXT, "seed": 7})
    old, new = TEXT.encode(encoding), answer["text"].encode(encoding)
    pieces = [
        (
            old[span["start"] * size : span["end"] * size].decode(encoding),
            new[span["new_start"] * size : span["new_end"] * size].decode(encoding),
        )
        for span in answer["spans"]
    ]
    assert [piece[0] for piece in pieces] == ["Amina", "Göteborg", "Aminas"]
    assert [piece[1] for piece in pieces] == [span["replacement"] for span in answer["spans"]]


def test_several_texts_have_the_answers_of_single_ones(client: TestClient) -> None:
    texts = [TEXT, None, "", "Hej Erik!"]
    many = post(client, "/v1/pseudonymize", {"texts": texts, "seed": 7})["results"]
    single = [
        None if text is None else post(client, "/v1/pseudonymize", {"text": text, "seed": 7})
        for text in texts
    ]
    assert many == single


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
def test_the_example_of_each_operation_works(client: TestClient, operation: Any) -> None:
    assert post(client, f"/v1/{operation.name}", operation.example)


def test_a_stream_answers_line_by_line(client: TestClient) -> None:
    lines = [
        '{"text": "Jag heter Anna.", "id": "a"}',
        "",
        "no JSON",
        '{"text": 3}',
        '{"text": "Hej"}',
    ]
    response = client.post(
        "/v1/detect",
        content="\n".join(lines).encode(),
        headers={"content-type": "application/x-ndjson"},
    )
    answers = [json.loads(line) for line in response.text.splitlines()]
    assert [answer.get("id") for answer in answers] == ["a", None, None, None]
    assert [answer["error"]["status"] for answer in answers[1:3]] == [400, 422]
    assert [answer["line"] for answer in answers[1:3]] == [3, 4]  # the blank line is counted
    assert answers[3] == {"detections": []}


RUN = "a-run-that-only-one-client-knows"
MANY = 60
"""Texts that name one person. With one secret, a name has at most 15 pseudonyms in all of them."""


def name_one_person(number: int) -> dict[str, str]:
    return {"text": f"Jag heter Amina. Det är text {number}."}


def count_pseudonyms(answers: list[Any]) -> int:
    return len({answer["text"].split()[2] for answer in answers})


def test_each_request_has_a_secret_of_its_own(client: TestClient) -> None:
    """A client that asks for many texts learns nothing about those of others."""
    answers = [post(client, "/v1/pseudonymize", name_one_person(n)) for n in range(MANY)]
    assert count_pseudonyms(answers) > 15
    again = [post(client, "/v1/pseudonymize", name_one_person(1))["text"] for _ in range(MANY)]
    assert len(set(again)) > 15


def test_the_texts_of_a_request_are_one_run(client: TestClient) -> None:
    texts = [name_one_person(number)["text"] for number in range(MANY)]
    many = post(client, "/v1/pseudonymize", {"texts": texts})["results"]
    assert 1 < count_pseudonyms(many) <= 15
    lines = "\n".join(json.dumps(name_one_person(number)) for number in range(MANY))
    response = client.post(
        "/v1/pseudonymize", content=lines, headers={"content-type": "application/x-ndjson"}
    )
    assert 1 < count_pseudonyms([json.loads(line) for line in response.text.splitlines()]) <= 15


def test_requests_that_name_a_run_share_its_secret(make_client: Callable[..., TestClient]) -> None:
    """In all workers, which have the seed of one service, and not in another service."""
    workers = [make_client(seed=1 << 100) for _ in range(2)]
    body = {"text": TEXT, "run": RUN}
    texts = {post(each, "/v1/pseudonymize", body)["text"] for each in workers}
    assert len(texts) == 1
    draws = [post(each, "/v1/sample", {"label": "surname", "number": 9, "run": RUN})
             for each in (*workers, make_client())]  # fmt: skip
    assert draws[0] == draws[1] != draws[2]


def test_a_run_that_can_be_guessed_is_refused(client: TestClient) -> None:
    for more in ({"run": "1"}, {"run": ""}, {"run": RUN, "seed": 7}, {"run": RUN, "keyed": True}):
        for path, body in (("pseudonymize", {"text": "a"}), ("sample", {"label": "surname"})):
            response = client.post(f"/v1/{path}", json=body | more)
            assert response.status_code == 422 and "run" in response.json()["detail"]


def test_draws_of_two_requests_are_not_those_of_one_sampler(client: TestClient) -> None:
    body = {"label": "surname", "original": "Lind"}
    drawn = {post(client, "/v1/sample", body)["draws"][0]["text"] for _ in range(MANY)}
    assert len(drawn) > 15


@pytest.mark.parametrize("unit", ["codepoints", "utf16", "utf8"])
def test_risk_takes_answers_as_they_are(client: TestClient, unit: str) -> None:
    texts = [TEXT, "Hej! 😀 Karin Lind är 14 år."]
    answers = post(client, f"/v1/pseudonymize?offsets={unit}", {"texts": texts, "seed": 7})[
        "results"
    ]
    report = post(client, f"/v1/risk?offsets={unit}", {"documents": answers})
    assert (report["documents"], report["spans"]) == (
        2,
        sum(len(each["spans"]) for each in answers),
    )
    assert report["leftovers"]["count"] == 0


def test_risk_refuses_offsets_of_another_unit(client: TestClient) -> None:
    spans = [{"start": 1, "end": 3, "label": "surname"}]
    body = {"documents": [{"text": "😀 Lind", "spans": spans}]}
    response = client.post("/v1/risk?offsets=utf16", json=body)
    assert response.status_code == 422
    assert "offset" in response.json()["detail"]
