"""What a request may ask for, and bad input: the right status, one clear sentence, nothing quoted."""

import asyncio
import gzip
import json
import re
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import httpx2
import pytest
from starlette.requests import ClientDisconnect
from starlette.testclient import TestClient

from tacknamn.service.operations import OPERATIONS
from tacknamn.service.problems import PROBLEM_TYPE, PROBLEMS, Problem
from tacknamn.service.settings import ServiceLimits
from tacknamn.service.work_queue import IS_GONE, LONG, WorkQueue

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
SECRET = "Zuhayra"
DEEP = 100_000


@pytest.fixture(scope="module")
def small(make_client: Callable[..., TestClient]) -> TestClient:
    """A client of a service with small limits."""
    return make_client(limits=ServiceLimits(body=1000, text=100, batch=3))


def send(client: TestClient, body: bytes, path: str = "/v1/detect", **headers: str) -> Any:
    """Post bytes; return the answer, which must be a problem if it is an error."""
    response = client.post(
        path, content=body, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )
    if response.status_code != 200:
        check_problem(response)
    return response


def check_problem(response: Any) -> None:
    """Check that an error has the form that all have, and quotes nothing."""
    problem = response.json()
    assert response.headers["content-type"] == PROBLEM_TYPE
    assert problem["status"] == response.status_code
    assert PROBLEMS[problem["type"].rpartition("/")[2]].title == problem["title"]
    assert problem["detail"] and "\n" not in problem["detail"]
    assert SECRET not in response.text


BAD: dict[str, tuple[int, bytes]] = {
    "nothing": (400, b""),
    "no JSON": (400, b"text=Zuhayra"),
    "half of JSON": (400, b'{"text": "Zuhayra'),
    "two values": (400, b'{"text": "Zuhayra"} {}'),
    "UTF-16": (400, '{"text": "Zuhayra"}'.encode("utf-16")),
    "Latin-1": (400, b'{"text": "Zuhayra \xe5"}'),
    "NaN": (400, b'{"text": "Zuhayra", "thresholds": {"surname": NaN}}'),
    "infinity": (400, b'{"text": "Zuhayra", "thresholds": {"surname": -Infinity}}'),
    "a number of 5,000 digits": (400, b'{"text": "a", "seed": ' + b"9" * 5000 + b"}"),
    "deep lists": (400, b'{"text": ' + b"[" * DEEP + b"]" * DEEP + b"}"),
    "deep objects": (400, b'{"a":' * DEEP + b"1" + b"}" * DEEP),
    "a name twice": (400, b'{"text": "Zuhayra", "text": "b"}'),
    "a name twice further in": (400, b'{"text": "a", "thresholds": {"Zuhayra": 1, "Zuhayra": 1}}'),
    "a list": (422, b'["Zuhayra"]'),
    "a string": (422, b'"Zuhayra"'),
    "null": (422, b"null"),
    "neither": (422, b"{}"),
    "both": (422, b'{"text": "Zuhayra", "texts": []}'),
    "a number as text": (422, b'{"text": 3}'),
    "a list as text": (422, b'{"text": ["Zuhayra"]}'),
    "a number among texts": (422, b'{"texts": ["Zuhayra", 3]}'),
    "a string as texts": (422, b'{"texts": "Zuhayra"}'),
    "a string as boolean": (422, b'{"text": "a", "fuzzy": "Zuhayra"}'),
    "unknown field": (422, b'{"text": "a", "Zuhayra": 1}'),
    "unknown field with half a character": (422, b'{"text": "a", "\\ud800": 1}'),
    "ids of one text": (422, b'{"text": "a", "ids": ["Zuhayra"]}'),
    "too few ids": (422, b'{"texts": ["a", "b"], "ids": ["Zuhayra"]}'),
    "unknown profile": (422, b'{"text": "a", "profile": "nothing"}'),
    "a file as profile": (422, b'{"text": "a", "profile": "/etc/passwd"}'),
    "a relative file as profile": (422, b'{"text": "a", "profile": "../swell.toml"}'),
    "half a character as profile": (422, b'{"text": "a", "profile": "\\ud800"}'),
    "NUL in a profile": (422, b'{"text": "a", "profile": "swell\\u0000"}'),
    "unknown label": (422, b'{"text": "a", "thresholds": {"nothing": 0.5}}'),
    "half a character as label": (422, b'{"text": "a", "thresholds": {"\\udfff": 0.5}}'),
    "threshold above 1": (422, b'{"text": "a", "thresholds": {"surname": 2}}'),
    "unknown language": (422, b'{"text": "a", "language": "xx"}'),
    "half a character as language": (422, b'{"text": "a", "language": "\\ud800"}'),
    "half a character": (422, b'{"text": "Zuhayra \\ud800"}'),
    "the other half": (422, b'{"text": "Zuhayra \\udc00"}'),
    "half a character among texts": (422, b'{"texts": ["a", "Zuhayra \\ud800"]}'),
    "half a character in an id": (422, b'{"text": "a", "id": "Zuhayra \\ud800"}'),
    "NUL": (422, b'{"text": "Zuhayra \\u0000"}'),
}  # fmt: skip


