"""``/v1/sessions``: one mapping for several texts, and answers that are restored."""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn.replacement.keys import read_key, write_key
from tacknamn.service.sessions.files import SessionFiles
from tacknamn.service.settings import SessionLimits
from tacknamn.service.state import ServiceState
from tacknamn.session.session import Session
from tacknamn.vault.vault import Vault

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TEXT = "Jag heter Amina Lind och bor i Göteborg. Ring 070-123 45 67. Aminas mun är röd."
LINES = {"content-type": "application/x-ndjson"}
PLAIN = {"content-type": "text/plain; charset=utf-8"}


def open_session(client: TestClient, **body: Any) -> str:
    """Open a session; return its address."""
    response = client.post("/v1/sessions", json=body)
    assert response.status_code == 201, response.text
    return f"/v1/sessions/{response.json()['id']}"


def send(client: TestClient, address: str, **body: Any) -> Any:
    response = client.post(address, json=body)
    assert response.status_code == 200, response.text
    return response.json()


def problem(response: Any) -> str:
    """The kind of a problem."""
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["status"] == response.status_code
    return str(response.json()["type"].removeprefix("/problems/"))


def test_what_is_sent_comes_back(client: TestClient) -> None:
    session = open_session(client)
    sent = send(client, f"{session}/anonymize", text=TEXT)
    assert not {"Amina", "Lind", "Göteborg", "070-123"} & set(sent["text"].split())
    back = send(client, f"{session}/restore", text=sent["text"])
    assert back == {"text": TEXT, "restored": 5}


def test_a_name_has_one_pseudonym_in_all_texts(client: TestClient) -> None:
    session = open_session(client)
    several = send(client, f"{session}/anonymize", texts=["Amina sa hej.", None, "Aminas hund"])
    [first, nothing, second] = several["results"]
    assert nothing is None
    assert second["text"] == first["text"].partition(" ")[0] + "s hund"


def test_a_genitive_comes_back_as_it_is_written(client: TestClient) -> None:
    session = open_session(client)
    text = "Aminas bok, Amina:s bil, Eriks bror, Erik:s hund. Amina och Erik sover."
    sent = send(client, f"{session}/anonymize", text=text)["text"]
    assert send(client, f"{session}/restore", text=sent)["text"] == text
    first, _, second = sent.rpartition(". ")[2].split()[:3]
    for written, meant in ((f"{first}:s mor", "Amina:s mor"), (f"{first}'s mor", "Amina's mor"),
                           (f"{second}:s far", "Erik:s far")):  # fmt: skip
        assert send(client, f"{session}/restore", text=written)["text"] == meant


def test_two_sessions_know_nothing_of_each_other(client: TestClient) -> None:
    sessions = [open_session(client) for _ in range(2)]
    sent = send(client, f"{sessions[0]}/anonymize", text=TEXT)["text"]
    other = send(client, f"{sessions[1]}/restore", text=sent)
    assert (other["text"], other["restored"]) == (sent, 0)
    assert "another one" in other["warnings"][0]


def test_strict_refuses_text_that_is_not_ours(client: TestClient) -> None:
    session = open_session(client)
    response = client.post(f"{session}/restore", json={"text": "Hej Karin!", "strict": True})
    assert (response.status_code, problem(response)) == (422, "invalid")
    assert "Karin" not in response.text


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_text_is_restored_while_it_arrives(client: TestClient, size: int) -> None:
    session = open_session(client)
    sent = send(client, f"{session}/anonymize", text=TEXT)["text"].encode()

    def parts() -> Iterator[bytes]:
        for start in range(0, len(sent), size):
            yield sent[start : start + size]

    response = client.post(f"{session}/restore", content=parts(), headers=PLAIN)
    assert (response.status_code, response.text) == (200, TEXT)


