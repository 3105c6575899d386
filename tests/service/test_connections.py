"""Connections of slow, broken and hostile clients, with real sockets."""

import gzip
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.service.conftest import RunningService
from tests.service.sockets import (
    connect,
    exchange,
    is_closed,
    read_answer,
    read_rest,
    write_request,
)

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
LIVE = write_request("/livez")
LOOKUP = write_request("/v1/lookup", {"form": "Kim"})
CLOSE = "Connection: close"
SECONDS = 1.0
"""The time limit of the service of this module."""
LATE = 15.0
"""A busy machine closes a second later, not a quarter of a minute."""
UPGRADE = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAEAAEAA")
"""What Java's client sends with its first request."""


@pytest.fixture(scope="module")
def port(start_shared: Callable[..., RunningService]) -> int:
    """The port of a service with a short time limit."""
    return start_shared("--timeout", str(SECONDS)).port


@pytest.fixture
def connection(port: int) -> Iterator[socket.socket]:
    """A connection to that service."""
    with connect(port) as opened:
        yield opened


def test_a_connection_that_sends_nothing_is_closed(connection: socket.socket) -> None:
    assert is_closed(connection, LATE)


@pytest.mark.parametrize("before", [b"", LIVE], ids=["first", "second"])
def test_a_head_that_trickles_in_is_given_up(connection: socket.socket, before: bytes) -> None:
    if before:
        connection.sendall(before)
        read_answer(connection)
    began = time.monotonic()
    status, body = send_slowly(connection, LIVE[:-1])
    assert status == 408 and b"/problems/slow-head" in body
    assert time.monotonic() - began > SECONDS / 2


def test_bytes_between_requests_do_not_keep_a_connection(connection: socket.socket) -> None:
    """Without a timer of ours, empty lines after an answer would end the wait for the next request."""
    connection.sendall(LIVE)
    assert read_answer(connection)[0] == 200
    connection.sendall(b"\r\n")
    assert is_closed(connection, LATE)


def test_the_rest_of_a_body_that_no_address_reads_does_not_keep_a_connection(
    connection: socket.socket,
) -> None:
    connection.sendall(write_request("/livez", b"x" * 10)[:-5])
    assert read_answer(connection)[0] in (200, 405)
    connection.sendall(b"x")
    assert is_closed(connection, LATE)


def test_a_body_that_pauses_is_given_up(connection: socket.socket) -> None:
    connection.sendall(LOOKUP[:-1])
    status, _, body = read_answer(connection)
    assert status == 408 and b"/problems/slow-body" in body


def test_a_body_that_trickles_in_is_given_up(connection: socket.socket) -> None:
    connection.sendall(write_request("/v1/lookup", b" " * 1000)[:-1000])
    status, body = send_slowly(connection, b" " * 100)
    assert status == 408 and b"/problems/slow-body" in body


def send_slowly(connection: socket.socket, data: bytes) -> tuple[int, bytes]:
    """Send one byte after the other until an answer comes; return its status and body."""
    for letter in data:
        connection.sendall(bytes([letter]))
        if select.select([connection], [], [], SECONDS / 5)[0]:
            break
    status, _, body = read_answer(connection)
    return status, body


def test_a_client_that_has_closed_its_half_gets_its_answer(port: int) -> None:
    with connect(port) as connection:
        connection.sendall(LOOKUP * 3)
        connection.shutdown(socket.SHUT_WR)
        assert read_rest(connection).count(b"HTTP/1.1 200 OK") == 3


def test_a_client_that_closes_in_the_middle_of_a_body_is_forgotten(port: int) -> None:
    with connect(port) as connection:
        connection.sendall(LOOKUP[:-1])
        connection.shutdown(socket.SHUT_WR)
        assert read_rest(connection) == b""


def test_pipelined_requests_are_answered_in_order(connection: socket.socket) -> None:
    forms = ["Anna", "Erik", "Kim"] * 20
    requests = [write_request("/v1/lookup", {"form": form}) for form in forms]
    connection.sendall(b"".join(requests))
    for form in forms:
        status, _, body = read_answer(connection)
        assert status == 200 and body.startswith(b'{"form": "%s"' % form.encode())


def test_what_follows_a_request_and_is_no_http_does_not_harm_its_answer(port: int) -> None:
    answer = exchange(port, LOOKUP + b"\x16\x03\x01 not http\r\n\r\n")
    assert answer.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 400 "))
    assert answer.count(b"HTTP/1.1 ") == 1


def test_an_offer_of_another_protocol_is_ignored(port: int) -> None:
    """Java's client offers HTTP/2 with its first request, which has a body."""
    request = write_request("/v1/lookup", {"form": "Kim"}, *UPGRADE)
    with connect(port) as connection:
        for sent in (request, LIVE, request + LOOKUP):
            connection.sendall(sent)
        statuses = [read_answer(connection)[0] for _ in range(4)]
    assert statuses == [200] * 4


