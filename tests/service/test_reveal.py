"""``/v1/reveal`` and ``store``: originals in a vault, where the service allows it."""

import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn.replacement.keys import read_key, write_key
from tacknamn.vault.vault import Vault
from tests.service.test_sessions import problem

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TEXT = "Jag heter Amina Lind och bor i Göteborg."


@pytest.fixture
def key(tmp_path: Path) -> Path:
    write_key(tmp_path / "a.key")
    return tmp_path / "a.key"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return tmp_path / "essays.vault"


@pytest.fixture
def client(make_client: Callable[..., TestClient], key: Path, vault: Path) -> TestClient:
    return make_client(key_file=key, vault=vault, allows_reveal=True)


def store(client: TestClient, text: str = TEXT, id: str = "essay-1") -> Any:
    response = client.post("/v1/pseudonymize", json={"text": text, "id": id, "store": True})
    assert response.status_code == 200, response.text
    return response.json()


def test_what_is_stored_is_revealed(client: TestClient) -> None:
    spans = store(client)["spans"]
    for span in spans:
        body = {"pseudonym": span["replacement"], "label": span["label"], "document": "essay-1"}
        [record] = client.post("/v1/reveal", json=body).json()["records"]
        assert record["original"] == TEXT[span["start"] : span["end"]]
    names = [span["replacement"] for span in spans]
    several = client.post("/v1/reveal", json={"pseudonyms": [*names, "Nemo"]}).json()["results"]
    assert [len(each["records"]) for each in several] == [1, 1, 1, 0]


def test_a_batch_is_stored_as_a_whole(client: TestClient, vault: Path, key: Path) -> None:
    body = {"texts": [TEXT, None, "Hej Karin!"], "ids": ["a", "b", "c"], "store": True}
    assert client.post("/v1/pseudonymize", json=body).status_code == 200
    records = list(Vault.open(vault, read_key(key)))
    assert {record.document for record in records} == {"a", "c"}


def test_lines_are_stored(client: TestClient, vault: Path, key: Path) -> None:
    lines = b'{"text": "Hej Karin!", "id": "a", "store": true}\n{"text": "Hej Amina!"}\n'
    response = client.post(
        "/v1/pseudonymize", content=lines, headers={"content-type": "application/x-ndjson"}
    )
    assert len(response.text.splitlines()) == 2
    assert [record.original for record in Vault.open(vault, read_key(key))] == ["Karin"]


def test_other_programs_may_add_to_the_vault(client: TestClient, vault: Path, key: Path) -> None:
    store(client)
    [record] = list(Vault.open(vault, read_key(key)))[:1]
    from dataclasses import replace

    Vault.open(vault, read_key(key)).add(replace(record, document="essay-2"))
    body = {"pseudonym": record.pseudonym, "document": "essay-2"}
    assert len(client.post("/v1/reveal", json=body).json()["records"]) == 1


def test_a_text_without_id_cannot_be_stored(client: TestClient) -> None:
    response = client.post("/v1/pseudonymize", json={"text": TEXT, "store": True})
    assert (response.status_code, problem(response)) == (422, "invalid")


def test_nothing_is_revealed_unless_it_is_allowed(
    make_client: Callable[..., TestClient], key: Path, vault: Path
) -> None:
    client = make_client(key_file=key, vault=vault)
    store(client)
    response = client.post("/v1/reveal", json={"pseudonym": "Karin"})
    assert (response.status_code, problem(response)) == (403, "forbidden")
    assert "--allow-reveal" in response.json()["detail"]


def test_nothing_is_stored_without_a_vault(make_client: Callable[..., TestClient]) -> None:
    client = make_client()
    body = {"text": TEXT, "id": "a", "store": True}
    response = client.post("/v1/pseudonymize", json=body)
    assert (response.status_code, problem(response)) == (403, "forbidden")


def test_a_full_disk_stores_nothing_and_answers_nothing(
    client: TestClient, vault: Path, key: Path
) -> None:
    store(client)
    before = vault.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 200, limits[1]))
    try:
        body = {"text": "Hej Karin! Hej Lisbet!", "id": "b", "store": True}
        response = client.post("/v1/pseudonymize", json=body)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (response.status_code, problem(response)) == (507, "disk-full")
    assert vault.read_bytes() == before
    assert store(client, "Hej Karin!", "b")