def test_lines_are_restored_while_they_arrive(client: TestClient) -> None:
    session = open_session(client)
    sent = send(client, f"{session}/anonymize", text=TEXT)["text"]
    lines = "\n".join(json.dumps({"text": letter}) for letter in sent)
    response = client.post(f"{session}/restore", content=lines.encode(), headers=LINES)
    *parts, last = map(json.loads, response.text.splitlines())
    assert "".join(part["text"] for part in parts) == TEXT
    assert last == {"restored": 5}


@pytest.mark.parametrize("size", [1, 2, 7])
def test_a_text_is_restored_by_one_request_for_each_part(client: TestClient, size: int) -> None:
    """Clients that cannot read while they send have this way."""
    session = open_session(client)
    sent = send(client, f"{session}/anonymize", text=TEXT)["text"]
    text = ""
    more: dict[str, str] = {}
    for start in range(0, len(sent), size):
        part = {"text": sent[start : start + size], "final": False}
        answer = send(client, f"{session}/restore", **part, **more)
        again = send(client, f"{session}/restore", **part, **more)
        assert answer == again, "a request without an answer can be sent again"
        text += answer["text"]
        more = {"stream": answer["stream"]}
        assert len(more["stream"]) < 1000
    last = send(client, f"{session}/restore", text="", final=True, **more)
    assert (text + last["text"], last["restored"]) == (TEXT, 5)
    assert "stream" not in last


STREAMS = ["", "x", "[]", "[1, 2, 3]", '["", "", -1]', '["ab", "", 0]', '["", "\\ud800", 0]', "[" * 9999,
           '["", "", 1e999]', "[[], [], 0]", '["", [], 0]', '[[], "", 0]', '["", "", true]', "null", "{}", "x" * 20_001]  # fmt: skip


@pytest.mark.parametrize("stream", STREAMS, ids=range(len(STREAMS)))
def test_a_stream_that_no_answer_had_is_refused(client: TestClient, stream: str) -> None:
    session = open_session(client)
    response = client.post(f"{session}/restore", json={"text": "a", "stream": stream})
    assert (response.status_code, problem(response)) == (422, "invalid")
    assert "stream" in response.json()["detail"]
    body = {"text": "Karin", "final": False, "stream": stream}
    assert client.post(f"{session}/restore", json=body).status_code == 422


def test_parts_belong_to_one_text(client: TestClient) -> None:
    session = open_session(client)
    for body in ({"texts": ["a"], "final": False}, {"text": "a", "final": False, "strict": True}):
        assert client.post(f"{session}/restore", json=body).status_code == 422


def test_a_broken_line_ends_the_stream_with_its_number(client: TestClient) -> None:
    session = open_session(client)
    lines = b'{"text": "Hej. "}\n{"txt": "Karin"}\n{"text": "a"}\n'
    response = client.post(f"{session}/restore", content=lines, headers=LINES)
    *_, last = map(json.loads, response.text.splitlines())
    assert (last["line"], last["error"]["status"]) == (2, 422)
    assert "Karin" not in response.text


def test_a_stream_that_is_no_text_is_refused(client: TestClient) -> None:
    session = open_session(client)
    response = client.post(f"{session}/restore", content=b"\xff\xfe", headers=PLAIN)
    assert (response.status_code, problem(response)) == (422, "invalid")


def test_counts_and_expiry_are_all_that_is_shown(client: TestClient) -> None:
    session = open_session(client, ttl=600)
    send(client, f"{session}/anonymize", texts=[TEXT, TEXT])
    shown = client.get(session).json()
    assert shown.keys() == {"texts", "originals", "expires"}
    assert (shown["texts"], shown["originals"]) == (2, 4)