@pytest.mark.parametrize(("status", "body"), BAD.values(), ids=BAD)
def test_bad_input_ends_in_the_right_status(client: TestClient, status: int, body: bytes) -> None:
    assert send(client, body).status_code == status


LINES = {name: bad for name, bad in BAD.items() if bad[1] and name != "UTF-16"}
"""An encoding with line feeds of two bytes has no lines."""


@pytest.mark.parametrize(("status", "body"), LINES.values(), ids=LINES)
def test_bad_lines_of_a_stream_do_not_end_it(client: TestClient, status: int, body: bytes) -> None:
    lines = body + b'\n{"text": "a", "id": "last"}'
    answer = send(client, lines, content_type="application/x-ndjson")
    first, last = map(json.loads, answer.text.splitlines())
    assert first["error"]["status"] == status and first["line"] == 1
    assert last["id"] == "last" and SECRET not in answer.text


FIELDS: dict[str, dict[str, Any]] = {
    "pseudonymize": {"text": "a", "policies": {"x": "x"}, "writer": "x", "protect": "x"},
    "match": {"text": "a", "labels": ["x"]},
    "lookup": {"form": "x"},
    "complete": {"prefix": "a", "label": "x"},
    "sample": {"label": "x", "town": "x", "country": "x", "original": "x"},
}


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("bad", ["\ud800", "a\0b", "nothing", "\U0010ffff", "ß" * 1000, "a" * 1001])
def test_no_string_of_any_field_is_an_error_of_the_program(
    client: TestClient, name: str, bad: str
) -> None:
    for field, value in FIELDS[name].items():
        full = (
            value if value == "a" else json.loads(json.dumps(value).replace('"x"', json.dumps(bad)))
        )
        others = {} if field in ("text", "form", "prefix", "label") else OPERATION_EXAMPLES[name]
        body = json.dumps(
            {**others, **({"prefix": "a"} if name == "complete" else {}), field: full}
        )
        response = send(client, body.encode(), f"/v1/{name}")
        assert response.status_code in (200, 422), response.text


OPERATION_EXAMPLES = {operation.name: operation.example for operation in OPERATIONS}


def test_limits_hold_for_each_measure(small: TestClient) -> None:
    text = json.dumps({"text": "a" * 101}).encode()
    texts = json.dumps({"texts": ["a"] * 4}).encode()
    for body in (b" " * 1001, text, texts):
        assert send(small, body).status_code == 413
    for path, name in (("lookup", "forms"), ("complete", "prefixes")):
        body = json.dumps({name: ["a"] * 4}).encode()
        assert send(small, body, f"/v1/{path}").status_code == 413
    assert send(small, json.dumps({"texts": ["a" * 100] * 3}).encode()).status_code == 200


def test_a_body_without_a_length_has_the_same_limit(small: TestClient) -> None:
    def parts() -> Iterator[bytes]:
        yield b'{"text": "a"'
        for _ in range(100):
            yield b" " * 11

    assert small.post("/v1/detect", content=parts()).status_code == 413


def test_a_line_of_a_stream_has_the_limit_of_a_body(small: TestClient) -> None:
    lines = b'{"text": "a"}\n' * 200 + b" " * 1001
    answer = send(small, lines, content_type="application/x-ndjson")
    *good, bad = map(json.loads, answer.text.splitlines())
    assert bad["error"]["status"] == 413 and len(good) <= 200


def pack(body: bytes) -> bytes:
    return gzip.compress(body)


BOMB = pack(b" " * 50_000_000)
GZIP = {
    "a body": (200, pack(b'{"text": "a"}')),
    "two members": (200, pack(b'{"text": ') + pack(b'"a"}')),
    "a bomb": (413, BOMB),
    "a bomb in a bomb": (413, pack(BOMB)),
    "empty members": (413, pack(b"") * 100),
    "cut off": (400, pack(b'{"text": "a"}')[:-1]),
    "nothing": (400, b""),
    "no gzip": (400, b'{"text": "a"}'),
    "zlib": (400, zlib.compress(b'{"text": "a"}')),
    "something after it": (400, pack(b'{"text": "a"}') + b"Zuhayra"),
    "packed twice": (400, pack(pack(b'{"text": "a"}'))),
}


@pytest.mark.parametrize(("status", "body"), GZIP.values(), ids=GZIP)
def test_packed_bodies_are_counted_unpacked(small: TestClient, status: int, body: bytes) -> None:
    began = time.monotonic()
    assert send(small, body, content_encoding="gzip").status_code == status
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("encoding", ["br", "deflate", "gzip, gzip", "zstd", "*"])
def test_other_encodings_are_refused(client: TestClient, encoding: str) -> None:
    assert send(client, b"{}", content_encoding=encoding).status_code == 415


def test_a_bomb_in_a_stream_ends_it(small: TestClient) -> None:
    headers = {"content_type": "application/x-ndjson", "content_encoding": "gzip"}
    answer = send(small, BOMB, **headers)
    assert json.loads(answer.text)["error"]["status"] == 413