def test_thousands_of_offers_in_one_packet_are_ignored(port: int) -> None:
    number = 1000
    last = write_request("/livez", None, CLOSE)
    answers = exchange(port, write_request("/livez", None, *UPGRADE) * number + last)
    assert answers.count(b"HTTP/1.1 200 OK") == number + 1


HEAD = "POST /v1/lookup HTTP/1.1\r\nHost: localhost\r\nContent-Length: 14\r\n"
BODY = '{"form":"Kim"}'
NO_HTTP = {
    "length and chunks": HEAD + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths": HEAD + "Content-Length: 5\r\n\r\n" + BODY,
    "length with a sign": HEAD.replace("14", "+14") + "\r\n" + BODY,
    "unknown encoding": HEAD + "Transfer-Encoding: xchunked\r\n\r\n" + BODY,
    "chunked not last": HEAD.replace("Content-Length: 14", "Transfer-Encoding: chunked, identity")
    + "\r\n0\r\n\r\n",
    "continued header": HEAD + "X: a\r\n b\r\n\r\n" + BODY,
    "space before colon": HEAD + "X : a\r\n\r\n" + BODY,
    "NUL in a header": HEAD + "X: a\0b\r\n\r\n" + BODY,
    "line feeds alone": HEAD.replace("\r", "") + "\n" + BODY,
    "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "proxy": "CONNECT example.org:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "space in the path": "GET /livez and more HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "letters in the path": "GET /livez/å HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.mark.parametrize("request_text", NO_HTTP.values(), ids=NO_HTTP)
def test_what_two_programs_may_read_differently_is_refused(port: int, request_text: str) -> None:
    """A proxy and we must agree where a request ends, or a second one could hide in the first."""
    answer = exchange(port, request_text.encode("latin-1") + LIVE)
    assert answer.startswith(b"HTTP/1.1 400 ") and b"/problems/not-http" in answer
    assert answer.count(b"HTTP/1.1 ") == 1


def test_a_chunk_of_impossible_size_is_refused(port: int) -> None:
    head = HEAD.replace("Content-Length: 14", "Transfer-Encoding: chunked")
    answer = exchange(port, f"{head}\r\nfffffffffffffffff\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("hosts", [["localhost", "localhost"], [], ["evil.example"], [""]])
def test_a_request_names_us_once(port: int, hosts: list[str]) -> None:
    lines = "".join(f"Host: {host}\r\n" for host in hosts)
    answer = exchange(port, f"GET /metrics HTTP/1.1\r\n{lines}{CLOSE}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 421 ")


LARGE = {
    "100,000 headers": b"A: b\r\n" * 100_000,
    "one header": b"A: " + b"x" * 5_000_000,
    "a header that never ends": b"A: " + b"x" * 200_000,
    "a name": b"A" * 5_000_000,
    "a cookie in one packet": b"Cookie: " + b"c" * 70_000 + b"\r\n\r\n",
}


@pytest.mark.parametrize("headers", LARGE.values(), ids=LARGE)
def test_large_heads_are_refused(port: int, headers: bytes) -> None:
    answer = exchange(port, b"GET /livez HTTP/1.1\r\nHost: localhost\r\n" + headers)
    assert answer.startswith(b"HTTP/1.1 431 ") and b"/problems/large-head" in answer


def test_a_long_address_is_refused(port: int) -> None:
    answer = exchange(port, b"GET /" + b"x" * 5_000_000)
    assert answer.startswith(b"HTTP/1.1 431 ")


def test_usual_heads_are_accepted(port: int) -> None:
    cookies = [f"Cookie: {'c' * 8_000}"] * 4
    assert exchange(port, write_request("/livez", None, CLOSE, *cookies)).startswith(
        b"HTTP/1.1 200"
    )


def test_a_client_that_stops_reading_answers_is_given_up(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--timeout", "2")
    request = write_request("/v1/lookup", {"forms": ["Kim"] * 10_000})
    with connect_deaf(service.port) as connection:
        send_all_that_fits(connection, [request] * 30)
        wait_for_refusal(service.port, b"stalled")


def test_a_client_that_stops_reading_a_stream_is_given_up(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--timeout", "2")
    lines = b'{"form": "Kim"}\n' * 1000
    chunk = b"%x\r\n%s\r\n" % (len(lines), lines)
    kinds = ("Content-Type: application/x-ndjson", "Transfer-Encoding: chunked")
    with connect_deaf(service.port) as connection:
        connection.sendall(write_request("/v1/lookup", None, *kinds, method="POST"))
        sent = send_all_that_fits(connection, [chunk] * 10_000)
        assert sent < 10_000, "the service reads no faster than its client does"
        wait_for_refusal(service.port, b"stalled")


def connect_deaf(port: int) -> socket.socket:
    """Open a connection with hardly any room for an answer."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", port))
    return connection


def send_all_that_fits(connection: socket.socket, parts: list[bytes]) -> int:
    """Send parts without reading, until the other side takes no more; return how many it took."""
    connection.settimeout(1.5)
    for number, part in enumerate(parts):
        try:
            connection.sendall(part)
        except OSError:
            return number
    return len(parts)


def wait_for_refusal(port: int, reason: bytes) -> None:
    """Wait until the service counts a connection that it gave up."""
    line = b'tacknamn_refused_connections_total{reason="%s"} 1.0' % reason
    end = time.monotonic() + 45
    while line not in (page := exchange(port, write_request("/metrics", None, CLOSE))):
        assert time.monotonic() < end, page
        time.sleep(0.2)


def test_more_connections_than_files_are_refused_and_others_answered(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service(files=256)
    with ExitStack() as stack:
        opened = [stack.enter_context(connect(service.port)) for _ in range(300)]
        opened[0].sendall(LIVE)
        assert read_answer(opened[0])[0] == 200, "an open connection works"
        status, head, _ = read_answer(opened[-1])
        assert status == 503 and b"retry-after: 1" in head
    deadline = time.monotonic() + LATE
    while b" 200 " not in exchange(service.port, write_request("/livez", None, CLOSE)):
        assert time.monotonic() < deadline


def test_a_client_that_asks_first_may_send_its_body(connection: socket.socket) -> None:
    """curl asks so before it sends a large body."""
    request = write_request("/v1/lookup", {"form": "Kim"}, "Expect: 100-continue")
    head, _, body = request.partition(b"\r\n\r\n")
    connection.sendall(head + b"\r\n\r\n")
    assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
    connection.sendall(body)
    assert read_answer(connection)[0] == 200


def test_clients_of_http_1_0_are_answered(port: int) -> None:
    for extra in (b"", b"Connection: Upgrade\r\nUpgrade: h2c\r\n"):
        answer = exchange(port, b"GET /livez HTTP/1.0\r\nHost: localhost\r\n" + extra + b"\r\n")
        assert b" 200 OK" in answer and b"connection: close" in answer


def test_a_large_body_in_small_chunks_is_read(port: int) -> None:
    text = b'{"form": "Kim"}' + b" " * 20_000
    kinds = ("Transfer-Encoding: chunked", CLOSE)
    chunks = b"".join(b"1\r\n%c\r\n" % letter for letter in text)
    head = write_request("/v1/lookup", None, *kinds, method="POST")
    assert b" 200 OK" in exchange(port, head + chunks + b"0\r\n\r\n")


def test_an_answer_ends_when_its_client_has_left(service: RunningService) -> None:
    lines = gzip.compress(b"{}\n" * 1_000_000)
    request = write_request(
        "/v1/lookup", lines, "Content-Type: application/x-ndjson", "Content-Encoding: gzip"
    )
    with connect(service.port) as connection:
        connection.sendall(request)
        assert connection.recv(1)
    end = time.monotonic() + 10
    while count_under_way(service) > 1:  # the request for the figures is one
        assert time.monotonic() < end
        time.sleep(0.1)


def count_under_way(service: RunningService) -> float:
    figures = exchange(service.port, write_request("/metrics", None, "Connection: close")).decode()
    return sum(
        float(line.rpartition(" ")[2])
        for line in figures.splitlines()
        if line.startswith("tacknamn_requests_under_way")
    )


LOOP_HOSTS = ["10.1.2.3:8765", "names.example.org", "evil.example", ""]


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/health"])
@pytest.mark.parametrize("host", LOOP_HOSTS)
def test_health_is_checked_by_any_address(port: int, path: str, host: str) -> None:
    """Kubernetes and load balancers name the address of the container, not its name."""
    assert exchange(port, write_request(path, None, CLOSE, host=host)).split()[1] == b"200"
    old = f"GET {path} HTTP/1.0\r\n\r\n".encode()
    assert exchange(port, old).split()[1] == b"200"


@pytest.mark.parametrize("path", ["/metrics", "/openapi.json", "/livez/", "//livez", "/review"])
def test_everything_else_needs_our_name(port: int, path: str) -> None:
    assert exchange(port, write_request(path, None, CLOSE, host="10.1.2.3")).split()[1] == b"421"
    assert exchange(port, f"GET {path} HTTP/1.0\r\n\r\n".encode()).split()[1] == b"421"