def test_all_unknown_sessions_have_one_answer(client: TestClient) -> None:
    session = open_session(client)
    assert client.delete(session).status_code == 204
    answers = [
        client.request(method, f"{address}{path}", json={"text": TEXT} if path else None)
        for address in (
            session,
            "/v1/sessions/x",
            "/v1/sessions/" + "å" * 2000,
            "/v1/sessions/..%00",
        )
        for method, path in [
            ("GET", ""),
            ("DELETE", ""),
            ("POST", "/anonymize"),
            ("POST", "/restore"),
        ]
    ]
    assert {(response.status_code, response.text) for response in answers} == {
        (404, answers[0].text)
    }
    assert problem(answers[0]) == "unknown-session"


def test_a_session_ends_after_its_time(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    client = make_client(sessions=SessionLimits(seconds=0.3), session_folder=tmp_path)
    session = open_session(client)
    assert send(client, f"{session}/anonymize", text=TEXT)
    time.sleep(0.4)
    assert problem(client.get(session)) == "unknown-session"
    assert problem(client.post(f"{session}/anonymize", json={"text": TEXT})) == "unknown-session"


def test_the_time_of_a_session_has_a_limit(client: TestClient) -> None:
    response = client.post("/v1/sessions", json={"ttl": 1_000_000})
    assert (response.status_code, problem(response)) == (422, "invalid")


def test_the_number_of_sessions_has_a_limit(make_client: Callable[..., TestClient]) -> None:
    client = make_client(sessions=SessionLimits(number=2))
    addresses = [open_session(client) for _ in range(2)]
    response = client.post("/v1/sessions")
    assert (response.status_code, problem(response)) == (429, "busy")
    assert int(response.headers["retry-after"]) > 0
    client.delete(addresses[0])
    assert open_session(client)


def test_a_full_session_stays_as_it_was(make_client: Callable[..., TestClient]) -> None:
    client = make_client(sessions=SessionLimits(size=1500))
    session = open_session(client)
    sent = send(client, f"{session}/anonymize", text="Jag heter Amina.")["text"]
    many = " ".join(f"Ring 070-123 45 {number}." for number in range(10, 60))
    response = client.post(f"{session}/anonymize", json={"text": many})
    assert (response.status_code, problem(response)) == (413, "too-large")
    assert send(client, f"{session}/restore", text=sent)["text"] == "Jag heter Amina."
    assert client.get(session).json()["texts"] == 1


def test_nothing_of_a_text_is_in_the_folder(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    client = make_client(session_folder=tmp_path)
    session = open_session(client)
    sent = send(client, f"{session}/anonymize", text=TEXT)
    [file] = tmp_path.glob("*.session")
    content = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    words = {*TEXT.split(), *sent["text"].split(), "firstname", "profile", "mapping"}
    assert not [word for word in words if len(word) > 3 and word.encode() in content]
    assert session.rpartition("/")[2] not in file.name
    assert all(each.stat().st_mode & 0o077 == 0 for each in tmp_path.iterdir())


def test_a_file_that_was_changed_is_no_session(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    client = make_client(session_folder=tmp_path)
    session = open_session(client)
    [file] = tmp_path.glob("*.session")
    content = bytearray(file.read_bytes())
    for place in (5, 15, 40, -1):
        changed = content.copy()
        changed[place] ^= 1
        file.write_bytes(changed)
        assert problem(client.get(session)) == "unknown-session"
    file.write_bytes(b"")
    assert problem(client.get(session)) == "unknown-session"
    file.write_bytes(content)
    assert client.get(session).status_code == 200


def test_what_a_killed_worker_did_not_finish_is_swept(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    client = make_client(session_folder=tmp_path, sessions=SessionLimits(number=1))
    open_session(client)
    old, young = (f"{digit * 64}.{digit * 16}.new" for digit in "ab")
    for name, age in ((old, 3600), (young, 0)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    assert client.post("/v1/sessions").status_code == 429  # it looks for expired ones first
    assert sorted(path.name for path in tmp_path.glob("*.new")) == [young]


OTHER_FILES = {
    "notes.session": b"a few words",
    "game.session": b"",
    "draft.new": b"a draft",
    f"{'a' * 64}.session": b"SAVE" + bytes(40),
    f"{'b' * 64}.session.bak": b"TNS1" + bytes(40),
    f"{'c' * 63}.session": b"TNS1" + bytes(40),
}
"""Each looks like a session in some way, but for its name or its first letters."""


def test_files_of_others_are_not_swept(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    for name, content in OTHER_FILES.items():
        (tmp_path / name).write_bytes(content)
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / f"{'d' * 64}.session").touch()  # what a power cut left
    os.utime(tmp_path / f"{'d' * 64}.session", (0, 0))
    client = make_client(session_folder=tmp_path, sessions=SessionLimits(number=2))
    for _ in range(9):
        client.post("/v1/sessions")  # it looks for expired ones when there is no room
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {name: left.get(name) for name in OTHER_FILES} == OTHER_FILES
    assert f"{'d' * 64}.session" not in left


def test_unknown_ids_take_the_time_of_expired_ones(client: TestClient) -> None:
    for id in ("x", "å" * 500, "_" * 43):
        began = time.monotonic()
        assert client.get(f"/v1/sessions/{id}").status_code == 404
        assert time.monotonic() - began >= 0.02


def test_a_wrong_profile_is_refused_at_once(client: TestClient) -> None:
    response = client.post("/v1/sessions", json={"profile": "/etc/passwd"})
    assert (response.status_code, problem(response)) == (422, "invalid")


@pytest.mark.parametrize("profile", ["swell", "clinic", "sms", "mask"])
def test_every_profile_can_be_restored(client: TestClient, profile: str) -> None:
    session = open_session(client, profile=profile)
    sent = send(client, f"{session}/anonymize", text=TEXT)["text"]
    assert sent != TEXT
    assert send(client, f"{session}/restore", text=sent)["text"] == TEXT


def test_all_sessions_together_have_a_limit(make_client: Callable[..., TestClient]) -> None:
    client = make_client(sessions=SessionLimits(space=40_000))
    addresses = [open_session(client) for _ in range(9)]
    response = client.post("/v1/sessions")
    assert (response.status_code, problem(response)) == (507, "disk-full")
    for _ in range(6):
        client.delete(addresses.pop())
    many = " ".join(f"Ring 070-123 {number} 67." for number in range(100, 700))
    send(client, f"{addresses[0]}/anonymize", text=many, spans=False)
    response = client.post(f"{addresses[1]}/anonymize", json={"text": many})
    assert (response.status_code, problem(response)) == (507, "disk-full")
    assert client.get(addresses[1]).json()["originals"] == 0, "the session is as before"
    client.delete(addresses[0])
    assert send(client, f"{addresses[1]}/anonymize", text=many, spans=False)


def test_what_the_folder_has_is_counted_again_after_a_worker_was_killed(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    client = make_client(session_folder=tmp_path, sessions=SessionLimits(number=2))
    for _ in range(2):
        open_session(client)
    for file in tmp_path.glob("*.session"):
        file.unlink()  # and no one counts
    assert open_session(client)


def test_opening_a_session_takes_as_long_with_many_as_with_few(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    """No request looks at all files of the folder."""
    files = SessionFiles(tmp_path, SessionLimits(), 1.0)
    scanned: list[Path] = []
    with pytest.MonkeyPatch.context() as patch:
        scan = os.scandir
        for _ in range(3):
            files.create({}, 600.0)
        patch.setattr(os, "scandir", lambda path: scanned.append(path) or scan(path))  # type: ignore[func-returns-value]
        for _ in range(3):
            files.create({}, 600.0)
    assert not scanned
    assert files.measure() == files.measure().__class__(6, 6 * 4096)


def test_a_session_goes_on_after_the_service_was_stopped(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    session = open_session(client := make_client(session_folder=tmp_path))
    sent = send(client, f"{session}/anonymize", text=TEXT)["text"]
    again = make_client(session_folder=tmp_path)
    assert send(again, f"{session}/restore", text=sent)["text"] == TEXT
    first = sent.split()[2]
    assert send(again, f"{session}/anonymize", text="Amina sover.")["text"] == f"{first} sover."


def test_a_session_moves_to_another_service_and_to_python(
    make_client: Callable[..., TestClient], client: TestClient, state: ServiceState
) -> None:
    session = open_session(client)
    sent = send(client, f"{session}/anonymize", text=TEXT)["text"]
    response = client.get(f"{session}/dump")
    assert response.headers["cache-control"] == "no-store"
    other = make_client()
    moved = open_session(other, dump=response.json())
    assert send(other, f"{moved}/restore", text=sent) == {"text": TEXT, "restored": 5}
    loaded = Session.load(response.json(), state.engines.lexicon)
    assert loaded.restore(sent).text == TEXT
    back = open_session(client, dump=loaded.dump())
    assert send(client, f"{back}/restore", text=sent)["text"] == TEXT


def list_damages(dump: Any) -> Iterator[Any]:
    """Yield dumps in which one value is another one."""
    bad: Any
    for bad in (None, -1, 10**30, "", "\ud800", "x" * 5000, [], {}, True, "age", [[[[]]]], 0.5):
        for key, value in dump.items():
            yield dump | {key: bad}
            for row, parts in enumerate(value if isinstance(value, list) else ()):
                for column in range(len(parts)):
                    changed = json.loads(json.dumps(value))
                    changed[row][column] = bad
                    yield dump | {key: changed}
                    if isinstance(parts[column], list):
                        for place in range(len(parts[column])):
                            deep = json.loads(json.dumps(value))
                            deep[row][column][place] = bad
                            yield dump | {key: deep}


def test_a_dump_that_was_changed_is_never_an_error_of_the_program(client: TestClient) -> None:
    session = open_session(client)
    send(
        client, f"{session}/anonymize", text="Amina bor på Storgatan 1 i Lund. Ring 070-123 45 67."
    )
    dump = client.get(f"{session}/dump").json()
    statuses = set()
    for damaged in list_damages(dump):
        response = client.post("/v1/sessions", content=json.dumps({"dump": damaged}))
        statuses.add(response.status_code)
        if response.status_code == 201:
            address = f"/v1/sessions/{response.json()['id']}"
            for path in ("anonymize", "restore"):
                body = {"text": "Amina i Lund, 34 år, ringde 070-123 45 67. [age 1]"}
                answer = client.post(f"{address}/{path}", json=body)
                assert answer.status_code in (200, 413, 422), (damaged, answer.text)
            assert client.delete(address).status_code == 204
    assert statuses == {201, 422}


def test_pairs_are_stored_in_a_vault(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    key, vault = tmp_path / "a.key", tmp_path / "sessions.vault"
    write_key(key)
    client = make_client(key_file=key, session_vault=vault)
    opened = client.post("/v1/sessions").json()
    send(client, f"/v1/sessions/{opened['id']}/anonymize", text=TEXT)
    records = list(Vault.open(vault, read_key(key)))
    assert {record.document for record in records} == {opened["document"]}
    assert {"Amina", "Aminas", "Göteborg", "070-123 45 67"} <= {each.original for each in records}
    assert opened["id"] not in str(records)


def test_offsets_are_in_the_unit_of_the_client(client: TestClient) -> None:
    session = open_session(client)
    answer = send(client, f"{session}/anonymize?offsets=utf16", text="😀 Jag heter Amina.")
    assert answer["spans"][0]["start"] == 13


def test_the_middle_of_a_request_for_a_session_names_no_id(client: TestClient) -> None:
    """The label of metrics is the address as it is described."""
    session = open_session(client)
    send(client, f"{session}/anonymize", text=TEXT)
    figures = client.get("/metrics").text
    assert "/v1/sessions/{id}/anonymize" in figures
    assert session.rpartition("/")[2] not in figures
