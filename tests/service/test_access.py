"""Who may call the service: tokens, names of hosts, origins of pages."""

import ast
import hmac
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn.errors import InputError
from tacknamn.service import gates
from tacknamn.service.access import hash_token, read_tokens
from tests.service.conftest import RunningService
from tests.service.sockets import exchange, write_request

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TOKENS = ("0123456789abcdef-one", "0123456789abcdef-two")
PAGE = "https://svala.example.org"
FORM = {"form": "Kim"}


@pytest.fixture(scope="module")
def guarded(make_client: Callable[..., TestClient]) -> TestClient:
    """A client of a service with tokens."""
    return make_client(tokens=tuple(hash_token(token.encode()) for token in TOKENS))


@pytest.fixture(scope="module")
def open_to_page(make_client: Callable[..., TestClient]) -> TestClient:
    """A client of a service that a page may call."""
    return make_client(origins=(PAGE,))


def lookup(client: TestClient, **headers: str) -> Any:
    return client.post("/v1/lookup", json=FORM, headers=headers)


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_each_token_is_accepted(guarded: TestClient, token: str, scheme: str) -> None:
    assert lookup(guarded, authorization=f"{scheme} {token}").status_code == 200


WRONG = {
    "none": {},
    "empty": {"authorization": ""},
    "no token": {"authorization": "Bearer"},
    "spaces": {"authorization": "Bearer   "},
    "beginning": {"authorization": f"Bearer {TOKENS[0][:-1]}"},
    "longer": {"authorization": f"Bearer {TOKENS[0]}x"},
    "both": {"authorization": f"Bearer {TOKENS[0]} {TOKENS[1]}"},
    "capitals": {"authorization": f"Bearer {TOKENS[0].upper()}"},
    "without scheme": {"authorization": TOKENS[0]},
    "other scheme": {"authorization": f"Basic {TOKENS[0]}"},
    "its hash": {"authorization": f"Bearer {hash_token(TOKENS[0].encode()).hex()}"},
    "cookie": {"cookie": f"access_token={TOKENS[0]}"},
    "very long": {"authorization": "Bearer " + "x" * 50_000},
}


@pytest.mark.parametrize("headers", WRONG.values(), ids=WRONG)
def test_a_wrong_token_is_refused(guarded: TestClient, headers: dict[str, str]) -> None:
    response = lookup(guarded, **headers)
    assert response.status_code == 401
    assert response.headers["www-authenticate"] == "Bearer"
    assert not any(token[:-1] in response.text for token in TOKENS)


def test_a_token_in_the_address_is_accepted_only_where_a_client_has_no_other_way(
    guarded: TestClient,
) -> None:
    path = f"/v1/lookup?access_token={TOKENS[0]}"
    assert guarded.post(path, json=FORM).status_code == 401


def test_everything_but_health_needs_a_token(guarded: TestClient) -> None:
    for path in ("/", "/metrics", "/openapi.json", "/problems", "/nothing", "/livez/", "//livez"):
        assert guarded.get(path).status_code == 401, path
    for path in ("/livez", "/readyz", "/problems/unauthorized"):
        assert guarded.get(path).status_code == 200, path
    assert guarded.get(lookup(guarded).json()["type"]).status_code == 200, (
        "the error explains itself"
    )


def test_tokens_are_compared_in_constant_time() -> None:
    """All tokens are hashed and compared by hmac: no comparison ends at the first difference.

    Times cannot show this on a shared machine: a hash comparison differs by nanoseconds."""
    source = inspect.getsource(gates.TokenGate._is_known).strip()
    tree = ast.parse("class Gate:\n    " + source)
    calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert calls == {"hash_token", "hmac.compare_digest", "sum"}, "no any(), which would end early"
    operators = [
        each for node in ast.walk(tree) if isinstance(node, ast.Compare) for each in node.ops
    ]
    assert [type(each) for each in operators] == [ast.Gt], "no == or in of tokens"


def test_all_tokens_are_compared_whichever_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    compare = hmac.compare_digest

    def count(given: bytes, known: bytes) -> bool:
        seen.append(known)
        return compare(given, known)

    monkeypatch.setattr(hmac, "compare_digest", count)
    hashes = [hash_token(token.encode()) for token in TOKENS]
    gate = gates.TokenGate(lambda *_: None, hashes)  # type: ignore[arg-type]
    for token in (*TOKENS, "something else"):
        seen.clear()
        gate._is_known(token.encode())
        assert seen == hashes


