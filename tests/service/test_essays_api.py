"""The essay backend of SVALA's editor."""

import json
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from tacknamn.service.access import read_tokens
from tacknamn.svala.building import build_graph
from tacknamn.svala.json_graphs import write_graph
from tacknamn.svala.records import GraphSpan
from tests.service.conftest import RunningService
from tests.service.svala_editor import BackendError, Editor
from tests.service.svala_essays import post_text
from tests.svala_client import anonymize, take_in
from tests.test_new_files import short_of_space

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
ORIGIN = "https://svala.example.org"
HEADERS = {"origin": ORIGIN, "content-type": "application/json"}
TEXT = "Jag heter Amina och bor i Göteborg nu ."
GRAPH = build_graph(TEXT, [GraphSpan(10, 15, "Karin", ("firstname_female", "1"))])
BODY = write_graph(GRAPH)
TOKEN = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two essays: a text, and one with a graph."""
    essays = tmp_path / "essays"
    essays.mkdir()
    (essays / "e1.txt").write_text(TEXT, "utf-8")
    (essays / "Åsa 2.json").write_text(BODY, "utf-8")
    return essays


@pytest.fixture
def essays(make_client: Callable[..., TestClient], folder: Path) -> TestClient:
    return make_client(essays=folder, origins=(ORIGIN,))


def open_editor(
    client: Any, essay: str, base: str = "http://testserver/", user: str = ""
) -> Editor:
    backend = b64encode(f"{base}tasks/".encode()).decode()
    fragment = f"backend={backend}&essay={essay}" + (f"&user={user}" if user else "")
    editor = Editor(client, fragment)
    editor.open()
    return editor


def test_an_annotator_opens_pseudonymizes_saves_and_is_done(
    essays: TestClient, folder: Path
) -> None:
    editor = open_editor(essays, "e1")
    assert (editor.version, editor.is_done, editor.is_readonly) == (0, False, False)
    answer = post_text(essays, editor.source_text, editor.pseudonymizer).json()
    editor.graph = anonymize(*take_in(editor.graph.source, answer))
    editor.save()
    editor.mark(True)
    editor.report("a message")
    assert (editor.version, editor.is_readonly) == (1, False)

    again = open_editor(essays, "e1")
    assert (again.version, again.is_done, again.graph) == (1, True, editor.graph)
    assert (folder / "e1.txt").read_text("utf-8") == TEXT
    assert sorted(path.name for path in (folder / "versions/e1").iterdir()) == [
        "1.json",
        "counts.json",
        "report-1.txt",
        "status.json",
    ]


def test_a_graph_is_opened_as_it_is(essays: TestClient) -> None:
    editor = open_editor(essays, "Åsa 2")
    assert (editor.version, editor.graph) == (0, GRAPH)


def test_users_have_versions_of_their_own(essays: TestClient) -> None:
    first = open_editor(essays, "e1", user="7")
    first.graph = GRAPH
    first.save()
    first.mark(True)
    first.report("a message")
    second = open_editor(essays, "e1", user="8")
    assert (second.version, second.is_done) == (0, False)
    assert open_editor(essays, "e1").version == 0
    assert open_editor(essays, "e1", user="7").graph == GRAPH


def test_two_editors_do_not_overwrite_each_other(essays: TestClient) -> None:
    first, second = open_editor(essays, "e1"), open_editor(essays, "e1")
    first.graph = second.graph = GRAPH
    first.save()
    with pytest.raises(BackendError, match=r"409.*version 1 is the newest"):
        second.save()


def test_every_version_can_be_saved_one_after_the_other(essays: TestClient, folder: Path) -> None:
    editor = open_editor(essays, "e1")
    for number in range(1, 13):
        editor.graph = replace(GRAPH, comment=f"number {number}")
        editor.save()
        assert editor.version == number
    files = folder.glob("versions/e1/[0-9]*.json")
    assert len({file.read_bytes() for file in files}) == 12


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ("Amina", 400, "not JSON"),
        (b"\xff", 400, "not UTF-8"),
        ("[]", 422, "not a JSON object"),
        ("{}", 422, "source"),
        ('{"source": [], "target": [], "edges": {}, "more": 1}', 422, "fields"),
        (BODY.replace('"ids": ["s0"', '"ids": ["s99"'), 422, "rule"),
        (BODY.replace("Amina ", "Amina\\u0000 "), 422, "NUL"),
        (BODY.replace("Amina ", "Amina"), 422, "bad-token"),
        ("[" * 100_000, 400, "depth"),
        (BODY * 2, 400, "not JSON"),
    ],
)
def test_a_graph_that_svala_would_refuse_is_not_saved(
    essays: TestClient, folder: Path, body: str | bytes, status: int, words: str
) -> None:
    content = body.encode() if isinstance(body, str) else body
    response = essays.post("/tasks/e1/version/1", content=content, headers=HEADERS)
    assert response.status_code == status
    assert words in response.json()["detail"]
    assert "Amina" not in response.text
    assert not (folder / "versions").exists()


@pytest.mark.parametrize("version", ["0", "-1", "01", "x", "1.5", "9" * 10, "٣", "1e3", "%00"])
def test_a_version_is_a_number_from_1_on(essays: TestClient, version: str) -> None:
    response = essays.post(f"/tasks/e1/version/{version}", content=BODY, headers=HEADERS)
    assert response.status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e",
        "%2e%2e/secret",
        "..%5csecret",
        "e1%00",
        ".hidden",
        "e1/%2e%2e",
        "e1/status%00",
        "x" * 300,
        "%ff%fe",
        "e1%0a",
        "missing",
        "secret",
        "e1.txt",
        "..%252fsecret",
    ],
)
def test_no_name_leads_out_of_the_folder(essays: TestClient, folder: Path, path: str) -> None:
    (folder.parent / "secret.txt").write_text("secret words")
    (folder / ".hidden.txt").write_text("secret words")
    before = sorted(folder.rglob("*"))
    for method, content in (("GET", None), ("POST", BODY)):
        for end in ("", "/status", "/version/1", "/report"):
            url = f"/tasks/{path}{end}"
            response = essays.request(method, url, content=content, headers=HEADERS)
            assert response.status_code in (404, 405, 422), response.text
            assert "secret words" not in response.text
            assert path not in response.text
    assert sorted(folder.rglob("*")) == before


def test_names_of_essays_are_in_no_log_and_no_metric(
    essays: TestClient, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    open_editor(essays, "Åsa 2", user="Berit")
    essays.get("/tasks/Cecilia/Doris")
    metrics = essays.get("/metrics").text
    assert 'route="/tasks/{essay}/{user}"' in metrics
    shown = metrics + caplog.text + "".join(capsys.readouterr())
    for name in ("Åsa", "%C3%85", "Berit", "Cecilia", "Doris"):
        assert name not in shown


def test_a_page_of_another_origin_cannot_write(essays: TestClient, folder: Path) -> None:
    """A form of any page may send text/plain without asking, also to this machine."""
    for origin in ("https://evil.test", "null", "http://testserver.evil.test"):
        headers = {"origin": origin, "content-type": "text/plain"}
        for path, body in (
            ("version/1", BODY),
            ("status", '{"done": true}'),
            ("report", '{"message": ""}'),
        ):
            response = essays.post(f"/tasks/e1/{path}", content=body, headers=headers)
            assert response.status_code == 403
            assert "access-control-allow-origin" not in response.headers
    assert not (folder / "versions").exists()
    own = {"origin": "http://testserver"}  # a page of the service itself
    assert essays.post("/tasks/e1/status", json={"done": True}, headers=own).status_code == 200
    assert essays.post("/tasks/e1/status", json={"done": True}).status_code == 200


def test_a_page_of_another_origin_may_not_read(essays: TestClient) -> None:
    with pytest.raises(BackendError, match="network"):
        Editor(essays, _fragment("e1"), origin="https://evil.test").open()


def _fragment(essay: str) -> str:
    return f"backend={b64encode(b'http://testserver/tasks/').decode()}&essay={essay}"


def test_browsers_do_not_keep_texts(essays: TestClient) -> None:
    assert essays.get("/tasks/e1").headers["cache-control"] == "no-store"


def test_the_editor_can_read_errors(essays: TestClient) -> None:
    editor = Editor(essays, _fragment("missing"))
    with pytest.raises(BackendError, match=r"404.*no essay of this name"):
        editor.open()


def test_tokens_may_stand_in_the_address(
    make_client: Callable[..., TestClient], folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "tokens"
    file.write_text(TOKEN)
    client = make_client(essays=folder, origins=(ORIGIN,), tokens=read_tokens(file))
    with pytest.raises(BackendError, match="401"):
        open_editor(client, "e1")
    with pytest.raises(BackendError, match="401"):
        open_editor(client, "e1", f"http://testserver/token/{TOKEN[:-1]}/")
    editor = open_editor(client, "e1", f"http://testserver/token/{TOKEN}/")
    assert editor.version == 0
    assert post_text(client, editor.source_text, editor.pseudonymizer).status_code == 200


def test_a_full_disk_is_507(essays: TestClient, folder: Path) -> None:
    with short_of_space(300):
        response = essays.post("/tasks/e1/version/1", content=BODY, headers=HEADERS)
    assert response.status_code == 507
    assert list(folder.glob("versions/e1/*")) == []
    assert open_editor(essays, "e1").version == 0


def test_the_editor_is_read_only_where_the_folder_is(
    essays: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacknamn.essays.store.EssayStore.can_write", lambda self: False)
    assert open_editor(essays, "e1").is_readonly

    def refuse(*_: Any) -> None:
        raise PermissionError(13, "Permission denied", "versions/e1/1.json")

    monkeypatch.setattr("tacknamn.essays.store.create_file", refuse)
    response = essays.post("/tasks/e1/version/1", content=BODY, headers=HEADERS)
    assert response.status_code == 403
    assert "e1" not in response.text


def test_a_service_without_essays_says_how_to_start_it(client: TestClient) -> None:
    response = client.get("/tasks/e1")
    assert response.status_code == 403
    assert "--essays" in response.json()["detail"]


@pytest.mark.parametrize("body", [{}, {"done": None}, {"done": "yes"}, {"done": True, "more": 1}])
def test_a_status_is_true_or_false(essays: TestClient, body: Any) -> None:
    assert essays.post("/tasks/e1/status", json=body, headers=HEADERS).status_code == 422


def test_all_addresses_are_described_with_examples_that_work(essays: TestClient) -> None:
    paths = essays.get("/openapi.json").json()["paths"]
    described = [path for path in paths if path.startswith("/tasks/")]
    assert len(described) == 8
    for path in described:
        url = path.format(essay="e1", user="anna", version="1")
        for method, operation in paths[path].items():
            content = operation.get("requestBody", {}).get("content", {})
            body = content.get("application/json", {}).get("example")
            response = essays.request(method.upper(), url, json=body)
            assert response.status_code == 200, response.text
            assert {"409", "422", "507"} <= operation["responses"].keys()


def test_workers_save_each_version_once(
    start_service: Callable[..., RunningService], folder: Path
) -> None:
    """Two processes, many clients: each version is saved by one, and the others get 409."""
    service = start_service("--workers", "2", "--essays", str(folder), "--cors", ORIGIN)
    clients, rounds = 8, 5
    barrier = Barrier(clients)

    def work(number: int) -> list[int]:
        statuses = []
        with httpx.Client(base_url=service.address, timeout=30) as client:
            body = write_graph(replace(GRAPH, comment=f"client {number}"))
            for version in range(1, rounds + 1):
                barrier.wait(30)
                response = client.post(
                    f"/tasks/e1/version/{version}", content=body, headers=HEADERS
                )
                statuses.append(response.status_code)
        return statuses

    with ThreadPoolExecutor(clients) as pool:
        results = list(pool.map(work, range(clients)))
    for statuses in zip(*results, strict=True):
        assert sorted(statuses) == [200] + [409] * (clients - 1)
    assert httpx.get(f"{service.address}/tasks/e1").json()["version"] == rounds
    for version in range(1, rounds + 1):
        winner = [statuses[version - 1] for statuses in results].index(200)
        content = json.loads((folder / f"versions/e1/{version}.json").read_text("utf-8"))
        assert content["comment"] == f"client {winner}"
    assert service.stop() == 0


def test_a_folder_that_is_missing_is_refused_at_the_start(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    with pytest.raises(AssertionError, match="is not a folder"):
        start_service("--essays", str(tmp_path / "missing"))