@pytest.mark.parametrize("line", [b"\n", b"{}\n", b" "], ids=["blank", "short", "endless"])
def test_a_stream_may_not_unpack_to_far_more_than_texts_do(small: TestClient, line: bytes) -> None:
    headers = {"content_type": "application/x-ndjson", "content_encoding": "gzip"}
    began = time.monotonic()
    answer = send(small, pack(line * (50_000_000 // len(line))), **headers)
    assert json.loads(answer.text.splitlines()[-1])["error"]["status"] == 413
    assert time.monotonic() - began < 60


def test_a_mark_of_the_encoding_is_skipped(client: TestClient) -> None:
    answer = send(client, b'\xef\xbb\xbf{"text": "Jag heter Anna."}')
    assert answer.status_code == 200 and len(answer.json()["detections"]) == 1


def test_too_many_requests_are_asked_to_come_again(make_client: Callable[..., TestClient]) -> None:
    client = make_client(limits=ServiceLimits(queue=2))
    texts = {"texts": ["Jag heter Anna och bor i Lund. " * 20] * 200, "spans": False}
    answers: list[httpx2.Response] = []
    threads = [
        threading.Thread(target=lambda: answers.append(client.post("/v1/pseudonymize", json=texts)))
        for _ in range(8)
    ]
    with client:  # one event loop for all
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    refused = [answer for answer in answers if answer.status_code == 429]
    assert 0 < len(refused) < len(answers)
    for answer in refused:
        check_problem(answer)
        assert re.fullmatch("[1-9][0-9]*", answer.headers["retry-after"])
    assert {answer.status_code for answer in answers} == {200, 429}


@pytest.mark.parametrize("size", [100, 30_000], ids=["short texts", "long texts"])
def test_an_answer_that_takes_too_long_is_given_up(
    make_client: Callable[..., TestClient], size: int
) -> None:
    client = make_client(limits=ServiceLimits(seconds=0.2))
    text = ("Jag heter Anna och bor i Lund. " * 1000)[:size]
    body = json.dumps({"texts": [text] * (900_000 // size), "spans": False}).encode()
    began = time.monotonic()
    assert send(client, body, "/v1/pseudonymize").status_code == 504
    assert time.monotonic() - began < 10


def test_the_work_for_a_text_ends_with_its_time(make_client: Callable[..., TestClient]) -> None:
    """Long texts whose answer came too late do not hold up the next one."""
    client = make_client(limits=ServiceLimits(seconds=1.0))
    text = "Jag heter Anna och bor i Lund, men Amina bor i Göteborg. " * 17_000
    threads = [
        threading.Thread(
            target=client.post, args=["/v1/pseudonymize"], kwargs={"json": {"text": text}}
        )
        for _ in range(3)
    ]
    with client:  # one event loop for all
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        began = time.monotonic()
        response = client.post("/v1/detect", json={"text": text[:30_000]})
        assert response.status_code in (200, 504)
        while response.status_code != 200:
            assert time.monotonic() - began < 20
            response = client.post("/v1/detect", json={"text": text[:30_000]})
        waited = time.monotonic() - began
        began = time.monotonic()
        assert client.post("/v1/detect", json={"text": text[:30_000]}).status_code == 200
        assert waited < 3 * (time.monotonic() - began) + 3, "no other work was under way"


def test_work_that_was_not_begun_is_never_begun() -> None:
    async def work() -> list[int]:
        queue = WorkQueue(ServiceLimits(seconds=0.3))
        begun: list[int] = []

        def take(number: int) -> int:
            begun.append(number)
            time.sleep(0.6)
            return number

        results = await asyncio.gather(
            *(queue.run(partial(take, number), LONG + 1) for number in range(4)),
            return_exceptions=True,
        )
        assert all(isinstance(result, Problem) for result in results)
        await asyncio.sleep(1.0)
        assert queue.waiting == 0
        queue.close()
        return begun

    assert asyncio.run(work()) == [0]


def test_the_work_for_a_client_that_has_gone_ends() -> None:
    async def work() -> None:
        queue = WorkQueue(ServiceLimits())
        is_gone = False
        IS_GONE.set(lambda: is_gone)
        steps = []

        def step(number: int) -> int:
            nonlocal is_gone
            steps.append(number)
            is_gone = number == 2
            time.sleep(0.01)  # longer than a slice, after which the queue looks up
            return number

        for size in (0, LONG + 1):
            is_gone = False
            steps.clear()
            slow = (step(number) for number in range(100))
            with pytest.raises(ClientDisconnect):
                await queue.run_steps(slow, size)
            assert steps == [0, 1, 2]
        queue.close()

    asyncio.run(work())


@pytest.mark.parametrize("path", ["/v1", "/v1/nothing", "/v1/../etc/passwd", "/%00", "/docs"])
def test_other_addresses_are_not_found(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    check_problem(response)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "HEAD", "TRACE", "BREW"])
def test_other_methods_are_refused_with_those_that_work(client: TestClient, method: str) -> None:
    response = client.request(method, "/v1/detect")
    assert response.status_code == 405 and response.headers["allow"] == "POST"