FILES = {
    "empty": "",
    "comments alone": "# one\n\n",
    "short": "0123456789abcde\n",
    "with spaces": "0123456789abcdef 0123456789abcdef\n",
    "not ASCII": "0123456789abcdefå\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_files_without_usable_tokens_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "tokens"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match="token") as failed:
        read_tokens(file)
    assert not text.strip() or text.strip() not in str(failed.value)


def test_tokens_are_kept_as_hashes(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text(f"# of the ward\n{TOKENS[0]}\r\n\n  {TOKENS[1]}  ", "utf-8")
    assert read_tokens(file) == tuple(hash_token(token.encode()) for token in TOKENS)


def test_others_than_this_machine_need_a_token(
    start_service: Callable[..., RunningService],
) -> None:
    with pytest.raises(AssertionError, match="so the service needs tokens"):
        start_service("--host", "0.0.0.0")


def test_a_service_for_others_answers_with_a_token_and_its_name(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    (tmp_path / "tokens").write_text(TOKENS[0])
    service = start_service("--host", "0.0.0.0", "--host-name", "names.example.org",
                            "--token-file", str(tmp_path / "tokens"))  # fmt: skip
    token = f"Authorization: Bearer {TOKENS[0]}"
    for host, header, status in (
        ("names.example.org", token, 200),
        ("NAMES.example.org:443", token, 200),
        ("localhost", token, 200),
        ("names.example.org", "X: y", 401),
        ("example.org", token, 421),
    ):
        answer = exchange(service.port, write_request("/v1/lookup", FORM, header, host=host))
        assert answer.split()[1] == b"%d" % status, host


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "testserver.", "",
                                  "[testserver]x", "evil.example@testserver", "127.0.0.1"])  # fmt: skip
def test_other_names_are_refused(client: TestClient, host: str) -> None:
    assert lookup(client, host=host).status_code == 421


@pytest.mark.parametrize("host", ["testserver", "TESTSERVER", "testserver:80", "testserver:"])
def test_our_name_is_accepted_with_any_port(client: TestClient, host: str) -> None:
    assert lookup(client, host=host).status_code == 200


def test_forwarded_names_and_addresses_are_ignored(client: TestClient) -> None:
    forwarded = {"x-forwarded-host": "testserver", "forwarded": "host=testserver", "host": "evil"}
    assert lookup(client, **forwarded).status_code == 421


def test_a_listed_page_may_call(open_to_page: TestClient) -> None:
    response = lookup(open_to_page, origin=PAGE)
    assert response.headers["access-control-allow-origin"] == PAGE
    assert response.headers["access-control-allow-credentials"] == "true"
    assert response.headers["vary"] == "Origin"
    preflight = open_to_page.options(
        "/v1/lookup", headers={"origin": PAGE, "access-control-request-method": "POST"}
    )
    assert preflight.status_code == 204
    assert "POST" in preflight.headers["access-control-allow-methods"]
    assert "authorization" in preflight.headers["access-control-allow-headers"]


def test_a_listed_page_can_read_errors(open_to_page: TestClient) -> None:
    response = open_to_page.post("/v1/lookup", content=b"x", headers={"origin": PAGE})
    assert response.status_code == 400
    assert response.headers["access-control-allow-origin"] == PAGE


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "*", PAGE + ".evil.example",
                                    PAGE + "/", PAGE.upper(), "http://svala.example.org"])  # fmt: skip
def test_other_pages_may_not_call(open_to_page: TestClient, origin: str) -> None:
    assert "access-control-allow-origin" not in lookup(open_to_page, origin=origin).headers
    preflight = open_to_page.options(
        "/v1/lookup", headers={"origin": origin, "access-control-request-method": "POST"}
    )
    assert not any(name.startswith("access-control") for name in preflight.headers)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/pseudonymize", '{"text": "Jag heter Amina.", "store": true, "id": "e1"}'),
        ("/v1/sessions", "{}"),
        ("/v1/reveal", '{"pseudonym": "Karin"}'),
        ("/anonymize", "{}"),
    ],
)
def test_a_page_of_another_origin_changes_nothing(
    make_client: Callable[..., TestClient], path: str, body: str
) -> None:
    """A form of any page may send text/plain without asking, also to this machine."""
    client = make_client(origins=(PAGE,))
    answers = {}
    for origin in ("https://evil.example", "null", "http://testserver", PAGE):
        headers = {"origin": origin, "content-type": "text/plain"}
        answers[origin] = client.post(path, content=body, headers=headers).text
    refused = [origin for origin, text in answers.items() if "may not write here" in text]
    assert refused == ["https://evil.example", "null"]
