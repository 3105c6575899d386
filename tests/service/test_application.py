"""The application as a whole: what it describes, and what it never does."""

import json
from urllib.parse import urljoin

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tacknamn.service.app import make_api
from tacknamn.service.state import ServiceState


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
