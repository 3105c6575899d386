"""The application as a whole: what it describes, and what it never does."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from fastapi import FastAPI
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from tacknamn.service.access import hash_token
from tacknamn.service.app import make_api
from tacknamn.service.operations import OPERATIONS
from tacknamn.service.state import ServiceState

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(scope="module")
def api(state: ServiceState) -> FastAPI:
    return make_api(state)


def test_fastapi_reports_nothing(api: FastAPI) -> None:
    """Its telemetry would send addresses and messages of exceptions to what the environment names."""
    assert not api._native_telemetry.enabled()
    assert api._telemetry["auto_configure"] is False


def test_every_reference_of_the_description_leads_somewhere(client: TestClient) -> None:
    description = client.get("/openapi.json").json()
    schemas = description["components"]["schemas"]
    names = {
        part.partition('"')[0]
        for part in json.dumps(description).split("#/components/schemas/")[1:]
    }
    assert names <= set(schemas)


def test_the_description_loads_nothing_from_elsewhere(client: TestClient) -> None:
    assert [client.get(path).status_code for path in ("/docs", "/redoc")] == [404, 404]


def describe(client: TestClient, **headers: str) -> Any:
    return client.get("/openapi.json", headers=headers).json()


def list_operations(description: Any) -> list[tuple[str, str, Any]]:
    return [
        (method.upper(), path, operation)
        for path, operations in description["paths"].items()
        for method, operation in operations.items()
    ]


def test_operations_have_names_for_generated_clients(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    client = make_client(essays=tmp_path, has_page=True)
    names = [each["operationId"] for _, _, each in list_operations(describe(client))]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+){0,5}", name) for name in names), names
    assert {"pseudonymize", "open_session", "reconcile_get_view", "livez"} - set(names) == {"livez"}


def test_the_description_says_where_a_token_is_needed(
    client: TestClient, make_client: Callable[..., TestClient]
) -> None:
    assert "securitySchemes" not in describe(client)["components"]
    token = "0123456789abcdef"
    guarded = make_client(tokens=(hash_token(token.encode()),))
    description = describe(guarded, authorization=f"Bearer {token}")
    assert description["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert description["security"] == [{"token": []}]
    for method, path, operation in list_operations(description):
        if "{" not in path:
            is_free = operation.get("security") == []
            assert (guarded.request(method, path).status_code != 401) == is_free, path


BODIES: list[tuple[str, Any]] = [
    ("pseudonymize", {}),
    ("pseudonymize", {"text": "a", "texts": ["a"]}),
    ("detect", {"text": None}),
    ("detect", {"text": None, "texts": None}),
    ("detect", {"texts": ["a"], "id": "1"}),
    ("detect", {"text": "a", "ids": ["1"]}),
    ("detect", {"text": "a", "language": "xx"}),
    ("detect", {"text": "a", "language": ""}),
    ("detect", {"text": "a", "profile": "nothing"}),
    ("match", {"text": "a", "texts": []}),
    ("lookup", {"form": "a", "forms": []}),
    ("complete", {}),
    ("sample", {"label": "surname", "language": "auto"}),
    ("sample", {"label": "nothing"}),
]


def get_validator(client: TestClient, name: str) -> Draft202012Validator:
    """Return what checks bodies by the description."""
    description = describe(client)
    content = description["paths"][f"/v1/{name}"]["post"]["requestBody"]["content"]
    return Draft202012Validator({**description, **content["application/json"]["schema"]})


@pytest.mark.parametrize(("name", "body"), BODIES)
def test_what_is_refused_is_forbidden_by_the_description(
    client: TestClient, name: str, body: Any
) -> None:
    assert client.post(f"/v1/{name}", json=body).status_code == 422
    assert not get_validator(client, name).is_valid(body)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
def test_what_is_accepted_is_allowed_by_the_description(client: TestClient, operation: Any) -> None:
    validator = get_validator(client, operation.name)
    assert validator.is_valid(operation.example)
    if "text" in operation.example:
        many = {"texts": ["a", None], "text": None, "id": None, "ids": ["1", "2"]}
        for body in (many, {"text": "a", "texts": None, "id": "1"}):
            assert client.post(f"/v1/{operation.name}", json=body).status_code == 200
            assert validator.is_valid(body)


def test_profiles_of_the_service_are_in_the_description(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    (tmp_path / "ward.toml").write_text('format = 1\nextends = "clinic"\n')
    client = make_client(profiles={"ward": tmp_path / "ward.toml"})
    body = {"text": "a", "profile": "ward"}
    assert client.post("/v1/detect", json=body).status_code == 200
    assert get_validator(client, "detect").is_valid(body)


def test_a_browser_and_a_terminal_see_all_addresses(client: TestClient) -> None:
    paths = describe(client)["paths"]
    page = client.get("/", headers={"accept": "text/html,*/*"})
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    plain = client.get("/")
    assert plain.headers["content-type"].startswith("text/plain")
    for answer in (page, plain):
        assert all(path in answer.text for path in paths)
    assert client.head("/").status_code == 200


def test_an_unknown_field_is_named(client: TestClient) -> None:
    answer = client.post("/v1/detect", json={"text": "a", "colour": 1}).json()
    assert answer["detail"].startswith(
        "there is an unknown field colour; known ones are text, texts"
    )


def test_a_text_of_several_is_named_alike_in_all_errors(client: TestClient) -> None:
    for bad in (3, "a\0"):
        answer = client.post("/v1/detect", json={"texts": ["a", bad]}).json()
        assert answer["detail"].startswith("texts[1]"), answer


LONG = {"text": "Jag heter Amina och bor i Lund. " * 100}


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.5", "GZIP", "*"])
def test_answers_are_compressed_for_those_who_ask(client: TestClient, accepted: str) -> None:
    plain = client.post("/v1/detect", json=LONG, headers={"accept-encoding": "identity"})
    with client.stream(
        "POST", "/v1/detect", json=LONG, headers={"accept-encoding": accepted}
    ) as packed:
        raw = b"".join(packed.iter_raw())
    assert (
        packed.headers["content-encoding"] == "gzip" and packed.headers["vary"] == "Accept-Encoding"
    )
    assert int(packed.headers["content-length"]) == len(raw) < len(plain.content) / 4
    assert gzip.decompress(raw) == plain.content
    assert "content-encoding" not in plain.headers


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "gzip; q=0.000", "identity"])
def test_no_one_else_gets_a_compressed_answer(client: TestClient, accepted: str) -> None:
    answer = client.post("/v1/detect", json=LONG, headers={"accept-encoding": accepted})
    assert answer.status_code == 200 and "content-encoding" not in answer.headers


def test_what_is_short_or_of_several_people_is_not_compressed(client: TestClient) -> None:
    gzipped = {"accept-encoding": "gzip"}
    session = f"/v1/sessions/{client.post('/v1/sessions').json()['id']}"
    lines = {**gzipped, "content-type": "application/x-ndjson"}
    for answer in (
        client.post("/v1/detect", json={"text": "Jag heter Amina."}, headers=gzipped),
        client.post("/v1/detect", content=json.dumps(LONG), headers=lines),
        client.post(f"{session}/anonymize", json=LONG, headers=gzipped),
    ):
        assert answer.status_code == 200 and "content-encoding" not in answer.headers


def test_a_wrong_method_is_answered_with_all_right_ones(client: TestClient) -> None:
    answer = client.request("PATCH", "/v1/sessions/x")
    assert (answer.status_code, answer.headers["allow"]) == (405, "DELETE, GET")
    assert client.request("GET", "/v1/detect").headers["allow"] == "POST"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/v1/detect/", "/v1/detect"),
        ("/v1/detect/?offsets=utf16", "/v1/detect?offsets=utf16"),
        ("/label-studio", "/label-studio/"),
        ("/reconcile/", "/reconcile"),
        ("/inception/labels/predict/", "/inception/labels/predict"),
    ],
)
def test_a_slash_too_many_or_too_few_leads_to_the_address(
    client: TestClient, path: str, place: str
) -> None:
    """The place is relative: behind a proxy, only the client knows scheme, host and path."""
    response = client.get(path, follow_redirects=False)
    assert response.status_code == 307
    location = response.headers["location"]
    assert location.startswith((".", "..")) and "//" not in location
    assert urljoin(f"https://names.example.org:8443/names{path}", location) == (
        f"https://names.example.org:8443/names{place}"
    )


@pytest.mark.parametrize("path", ["/nothing/", "//", "//evil.example/", "/v1/detect//", "/v1/"])
def test_no_other_slash_leads_anywhere(client: TestClient, path: str) -> None:
    response = client.get(f"http://testserver{path}", follow_redirects=False)
    assert response.status_code == 404 and "location" not in response.headers
