"""What the page and its addresses let in and out."""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn.service.access import hash_token
from tacknamn.service.review.page import load_page, make_policy
from tacknamn.service.settings import ServiceLimits
from tests.service.review.annotator import Annotator

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TOKEN = "0123456789abcdef0123456789abcdef"
API_SOURCE = Path(__file__).parents[3] / "matcher" / "web" / "src" / "api.ts"
ADDRESSES = (
    ("GET", "/settings"), ("PUT", "/settings"), ("POST", "/documents"), ("GET", "/documents/e1"),
    ("PUT", "/documents/e1"), ("GET", "/documents/e1/versions"), ("POST", "/documents/e1/why"),
    ("GET", "/documents/e1/export"), ("POST", "/forms"), ("POST", "/draw"), ("POST", "/spans"),
    ("POST", "/apply"), ("POST", "/export"), ("GET", "/figures"), ("GET", "/pulse"),
)  # fmt: skip


class PageParts(HTMLParser):
    """Collects the inline parts of a page, as a browser sees them."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[tuple[str, str]] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [name for name, _ in attrs]
        if tag in ("script", "style"):
            self.parts.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.parts and self.cdata_elem is not None:
            tag, before = self.parts[-1]
            self.parts[-1] = tag, before + data


def test_the_page_runs_its_own_script_alone(page: Annotator) -> None:
    response = page.client.get("/review")
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    policy = response.headers["content-security-policy"]
    parser = PageParts()
    parser.feed(response.text)
    assert [tag for tag, _ in parser.parts] == ["style", "script"]
    for tag, content in parser.parts:
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")
    for part in ("connect-src 'self'", "img-src data:", "base-uri 'none'", "form-action 'none'",
                 "frame-ancestors 'none'"):  # fmt: skip
        assert f"; {part}" in policy
    assert not [name for name in parser.attributes if name.startswith("on") or name == "style"]
    assert not re.search(r"""(?:src|href)=["']?https?:""", response.text)


def test_a_page_without_script_allows_none() -> None:
    assert "script-src 'none'; style-src 'none'" in make_policy("<p>Hej</p>")


