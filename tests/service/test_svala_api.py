"""The pseudonymization service as SVALA's editor calls it."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn.service.access import read_tokens
from tacknamn.service.engines import Engines
from tacknamn.service.problems import Problem
from tacknamn.service.settings import ServiceLimits, ServiceSettings
from tacknamn.service.svala_api import parse_text
from tests.service.svala_essays import (
    SEED,
    count_right,
    encode_component,
    post_text,
    pseudonymize_as_service,
)
from tests.svala_client import open_text, show

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
PATHS = ("/annotation/pseuws", "/ws/larka/pseuws")
TOKEN = "0123456789abcdef0123456789abcdef"
ORIGIN = {"origin": "https://svala.example.org"}


def strings(answer: Any) -> list[str]:
    return [word["string"] for sentence in answer for word in sentence]


def labelled(answer: Any) -> list[tuple[str, list[str]]]:
    return [
        (word["string"], word["label"]) for sentence in answer for word in sentence if word["label"]
    ]


@pytest.mark.parametrize("path", PATHS)
def test_a_text_is_answered_word_by_word(client: TestClient, path: str) -> None:
    response = post_text(client, "Jag heter Amina och bor i Göteborg nu . ", path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["x-tacknamn-held-back"] == "0"
    words = strings(response.json())
    assert words[:2] == ["Jag", "heter"]
    assert len(words) == 9
    assert [label for _, label in labelled(response.json())] == [
        ["firstname_female", "1"],
        ["city", "1"],
    ]


def test_the_worked_example_has_the_words_and_the_label_of_the_specification(
    client: TestClient,
) -> None:
    answer = post_text(client, "Jag bor på Stora Gatan nu . ").json()
    assert strings(answer)[:3] == ["Jag", "bor", "på"]
    assert strings(answer)[-2:] == ["nu", "."]
    [(street, label)] = labelled(answer)
    assert (street != "Stora Gatan", label) == (True, ["place", "1"])
    source = open_text("Jag bor på Stora Gatan nu .")
    assert show(source, answer) == f"Jag bor på {street} nu . "


@pytest.mark.parametrize(
    "type",
    [
        "text/plain;charset=UTF-8",
        "application/x-www-form-urlencoded",
        "application/json",
        "nonsense",
        "",
    ],
)
def test_the_type_of_the_body_does_not_matter(client: TestClient, type: str) -> None:
    response = client.post(
        PATHS[0], content=b"text=Hej%20Amina%20!", headers={"content-type": type}
    )
    assert strings(response.json())[0] == "Hej"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"text=", ""),
        (b"text=a+b%2Bc", "a b+c"),
        (b"text=100%25", "100%"),
        (b"text=100%", "100%"),
        (b"text=%zz%4", "%zz%4"),
        (b"text=%C3%A5%F0%9F%98%80", "å😀"),
        (b"text=\xc3\xa5", "å"),
        (b"text=a=b", "a=b"),
        (b"text=a%26b%0D%0A", "a&b\r\n"),
        (b"text=a&", "a"),
    ],
)
def test_bodies_are_decoded(body: bytes, text: str) -> None:
    assert parse_text(body) == text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"hej",
        b'{"text": "Hej"}',
        b"text",
        b"txt=hej",
        b"text=Anna & Erik",
        b"text=a&text=b",
        b"text=%FF",
        b"text=\xff",
        b"text=%ED%A0%80",
    ],
)
def test_a_body_that_would_lose_letters_is_refused(body: bytes) -> None:
    if body == b"text":
        assert parse_text(body) == ""  # as every form is read
        return
    with pytest.raises(Problem) as caught:
        parse_text(body)
    assert caught.value.status == 400


@pytest.mark.parametrize(
    "text",
    ["", " ", "a", "%", "+", "å😀 \u2028b", "100 % a+b=c&d", "\ufeffhej", "a\nb\r\nc", "’“–"],
)
def test_what_javascript_encodes_is_decoded(text: str) -> None:
    assert parse_text(f"text={encode_component(text)}".encode()) == text


def test_an_empty_text_is_an_empty_list(client: TestClient) -> None:
    assert post_text(client, "").json() == []


@pytest.mark.parametrize("text", [" ", "\n\t ", "\ufeff", "a\0b"])
def test_what_the_editor_cannot_show_is_refused(client: TestClient, text: str) -> None:
    response = post_text(client, text)
    assert response.status_code == 422
    assert response.headers["content-type"].startswith("text/plain")


def test_a_labelled_last_word_is_held_back_and_reported(client: TestClient) -> None:
    response = post_text(client, "Jag heter Amina ")
    assert strings(response.json())[-1] == "Amina"
    assert labelled(response.json()) == []
    assert response.headers["x-tacknamn-held-back"] == "1"
    assert response.headers["access-control-expose-headers"] == "X-Tacknamn-Held-Back"


def test_each_call_is_a_document_of_its_own(client: TestClient) -> None:
    text = "Jag heter Amina och bor i Göteborg nu . "
    first = post_text(client, text).json()
    post_text(client, "Erik och Amina och Göteborg är här . ")
    assert post_text(client, text).json() == first


def test_profile_and_language_are_parameters(client: TestClient) -> None:
    text = "My name is Amina and I live in Göteborg now . "
    path = PATHS[0]
    masked = post_text(client, text, f"{path}?profile=mask&language=en").json()
    assert labelled(masked)
    assert masked != post_text(client, text, f"{path}?language=en").json()


@pytest.mark.parametrize("query", ["profile=nothing", "language=xx", "lang=en"])
def test_an_unknown_setting_is_refused(client: TestClient, query: str) -> None:
    response = post_text(client, "Hej du . ", f"{PATHS[0]}?{query}")
    assert response.status_code == 422
    assert response.headers["access-control-allow-origin"] == "*"


def check_error(response: Any, status: int) -> None:
    """An error that the editor can read, and that has no text in it."""
    assert response.status_code == status
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert len(response.text) < 250
    assert "Amina" not in response.text
    assert not response.text.startswith("{")
    assert int(response.headers["content-length"]) == len(response.content)


@pytest.mark.parametrize("path", PATHS)
def test_every_error_can_be_read_by_the_editor(
    make_client: Callable[..., TestClient], tmp_path: Path, path: str
) -> None:
    file = tmp_path / "tokens"
    file.write_text(TOKEN)
    limits = ServiceLimits(body=100, text=20)
    client = make_client(tokens=read_tokens(file), limits=limits)
    check_error(post_text(client, "Hej Amina .", path), 401)
    check_error(post_text(client, "Hej Amina .", f"{path}?access_token=wrong"), 401)
    key = f"{path}?access_token={TOKEN}"
    assert post_text(client, "Hej Amina .", key).status_code == 200
    check_error(post_text(client, "Amina " * 50, key), 413)
    check_error(post_text(client, "Amina Amina Amina Amina Amina", key), 413)
    check_error(client.post(key, content=b"Amina", headers=ORIGIN), 400)
    check_error(client.get(key, headers=ORIGIN), 405)
    check_error(client.post(key, content=b"text=a", headers={**ORIGIN, "host": "evil.test"}), 421)
    check_error(
        client.post(key, content=b"text=a", headers={**ORIGIN, "content-encoding": "br"}), 415
    )


def test_a_full_queue_and_a_fault_can_be_read_too(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_client(limits=ServiceLimits(queue=0))
    response = post_text(client, "Hej Amina .")
    check_error(response, 429)
    assert response.headers["retry-after"] == "1"

    def fail(*_: Any) -> None:
        raise ValueError("Amina")

    monkeypatch.setattr("tacknamn.service.svala_api.make_service_answer", fail)
    check_error(post_text(make_client(), "Hej Amina ."), 500)


def test_a_token_may_stand_in_the_address_before_the_rest(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    file = tmp_path / "tokens"
    file.write_text(TOKEN)
    client = make_client(tokens=read_tokens(file))
    path = f"/token/{TOKEN}{PATHS[0]}"
    assert post_text(client, "Hej Amina .", path).status_code == 200
    check_error(post_text(client, "Hej Amina .", f"/token/wrong{PATHS[0]}"), 401)
    assert client.post(f"/token/{TOKEN}/v1/detect", json={"text": "Hej"}).status_code == 401
    assert client.get(f"/token/{TOKEN}/metrics").status_code == 401


def test_the_editor_shows_every_essay_right(
    make_client: Callable[..., TestClient], data: Path
) -> None:
    client = make_client(seed=SEED)
    engines = Engines(ServiceSettings(data=str(data), seed=SEED))
    figures = count_right(client, pseudonymize_as_service(engines))
    assert figures.wrong == ()
    assert figures.essays == 60
    assert figures.right >= 30


def test_both_addresses_are_described(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for path in PATHS:
        described = paths[path]["post"]
        example = described["requestBody"]["content"]["text/plain"]["example"]
        response = client.post(path, content=example)
        assert response.status_code == 200
        assert "X-Tacknamn-Held-Back" in described["responses"]["200"]["headers"]
        assert set(described["responses"]["422"]["content"]) == {"text/plain"}


def test_long_and_short_texts_may_come_at_once(client: TestClient) -> None:
    async def ask(text: str) -> Any:
        return await asyncio.to_thread(post_text, client, text)

    async def ask_all() -> list[Any]:
        texts = ["Hej Amina . ", "Hej du . " * 5_000, "Hej Erik . "]
        return await asyncio.gather(*map(ask, texts))

    assert [response.status_code for response in asyncio.run(ask_all())] == [200, 200, 200]


def test_nothing_of_a_text_is_in_the_metrics(client: TestClient) -> None:
    post_text(client, "Jag heter Amina . ", f"{PATHS[0]}?language=sv")
    metrics = client.get("/metrics").text
    assert 'tacknamn_texts_total{operation="svala"}' in metrics
    assert "Amina" not in metrics
    assert "language" not in metrics
    assert json.dumps(TOKEN) not in metrics