def test_nothing_is_stored_or_taken_for_something_else(page: Annotator) -> None:
    client = page.client
    answers = [client.request(method, f"/review/api{path}") for method, path in ADDRESSES]
    answers += [client.get("/review"), client.get("/review/none"), client.post("/review")]
    answers += [
        client.get("/review/api/documents/none"),
        client.get("/review/api/documents/e1/export"),
    ]
    for answer in answers:
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(("method", "path"), [each for each in ADDRESSES if each[0] != "GET"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_origin_changes_nothing(
    page: Annotator, method: str, path: str, kind: str
) -> None:
    headers = {"content-type": kind, "origin": "https://evil.example"} if kind else {}
    body = json.dumps({"base": 0, "spans": [], "comment": "", "done": True}).encode()
    answer = page.client.request(method, f"/review/api{path}", content=body, headers=headers)
    kind_of_problem = "forbidden" if kind else "wrong-type"
    assert answer.json()["type"] == f"/problems/{kind_of_problem}"
    assert "access-control-allow-origin" not in answer.headers
    assert page.load("e1")["version"] == 0


def test_everything_but_the_page_needs_the_token(
    open_page: Callable[..., Annotator],
) -> None:
    page = open_page(tokens=(hash_token(TOKEN.encode()),))
    assert page.client.get("/review").status_code == 200
    for method, path in (*ADDRESSES, ("POST", "/../../v1/lookup")):
        answer = page.client.request(method, f"/review/api{path}", json={})
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "application/problem+json"
    allowed = {"authorization": f"Bearer {TOKEN}"}
    assert page.client.get("/review/api/pulse", headers=allowed).json()["ok"] is True
    assert page.client.get(f"/review/api/pulse?access_token={TOKEN}").status_code == 401


def test_a_service_without_the_page_shows_no_texts(
    make_client: Callable[..., TestClient], folder: Path
) -> None:
    client = make_client(essays=folder)
    for path in ("/review", "/review/api/documents", "/review/api/documents/e1"):
        assert client.get(path).status_code == 403


def test_only_the_named_files_are_shown(open_page: Callable[..., Annotator]) -> None:
    page = open_page(essay_names=frozenset(("e2",)))
    assert [row["name"] for row in page.search()["documents"]] == ["e2"]
    page.load("e1", 404)
    assert page.client.get("/tasks/e1").status_code == 404


def list_refs(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            if name == "$ref":
                yield each
            else:
                yield from list_refs(each)
    elif isinstance(value, list):
        for each in value:
            yield from list_refs(each)


def test_every_address_is_described_with_schemas_that_exist(page: Annotator) -> None:
    description = page.client.get("/openapi.json").json()
    schemas = description["components"]["schemas"]
    for method, path in ADDRESSES:
        described = description["paths"]["/review/api" + path.replace("e1", "{id}")][method.lower()]
        assert described["responses"]["200"]["content"]
        for ref in list_refs(described):
            assert ref.rpartition("/")[2] in schemas
        if method != "GET":
            body = described["requestBody"]["content"]["application/json"]
            assert body["example"] is not None
            assert body["schema"]["$ref"].rpartition("/")[2] in schemas


def test_examples_are_answered_as_described(page: Annotator, folder: Path) -> None:
    validate: Any = import_module("jsonschema").Draft202012Validator
    (folder / "e1.txt").write_text("Jag heter Anna och bor i Lund.", "utf-8")
    description = page.client.get("/openapi.json").json()
    id = page.find_id("e1")
    for method, path in ADDRESSES:
        described = description["paths"]["/review/api" + path.replace("e1", "{id}")][method.lower()]
        body = described.get("requestBody", {}).get("content", {}).get("application/json", {})
        example = body.get("example")
        for name, value in (("id", id), ("ids", [id])):
            if name in (example or {}):
                example = {**example, name: value}
        address = f"/review/api{path.replace('e1', id)}"
        answer = page.client.request(method, address, json=example)
        assert answer.status_code == 200, (path, answer.text)
        kind = answer.headers["content-type"].partition(";")[0]
        content = described["responses"]["200"]["content"]
        assert kind in content
        if kind == "application/json" and not path.endswith("export"):
            schema = {**content[kind]["schema"], "components": description["components"]}
            validate(schema).validate(answer.json())


@pytest.mark.skipif(not API_SOURCE.exists(), reason="the sources of the page are not here")
def test_every_address_that_the_page_calls_exists() -> None:
    source = API_SOURCE.read_text("utf-8")
    called = set(re.findall(r"/review/api(/[a-z]+)", source))
    assert called <= {"/" + path.split("/")[1] for _, path in ADDRESSES}
    assert len(called) > 5


def test_the_page_is_part_of_the_package() -> None:
    assert b"<script>" in load_page().content


def test_errors_and_logs_have_no_text(
    page: Annotator, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "Amina.json").write_text('{"source": "Amina"}', "utf-8")
    path = page.find_path("Amina")
    answer = page.client.get(f"/review/api{path}")
    assert (answer.status_code, "Amina" in answer.text) == (422, False)
    assert "Amina" not in page.client.get("/review/api/documents/Amina2").text
    page.search()
    assert "Amina" not in caplog.text


def test_addresses_have_no_name_of_a_file(
    open_page: Callable[..., Annotator], folder: Path
) -> None:
    for name in ("Amina Berg", "Åsa"):
        (folder / f"{name}.txt").write_text("x", "utf-8")
    page = open_page()
    rows = page.search()["documents"]
    ids = [row["id"] for row in rows]
    assert all(re.fullmatch("[0-9a-f]{24}", id) for id in ids)
    assert len(set(ids)) == 5
    assert [row["id"] for row in page.search()["documents"]] == ids
    # The ids of another run are others, so that they cannot be found by trying names.
    again = open_page(seed=(1 << 100) + 8)
    assert not set(ids) & {row["id"] for row in again.search()["documents"]}
    answer = again.client.get(f"/review/api/documents/{ids[0]}")
    assert (answer.status_code, "list" in answer.json()["detail"]) == (404, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", [100, pytest.param(1_200, marks=pytest.mark.full, id="a megabyte")]
)
def test_a_long_text_is_opened_and_saved(
    open_page: Callable[..., Annotator], folder: Path, number: int
) -> None:
    piece = "Amina bor i Lund. " + "Det var en gång en bok som ingen läste. " * 20
    (folder / "big.txt").write_text(piece * number, "utf-8")
    page = open_page(limits=ServiceLimits(seconds=600))
    doc = page.load("big")
    assert len(doc["spans"]) == 2 * number
    doc["spans"] = doc["spans"][1:]
    assert page.save(doc)["version"] == 1
